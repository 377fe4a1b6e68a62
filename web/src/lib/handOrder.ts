/** The order the player gave the hand, shown before the server answers with the same. */

import { faceOf, holesOf } from './asks'
import type { ZoneItem } from './zones'
import type { View, Zone } from './wire'

/** The cards in that order; unlisted ones come last, in their old order. Equal cards each have their own place. */
export function inOrder(items: readonly ZoneItem[], order: readonly string[]): ZoneItem[] {
  const left = [...items]
  const listed = order.flatMap((face) => {
    const at = left.findIndex((item) => faceOf(item) === face)
    return at < 0 ? [] : left.splice(at, 1)
  })
  return [...listed, ...left]
}

/** Whether the hand can be rearranged: not while an ask refers to its places by number. */
export const isLoose = (view: View, zone: Zone): boolean =>
  zone.kind === 'hand' && zone.seat != null && zone.seat === view.seat &&
  !view.asks?.some((ask) => holesOf(ask).some(([, hole]) => hole.hole === 'slot' && hole.from === zone.id))

export const arranged = (view: View, order: readonly string[]): View => ({
  ...view,
  zones: view.zones.map((zone) => (isLoose(view, zone) ? { ...zone, items: inOrder(zone.items ?? [], order) } : zone)),
})

export function moved<T>(things: readonly T[], from: number, to: number): T[] {
  const left = things.toSpliced(from, 1)
  return left.toSpliced(to, 0, things[from]!)
}
