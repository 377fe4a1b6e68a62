import type { Component } from 'svelte'
import GenericBoard from '../table/GenericBoard.svelte'
import type { Chooser } from './chooser.svelte'
import type { Guest } from './guest.svelte'
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

const own = import.meta.glob<{ default: BoardComponent }>('../games/*/Board.svelte')

/** The game's own board under `games/`, loaded on demand, or the generic one. */
export async function boardOf(game: string): Promise<BoardComponent> {
  try {
    return (await own[`../games/${game}/Board.svelte`]?.())?.default ?? GenericBoard
  } catch {
    return GenericBoard // it could not be loaded, and the game must go on
  }
}
