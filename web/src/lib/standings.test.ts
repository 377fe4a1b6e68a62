import { expect, it } from 'vitest'
import { VIEW } from './fixtures'
import { standingsOf } from './standings'
import type { View } from './wire'

const view = (sheet: number[][], more: Partial<View> = {}): View => ({
  ...VIEW,
  sheet,
  seats: [0, 1, 2].map((seat) => ({ score: sheet.reduce((sum, row) => sum + row[seat]!, 0) })),
  ...more,
})

it('says who moved, and where everybody was before the round', () => {
  const found = standingsOf(view([[5, 10, 20], [30, 0, 0]]), false)
  expect(found.map(({ side, score, was, from, moved }) => [side[0], score, was, from, moved])).toEqual([
    [1, 10, 10, 1, 1],
    [2, 20, 20, 2, 1],
    [0, 35, 5, 0, -2],
  ])
})

it('says that nobody moved in the first round, and leaves equals where they are', () => {
  expect(standingsOf(view([[9, 0, 4]]), false).map(({ side, moved }) => [side[0], moved])).toEqual([[1, 0], [2, 0], [0, 0]])
  expect(standingsOf(view([[5, 5, 5], [1, 1, 1]]), false).map(({ from, moved }) => [from, moved])).toEqual([[0, 0], [1, 0], [2, 0]])
})

it('puts the most points first where they win, and winners before all', () => {
  expect(standingsOf(view([[1, 2, 3]]), true).map(({ side }) => side[0])).toEqual([2, 1, 0])
  expect(standingsOf(view([[1, 2, 3]], { winners: [1] }), false).map(({ side }) => side[0])).toEqual([1, 0, 2])
})
