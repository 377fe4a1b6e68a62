import type { Component } from 'svelte'
import type { Chooser } from './chooser.svelte'
import type { Guest } from './guest.svelte'
import { load } from './load'
import { fetchBoard } from './packages'
import { isSheet } from './sheetNames'
import type { View, ViewMessage } from './wire'

/** A board's props. It draws everything between the banner and the buttons. */
export interface BoardProps {
  guest: Guest
  frame: ViewMessage
  view: View
  chooser: Chooser
  mine: number | null // this device's seat
  others: number[] // the other seats, clockwise from your left
  onrule: (rule: string) => void // opens the rules there
}

export type BoardComponent = Component<BoardProps>

type FetchedBoard = () => Promise<{ default: BoardComponent }>

const own = import.meta.glob<{ default: BoardComponent }>('../games/*/Board.svelte')
const generic: FetchedBoard = () => import('../table/GenericBoard.svelte')
const packaged: FetchedBoard = () => import('../table/PackageBoard.svelte')

/** The game's own board under `games/` or from its package, or the generic one. If its own can't be loaded, the game still goes on. */
export async function boardOf(game: string): Promise<BoardComponent> {
  const part: FetchedBoard = own[`../games/${game}/Board.svelte`] ?? (!isSheet(game) && (await fetchBoard(game)) ? packaged : generic)
  return (await load(part).catch(() => load(generic))).default
}
