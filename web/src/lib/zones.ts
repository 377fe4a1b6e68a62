import { stage } from './stage.svelte'
import { stored } from './storage.svelte'
import type { Item, View, Zone } from './wire'

/** Where a game's zones go: in the middle, in front of a player, or in a hand. */

/** An item of a zone: only its face, or more. */
export type ZoneItem = string | Item

/** Held cards go beside the piles, where everybody looks; melds go in the middle. */
export const isCentral = (zone: Zone): boolean => zone.kind === 'held' || zone.kind === 'meld'

/** The cards a player plays with. Their label is not shown, and their note goes beside the name. */
export const isMain = (zone: Zone): boolean => zone.kind === 'grid' || zone.kind === 'hand'

/** What lies in front of a player. Tricks that were taken are beside the name. */
export const zonesOf = (view: View, seat: number): Zone[] =>
  view.zones.filter((zone) => zone.seat === seat && !isCentral(zone) && zone.kind !== 'won')

export const notesOf = (zones: Zone[]): string[] => zones.flatMap((zone) => (isMain(zone) && zone.note ? [zone.note] : []))

/** Whether only the number of cards is known. */
export const isCountOnly = (zone: Zone): boolean =>
  zone.kind === 'hand' && !!zone.items?.every((item) => typeof item === 'object' && !item.face)

/** Whether all hands are shown. */
export const handsOpen = (view: View): boolean =>
  view.zones.some((zone) => zone.kind === 'hand' && zone.seat !== view.seat && !!zone.items?.length && !isCountOnly(zone))

/** A hand of more cards than this has two rows; in easy mode, where a phone is high enough for two rows of large cards. */
export const ROW = { narrow: 12, roomy: 20, easy: 7 }
export const handRows = (count: number, roomy: boolean): number => (count > (roomy ? ROW.roomy : stored.easy && stage.size === 'phone' ? ROW.easy : ROW.narrow) ? 2 : 1)

/** A hand with two rows keeps them for a few cards fewer, so that drawing and discarding does not move it. */
export const rowsAfter = (before: number, count: number, roomy: boolean): number =>
  Math.max(handRows(count, roomy), before > 1 ? handRows(count + KEPT, roomy) : 1)
const KEPT = 3

/** The rows of cards that a player's zones need: a hand takes the whole width, the rest goes side by side. */
export function rowsOf(zones: Zone[], roomy: boolean): number {
  const rows = (zone: Zone): number => {
    const count = zone.items?.length ?? 0
    return zone.kind === 'grid' ? Math.ceil(count / (zone.columns || 1)) : zone.kind === 'hand' ? handRows(count, roomy) : 1
  }
  const most = (some: Zone[]): number => Math.max(0, ...some.filter((zone) => zone.items?.length).map(rows))
  return Math.max(1, most(zones.filter((zone) => zone.kind === 'hand')) + most(zones.filter((zone) => zone.kind !== 'hand')))
}

/** The melds at a prize: those whose id ends in the prize's id. */
const meldsAt = (view: View, prize: Zone): Zone[] =>
  view.zones.filter((zone) => zone.kind === 'meld' && zone.id.endsWith(`:${prize.id}`))

/** The prizes, each with everybody's melds there, in the order of the seats. */
export const prizesOf = (view: View, seats: number[]): { prize: Zone; melds: Zone[] }[] =>
  view.zones
    .filter((zone) => zone.kind === 'prize')
    .map((prize) => ({ prize, melds: seats.flatMap((seat) => meldsAt(view, prize).filter((meld) => meld.seat === seat)) }))
    .filter(({ melds }) => melds.length > 0)

/** The other melds by player, in the given order; melds that belong to nobody come first. */
export function laidBy(view: View, seats: number[]): { seat: number | null; zones: Zone[] }[] {
  const atPrizes = prizesOf(view, seats).flatMap(({ melds }) => melds)
  const melds = view.zones.filter((zone) => zone.kind === 'meld' && !atPrizes.includes(zone))
  return [null, ...seats]
    .map((seat) => ({ seat, zones: melds.filter((zone) => (zone.seat ?? null) === seat) }))
    .filter(({ zones }) => zones.length > 0)
}

/** The smallest block that holds these items of a grid, as a CSS grid area. */
export function areaOf(items: number[], columns: number): string {
  const rows = items.map((item) => Math.floor(item / columns))
  const across = items.map((item) => item % columns)
  return [Math.min(...rows), Math.min(...across), Math.max(...rows) + 1, Math.max(...across) + 1].map((line) => line + 1).join(' / ')
}

/** The others' places, clockwise from the player's left: as many on one side as on the other, the rest on the far side. */
export function around(seats: number[]): { left: number[]; far: number[]; right: number[] } {
  const beside = seats.length < 3 ? 0 : seats.length < 6 ? 1 : 2
  return {
    left: seats.slice(0, beside),
    far: seats.slice(beside, seats.length - beside),
    right: seats.slice(seats.length - beside),
  }
}
