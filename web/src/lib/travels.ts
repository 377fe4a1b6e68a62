/** What moves between two frames, as a dealer and the players would move it. No page here, and no rules. */

import { isCountOnly } from './zones'
import type { Travel, View, ViewMessage } from './wire'

const CAUGHT_UP = 3 // versions: whoever has missed more sees how things lie, not how they came there
const BACKS = 3 // that stand for a hand nobody sees into

/** Was this seen coming? */
export const follows = (before: ViewMessage | null, now: ViewMessage): boolean =>
  !!before && now.version >= before.version && now.version - before.version <= CAUGHT_UP

/** Have the cards just been dealt? */
export const isDeal = (before: ViewMessage | null, now: ViewMessage): boolean =>
  !!before && !!now.view && now.table.phase === 'playing' && follows(before, now) &&
  (['lobby', 'dealing'].includes(before.table.phase) || (!!before.view && before.view.round !== now.view.round))

/** Every card of a deal, one round of the table after the other. */
export function dealt(view: View): Travel[] {
  const stock = view.zones.find((zone) => zone.kind === 'pile' && !zone.items?.length && zone.count)?.id ?? ''
  const first = view.waiting?.[0] ?? 0
  const seats = [...view.seats.keys()].map((seat) => (seat + first) % view.seats.length)
  const each = seats.map((seat) =>
    view.zones
      .filter((zone) => zone.seat === seat && (zone.kind === 'hand' || zone.kind === 'grid'))
      .flatMap((zone) => (isCountOnly(zone) ? zone.items!.slice(0, BACKS) : (zone.items ?? [])).map((item, index): Travel => {
        const face = typeof item === 'string' ? item : (item.face ?? undefined)
        return { from: stock, to: zone.id, toIndex: index, ...(face && { face }) }
      })),
  )
  const most = Math.max(0, ...each.map((cards) => cards.length))
  return Array.from({ length: most }, (_, round) => each.flatMap((cards) => cards[round] ?? [])).flat()
}

/** The travels of a frame. A card that only passed through a place nobody sees any more goes straight on. */
export function travelsOf(now: ViewMessage): Travel[] {
  const there = new Set(now.view?.zones.map((zone) => zone.id))
  const joined: Travel[] = []
  for (const next of now.happened.flatMap((entry) => entry.travels ?? [])) {
    const same = (one: Travel): boolean => one.to === next.from && (!one.face || !next.face || one.face === next.face)
    const at = there.has(next.from) ? -1 : joined.findLastIndex(same)
    const first = joined[at]
    if (!first) joined.push(next)
    else joined[at] = { ...first, to: next.to, face: next.face ?? first.face, toIndex: next.toIndex }
  }
  return joined
}
