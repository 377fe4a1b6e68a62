import type { Component } from 'svelte'
import GenericBoard from '../table/GenericBoard.svelte'
import type { Chooser } from './chooser.svelte'
import type { Guest } from './guest.svelte'
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

const own = import.meta.glob<{ default: BoardComponent }>('../games/*/Board.svelte')

/** The board of a game: the one in its folder under `games/`, fetched when it is wanted, or the one that draws any game. */
export async function boardOf(game: string): Promise<BoardComponent> {
  try {
    return (await own[`../games/${game}/Board.svelte`]?.())?.default ?? GenericBoard
  } catch {
    return GenericBoard // it could not be fetched, and the game must go on
  }
}
