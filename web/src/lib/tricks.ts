import type { View, Zone } from './wire'

/** Where the cards of a trick lie, and what is known of tricks. Knows no page and no rules. */

/** A place, in cards and the gaps between them: across from the middle, and down from the top. */
export interface TrickPlace {
  seat: number
  x: number
  y: number
}

/** A place for every seat, toward its player: the others clockwise from the viewer's left over the far side, as they sit around the table, and the
 * viewer's own nearest. */
export function trickPlaces(others: number[], mine: number | null): TrickPlace[] {
  const last = others.length - 1
  const beside = last > 1 // those at the ends sit on the left and on the right
  const places = others.map((seat, at): TrickPlace => ({
    seat,
    x: (at - last / 2) * (last === 1 ? 1.2 : 1),
    y: beside && (at === 0 || at === last) ? 0.5 : 0,
  }))
  return mine === null ? places : [...places, { seat: mine, x: 0, y: 1 }]
}

export const trickOf = (view: View): Zone | undefined => view.zones.find((zone) => zone.kind === 'trick')

/** The tricks that a seat has taken. */
export const wonBy = (view: View, seat: number): Zone | undefined => view.zones.find((zone) => zone.kind === 'won' && zone.seat === seat)

/** Where the last trick lies, if somebody has taken one. */
export const lastTrick = (view: View): Zone | undefined => view.zones.find((zone) => zone.kind === 'won' && !!zone.items?.length)
