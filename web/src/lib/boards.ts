import type { Component } from 'svelte'
import type { Chooser } from './chooser.svelte'
import type { Guest } from './guest.svelte'
import { load } from './load'
import type { View, ViewMessage } from './wire'

/** What a board is given: it draws everything between the banner and the buttons. */
export interface BoardProps {
  guest: Guest
  frame: ViewMessage
  view: View
  chooser: Chooser
  mine: number | null // one's own seat
  others: number[] // the other seats, from one's left around the table
  onrule: (rule: string) => void // opens the rules there
}

export type BoardComponent = Component<BoardProps>

type Part = () => Promise<{ default: BoardComponent }>

const own = import.meta.glob<{ default: BoardComponent }>('../games/*/Board.svelte')
const generic: Part = () => import('../table/GenericBoard.svelte')

/** The board of a game: the one in its folder under `games/`, or the one that draws any game. Also if its own can't be fetched:
 * the game must go on. */
export async function boardOf(game: string): Promise<BoardComponent> {
  const part: Part = own[`../games/${game}/Board.svelte`] ?? generic
  return (await load(part).catch(() => load(generic))).default
}
