import { expect, test } from 'vitest'
import { VIEW } from './fixtures'
import { lastTrick, trickPlaces, wonBy } from './tricks'
import type { Zone } from './wire'

const spots = (others: number[], mine: number | null = 9): string[] => trickPlaces(others, mine).map(({ seat, x, y }) => `${seat} ${x} ${y}`)

test('the cards of a trick lie toward their players', () => {
  expect(spots([1])).toEqual(['1 0 0', '9 0 1'])
  expect(spots([1, 2])).toEqual(['1 -0.6 0', '2 0.6 0', '9 0 1'])
  expect(spots([1, 2, 3])).toEqual(['1 -1 0.5', '2 0 0', '3 1 0.5', '9 0 1'])
  expect(spots([1, 2, 3, 4, 5])).toEqual(['1 -2 0.5', '2 -1 0', '3 0 0', '4 1 0', '5 2 0.5', '9 0 1'])
  expect(spots([0, 1, 2], null)).toEqual(['0 -1 0.5', '1 0 0', '2 1 0.5'])
})

test('the places of a trick never overlap', () => {
  for (const count of [1, 2, 3, 4, 5, 6, 7]) {
    const places = trickPlaces([...Array(count).keys()], 9)
    const apart = places.every((one) => places.every((other) => one === other || Math.abs(one.x - other.x) >= 1 || Math.abs(one.y - other.y) >= 1))
    expect(apart).toBe(true)
  }
})

test('the last trick lies with the seat that took it', () => {
  const won = (seat: number, count: number, items?: Zone['items']): Zone => ({ id: `won:${seat}`, kind: 'won', label: 'Tricks', seat, count, items })
  const view = { ...VIEW, zones: [won(0, 3), won(1, 2, ['7H', '8H'])] }
  expect([lastTrick(view)?.seat, wonBy(view, 0)?.count]).toEqual([1, 3])
  expect(lastTrick({ ...view, zones: [won(0, 0)] })).toBeUndefined()
})
