/** What moves between two frames, as a dealer and the players would move it. Knows no page and no rules. */

import { isCountOnly } from './zones'
import type { Travel, View, ViewMessage, ZoneKind } from './wire'

const CAUGHT_UP = 3 // versions: a device that missed more shows the result without motion
const BACKS = 3 // card backs that stand for a hidden hand

/** Whether the new frame follows the shown one closely enough for motion. */
export const follows = (before: ViewMessage | null, now: ViewMessage): boolean =>
  !!before && now.version >= before.version && now.version - before.version <= CAUGHT_UP

/** Whether the cards have just been dealt. */
export const isDeal = (before: ViewMessage | null, now: ViewMessage): boolean =>
  !!before && !!now.view && now.table.phase === 'playing' && follows(before, now) &&
  (['lobby', 'dealing'].includes(before.table.phase) || (!!before.view && before.view.round !== now.view.round))

/** Every card of a deal, one to each player in turn. */
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

/** The travels of a frame. A card that only passed through a place that is gone now flies straight on. */
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

const MELDS = 240 // milliseconds from one meld of a lay-down to the next, and from one pile that is taken from to the next

/** How many milliseconds later than a single card the melds of a lay-down have landed. */
export const landsLater = (now: ViewMessage): number => {
  const melds = now.view?.zones.filter((zone) => zone.kind === 'meld' && travelsOf(now).some(({ to }) => to === zone.id)) ?? []
  return melds.length > 1 ? melds.length * MELDS : 0
}

/** When each card starts, in milliseconds: so far apart, a lay-down meld by meld, and what somebody takes pile by pile. */
export function startsOf(travels: Travel[], apart: number, kindOf: (zone: string) => ZoneKind | undefined): number[] {
  const differ = (one: string, other: string, kind: ZoneKind): boolean => one !== other && kindOf(one) === kind && kindOf(other) === kind
  let start = -apart
  return travels.map((now, at) => {
    const last = travels[at - 1] ?? now
    start += differ(last.to, now.to, 'meld') || differ(last.from, now.from, 'pile') ? MELDS : apart
    return start
  })
}

/** A card of a finished trick on its way to the winner; `arrives` is how it got into the trick, if that was in the same frame. */
export interface Gathered {
  travel: Travel
  arrives?: Travel
}

/** Separates the cards of finished tricks, which lie for a breath before they go, from everything else that moves. */
export function gathered(travels: Travel[], kindOf: (zone: string) => ZoneKind | undefined): { gathered: Gathered[]; rest: Travel[] } {
  const found: Gathered[] = []
  let rest: Travel[] = []
  for (const travel of travels) {
    if (kindOf(travel.from) !== 'trick' || kindOf(travel.to) !== 'won') {
      rest.push(travel)
      continue
    }
    const arrives = rest.findLast((one) => one.to === travel.from && !!one.face && one.face === travel.face)
    rest = rest.filter((one) => one !== arrives)
    found.push({ travel, ...(arrives && { arrives }) })
  }
  return { gathered: found, rest }
}
