import { expect, test } from 'vitest'
import type { GameStandings, Standing } from '../lib/wire'
import { gamesOf, linesOf, placesOf, since, spread, ticks } from './chart'

const person = (name: string, ...course: [code: string, at: number, score: number, wins: number][]): Standing => ({
  name, games: course.length, wins: 0, shared: 0, average: 0, best: 0, worst: 0, streak: 0, longest: 0, awards: {},
  course: course.map(([code, at, score, wins]) => ({ code, at, score, wins, won: false, average: score / 2 })),
})
const ann = person('Ann', ['A', 1, 10, 1], ['B', 2, 8, 2], ['D', 4, 20, 2])
const bob = person('Bob', ['B', 2, 9, 0], ['C', 3, 7, 1])

test('games are in the order they were played, for all players', () => {
  expect(gamesOf([ann, bob]).map(({ code }) => code)).toEqual(['A', 'B', 'C', 'D'])
  expect(linesOf([ann, bob], 'wins')[1]!.points.map(({ game, value }) => [game, value])).toEqual([[1, 0], [2, 1]])
  expect(linesOf([ann], 'points')[0]!.points.map(({ value }) => value)).toEqual([10, 8, 20])
  expect(linesOf([ann], 'average')[0]!.points.map(({ value }) => value)).toEqual([5, 4, 10])
})

test('people who played none of the last games are left out', () => {
  expect(since(linesOf([ann, bob], 'points'), 3).map(({ person, points }) => [person.name, points.length])).toEqual([['Ann', 1]])
})

test('everybody has the same color in every game, and upper case does not matter', () => {
  const table = (people: Standing[]): GameStandings => ({ game: 'g', title: 'G', games: 1, most_wins: false, people })
  expect([...placesOf([table([bob, ann]), table([person('BOB', ['E', 5, 1, 1], ['F', 6, 1, 1])])])]).toEqual([['bob', 0], ['ann', 1]])
})

test.each([
  [[0, 3], 'wins', [0, 1, 2, 3]],
  [[0], 'wins', [0, 1]],
  [[-12, 47], 'points', [-20, 0, 20, 40, 60]],
  [[7, 7], 'average', [7, 8]],
  [[0, 1000], 'points', [0, 500, 1000]],
] as const)('the figures beside %j are round', (values, kind, expected) => {
  expect(ticks([...values], kind)).toEqual(expected)
})

test('overlapping names move apart, and none leaves the chart', () => {
  expect(spread([50, 10, 52], 20, 200)).toEqual([50, 10, 70])
  expect(spread([190, 195, 198], 20, 200)).toEqual([160, 180, 200])
  expect(spread([], 20, 200)).toEqual([])
})
