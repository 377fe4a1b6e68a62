/** Who is ahead after a round, and who moved. Knows no page and no rules. */

import { sidesOf } from './seats'
import type { View } from './wire'

export interface Placing {
  side: number[]
  score: number
  was: number // its score before the round
  from: number // its row before the round
  moved: number // how many places up, or down if it is below 0
}

/** The sides in the order of their scores; the winners come first. */
export function standingsOf(view: View, mostWins: boolean): Placing[] {
  const points = view.sheet?.at(-1)
  const ahead = (one: number, other: number): number => (one - other) * (mostWins ? -1 : 1)
  const won = ([seat]: number[]): number => Number(!!view.winners?.includes(seat!))
  const sides = sidesOf(view)
    .map((side) => {
      const score = view.seats[side[0]!]?.score ?? 0
      return { side, score, was: score - (points?.[side[0]!] ?? 0) }
    })
    .sort((a, b) => won(b.side) - won(a.side) || ahead(a.score, b.score))
  const rows = [...sides].sort((a, b) => ahead(a.was, b.was))
  const place = (which: 'was' | 'score', score: number): number => sides.filter((other) => ahead(other[which], score) < 0).length
  const began = (view.sheet?.length ?? 0) < 2 // before the first round nobody was ahead
  return sides.map((one) => ({
    ...one,
    from: rows.indexOf(one),
    moved: began ? 0 : place('was', one.was) - place('score', one.score),
  }))
}
