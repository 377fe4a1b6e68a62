import type { Component } from 'svelte'
import type { Option } from './wire'

/** What edits a house rule that is a text. It is given the text, empty if the game is as written, and hands over another one. */
export interface EditorProps extends Record<string, unknown> {
  option: Option
  id: string
  value: string
  onset: (value: string) => void
}

type FetchedEditor = () => Promise<{ default: Component<EditorProps> }>

const own = import.meta.glob<{ default: Component<EditorProps> }>('../games/*/editors/*.svelte')

/** The editor of this name, which is fetched when it is wanted; undefined if the page has none. */
export const editorOf = (name: string | undefined): FetchedEditor | undefined =>
  Object.entries(own).find(([path]) => path.endsWith(`/editors/${name}.svelte`))?.[1]
