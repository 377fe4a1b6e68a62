/** The moments of a frame that are worth cheering. Knows no page and no rules. */

import { follows, isDeal } from './travels'
import type { Sound } from './tunes'
import type { Moment, ViewMessage } from './wire'

export interface Cheer {
  kind: Moment['kind'] | 'last' | 'win'
  say: string
  seat: number | null
  zone: string // the pile it happened on, if it was one
}

export const SOUNDS: Record<Cheer['kind'], Sound> = { call: 'knock', slam: 'slap', shout: 'gong', delight: 'pop', out: 'win', win: 'win', throw: 'slide', last: 'last' }

/** How many leaves fall. */
export const LEAVES: Record<Cheer['kind'], number> = { call: 0, slam: 0, shout: 0, delight: 16, out: 24, win: 48, throw: 0, last: 0 }

export function cheersOf(before: ViewMessage | null, now: ViewMessage, wins: (seats: number[]) => string, last: (word: string) => string): Cheer[] {
  if (!follows(before, now)) return []
  const seen = before!.version
  const isPile = (id: string): boolean => now.view?.zones.find((zone) => zone.id === id)?.kind === 'pile'
  const cheers = now.happened
    .filter((entry) => entry.version > seen)
    .flatMap(({ moments = [], travels = [] }) =>
      moments.map(({ kind, say, seat = null }): Cheer => ({ kind, say, seat, zone: travels.findLast(({ to }) => isPile(to))?.to ?? '' })),
    )
    .map((cheer, _, all): Cheer => (cheer.kind === 'shout' && all.some(({ say, seat }) => say === cheer.say && seat !== cheer.seat) ? { ...cheer, seat: null } : cheer))
    .filter((cheer, at, all) => cheer.kind !== 'shout' || all.findIndex((other) => other.say === cheer.say) === at) // two players may go out at once
  if (isDeal(before, now) && now.view!.of > 1 && now.view!.round === now.view!.of)
    cheers.push({ kind: 'last', say: last(now.table.round_word), seat: null, zone: '' })
  const winners = now.view?.winners ?? []
  if (now.table.phase === 'over' && before!.table.phase !== 'over' && winners.length)
    cheers.push({ kind: 'win', say: wins(winners), seat: winners.find((seat) => seat === now.you.seat) ?? winners[0]!, zone: '' })
  return cheers
}
