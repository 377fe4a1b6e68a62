import type { Zone } from './wire'

/** How large cards can be drawn so that everything fits. Worked out from numbers, so that nothing has to be measured twice. */

export interface Size {
  width: number
  height: number
}

/** How far a card of a meld lies from the next, as a part of its width. Long runs overlap more. */
export const meldStep = (cards: number): number => (cards > 8 ? 0.48 : 0.62)

export const meldSize = (cards: number, card: number): Size => ({
  width: card * (1 + Math.max(0, cards - 1) * meldStep(cards)),
  height: card * 1.4,
})

/** The room that boxes take if they flow into rows of this width. */
export function flow(boxes: Size[], width: number, gap: Size): Size {
  let [across, down, row, widest] = [0, 0, 0, 0]
  for (const box of boxes) {
    if (across > 0 && across + gap.width + box.width > width) {
      down += row + gap.height
      across = row = 0
    }
    across += (across > 0 ? gap.width : 0) + box.width
    row = Math.max(row, box.height)
    widest = Math.max(widest, across)
  }
  return { width: widest, height: down + row }
}

/** The largest number from `least` to `most` at which the size fits the room; `least` if none does. */
export function largest(least: number, most: number, room: Size, size: (scale: number) => Size): number {
  const fits = (scale: number): boolean => {
    const taken = size(scale)
    return taken.width <= room.width && taken.height <= room.height
  }
  if (fits(most)) return most
  let [low, high] = [least, most]
  while (high - low > (most - least) / 64) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** The room that a zone takes without its label, if its cards are so wide. */
export function zoneSize(zone: Zone, card: number): Size {
  const count = zone.items?.length ?? 0
  switch (zone.kind) {
    case 'grid': {
      const columns = zone.columns || 1
      return { width: columns * (card + 8), height: Math.ceil(count / columns) * (card * 1.4 + 8) }
    }
    case 'pieces':
      return { width: count * (Math.min(44, Math.max(30, card * 0.45)) + 2), height: Math.min(44, Math.max(30, card * 0.45)) }
    case 'pile':
      return { width: card * (1 + Math.max(0, Math.min(1.8, (count - 1) * 0.4))), height: card * 1.4 }
    default:
      return { width: Math.max(1, count) * (card + 6) + 16, height: card * 1.4 + 16 }
  }
}
