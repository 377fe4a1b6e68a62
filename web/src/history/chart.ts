import type { GameStandings, Standing } from '../lib/wire'

/** The geometry of the charts: the order of games, the numbers on the axis, room for the emblems. */

export type ChartKind = 'wins' | 'points' | 'average'

export interface ChartLine {
  person: Standing
  points: { game: number; value: number; won: boolean }[]
}

/** People are told apart by eight colors and emblems. */
export const MOST_LINES = 8

export const sameName = (name: string): string => name.toLowerCase()

/** Everybody's color and emblem, the same for every game, in order of games played. */
export function placesOf(standings: GameStandings[]): Map<string, number> {
  const games = new Map<string, number>()
  for (const { people } of standings)
    for (const person of people) games.set(sameName(person.name), (games.get(sameName(person.name)) ?? 0) + person.games)
  const most = [...games].sort(([a, many], [b, more]) => more - many || a.localeCompare(b))
  return new Map(most.map(([name], place) => [name, place]))
}

/** All games that these people played, in order. */
export function gamesOf(people: Standing[]): { code: string; at: number }[] {
  const found = new Map(people.flatMap(({ course }) => course.map(({ code, at }) => [code, at] as const)))
  return [...found].map(([code, at]) => ({ code, at })).sort((a, b) => a.at - b.at || a.code.localeCompare(b.code))
}

export function linesOf(people: Standing[], kind: ChartKind): ChartLine[] {
  const place = new Map(gamesOf(people).map(({ code }, game) => [code, game]))
  return people.map((person) => ({
    person,
    points: person.course.map((point) => ({
      game: place.get(point.code)!,
      value: kind === 'wins' ? point.wins : kind === 'points' ? point.score : point.average,
      won: point.won,
    })),
  }))
}

/** The lines from a game on, without people who have played none since. */
export const since = (lines: ChartLine[], first: number): ChartLine[] =>
  lines
    .map(({ person, points }) => ({ person, points: points.filter(({ game }) => game >= first) }))
    .filter(({ points }) => points.length)

/** Four or five round numbers that span these values. Wins are whole and start at 0. */
export function ticks(values: number[], kind: ChartKind): number[] {
  const least = kind === 'wins' ? 0 : Math.min(...values)
  const most = Math.max(...values, least + 1)
  const rough = (most - least) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough)
  const first = Math.floor(least / step)
  const last = Math.ceil(most / step)
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** Moves heights apart, as little as possible, until neighbors are at least `gap` apart, and keeps them within bounds. */
export function spread(heights: number[], gap: number, bottom: number): number[] {
  const order = heights.map((_, at) => at).sort((a, b) => heights[a]! - heights[b]!)
  const found = [...heights]
  order.forEach((at, rank) => {
    if (rank) found[at] = Math.max(found[at]!, found[order[rank - 1]!]! + gap)
  })
  let limit = bottom
  for (const at of order.toReversed()) {
    found[at] = Math.min(found[at]!, limit)
    limit = found[at]! - gap
  }
  return found
}
