/** A board that a game's package brings: what its `page/board.js` exports, and what the page hands to it. The files of all
 * packages rely on this, so things may be added here, but never changed. docs/adding-a-game.md describes it. */

import type { Item, ViewMessage } from './wire'

/** Draws the middle of the table into an area, which stays until the board is destroyed. */
export type Mount = (area: HTMLElement, table: BoardHost) => MountedBoard

export interface MountedBoard {
  /** Called at once, and whenever the table, what can be tapped or the window has changed. */
  update?(frame: ViewMessage): void
  destroy?(): void
}

export interface BoardHost {
  /** What the server sent last. */
  readonly frame: ViewMessage
  /** The named size of the window: on a `tiny` one the whole table scrolls, and `side` is a phone on its side. */
  readonly size: 'phone' | 'low' | 'tiny' | 'side' | 'desk'
  /** The page's own drawing of a zone, for the board to place. The page keeps it up to date: the cards, what lights up, what a
   * tap does, keys, screen readers, dragging and flying cards. With `lay` the board says where each item lies. */
  zone(id: string, lay?: Lay): HTMLElement
  /** A card or a piece, only drawn, as wide as its parent. */
  card(item: string | Item): Element
  /** What a tap on the item, or on the whole zone, would do now, in words; empty if nothing. */
  can(zone: string, index?: number): string
  /** Does it. */
  tap(zone: string, index?: number): void
  /** Sends an action. If the rules do not allow it, the player is told so. */
  act(action: { do: string; [field: string]: unknown }): void
}

/** Where the middle of an item lies, in percent of the zone's width and height, and how far it is turned, in degrees. */
export type Lay = (index: number, count: number) => { x: number; y: number; turn?: number }
