import { describe, expect, test } from 'vitest'
import { areaOf, around, handsOpen, isCountOnly, laidBy, notesOf, prizesOf, rowsAfter, rowsOf, zonesOf } from './zones'
import { VIEW } from './fixtures'
import type { View, Zone } from './wire'

/** A table of six players with three melds each; the viewer's hand has sixteen cards. */
const hand = (seat: number, count: number, face?: string): Zone => ({
  id: `hand:${seat}`,
  kind: 'hand',
  label: 'Hand',
  seat,
  items: Array.from({ length: count }, () => face ?? { down: true }),
})
const meld = (seat: number, at: number): Zone => ({
  id: `meld:${seat * 3 + at}`,
  kind: 'meld',
  label: 'Run in hearts',
  seat,
  items: ['9H', '10H', { face: 'JOK', as: 'JH' }, 'QH'],
})
const six = [0, 1, 2, 3, 4, 5]
const view: View = {
  ...VIEW,
  seats: six.map(() => ({ score: 0 })),
  zones: [
    { id: 'stock', kind: 'pile', label: 'Stock', count: 50 },
    ...six.map((seat) => hand(seat, seat === 2 ? 16 : 9, seat === 2 ? '7H' : undefined)),
    ...six.flatMap((seat) => [0, 1, 2].map((at) => meld(seat, at))),
  ],
}

describe('the places of a table', () => {
  test('melds are grouped by owner, in the given order', () => {
    const laid = laidBy(view, [3, 4, 5, 0, 1, 2])
    expect(laid.map(({ seat }) => seat)).toEqual([3, 4, 5, 0, 1, 2])
    expect(laid[0]?.zones.map(({ id }) => id)).toEqual(['meld:9', 'meld:10', 'meld:11'])
    const nobodys: Zone = { id: 'meld:99', kind: 'meld', label: 'Pair', items: ['7H', '7S'] }
    expect(laidBy({ ...view, zones: [nobodys, meld(1, 0)] }, [0, 1]).map(({ seat }) => seat)).toEqual([null, 1])
  })

  test('melds at a prize are shown there and nowhere else', () => {
    const laid = (seat: number, side: string): Zone => ({ ...meld(seat, 0), id: `laid:${seat}:${side}` })
    const prize = (side: string): Zone => ({ id: side, kind: 'prize', label: side, items: ['R2', '7H'] })
    const zones = [prize('left'), prize('right'), laid(0, 'left'), laid(1, 'left'), laid(0, 'right'), laid(1, 'right'), meld(1, 2)]
    const ids = prizesOf({ ...view, zones }, [1, 0]).map(({ prize, melds }) => [prize.id, ...melds.map(({ id }) => id)])
    expect(ids).toEqual([['left', 'laid:1:left', 'laid:0:left'], ['right', 'laid:1:right', 'laid:0:right']])
    expect(laidBy({ ...view, zones }, [1, 0]).map(({ zones }) => zones)).toEqual([[meld(1, 2)]])
    expect(prizesOf({ ...view, zones: [prize('left'), meld(0, 0)] }, [0])).toEqual([])
  })

  test('hands are open when another player\'s is', () => {
    expect(handsOpen({ ...view, seat: 2 })).toBe(false)
    expect(handsOpen({ ...view, seat: 1 })).toBe(true)
  })

  test('a hand of thirteen cards has two rows, and keeps them while cards are drawn and discarded', () => {
    let rows = 1
    const seen = [12, 13, 12, 11, 10, 9, 12].map((count) => (rows = rowsAfter(rows, count, false)))
    expect(seen).toEqual([1, 2, 2, 2, 2, 1, 1])
  })

  test('a seat has its hand, and its melds are elsewhere', () => {
    expect(zonesOf(view, 2).map(({ id }) => id)).toEqual(['hand:2'])
    expect(notesOf([{ ...hand(0, 2), note: 'Showing: 9' }, { ...meld(0, 0), note: 'no' }])).toEqual(['Showing: 9'])
  })

  test('a hidden hand is only a number', () => {
    expect(isCountOnly(hand(0, 16))).toBe(true)
    expect(isCountOnly(hand(2, 16, '7H'))).toBe(false)
    expect(isCountOnly({ ...hand(0, 1), items: [{ face: '7H', down: true }] })).toBe(false)
  })

  test('twelve cards have one row, thirteen have two; on a desk twenty have one', () => {
    expect([12, 13, 16].map((count) => rowsOf([hand(0, count)], false))).toEqual([1, 2, 2])
    expect([16, 20, 21].map((count) => rowsOf([hand(0, count)], true))).toEqual([1, 1, 2])
    const grid: Zone = { id: 'grid:0', kind: 'grid', label: '', columns: 3, items: ['7H', '7H', '7H', '7H'] }
    expect(rowsOf([hand(0, 4), grid], false)).toBe(3)
    expect(rowsOf([], false)).toBe(1)
  })
})

test('players sit around the table in order, as many on each side', () => {
  const sides = (count: number): number[] => Object.values(around([...Array(count).keys()])).map((side) => side.length)
  expect([1, 2, 3, 4, 5, 6, 7].map(sides)).toEqual([[0, 1, 0], [0, 2, 0], [1, 1, 1], [1, 2, 1], [1, 3, 1], [2, 2, 2], [2, 3, 2]])
  expect(around([3, 4, 0, 1])).toEqual({ left: [3], far: [4, 0], right: [1] })
})

test('a pair in a grid takes the area of its two places', () => {
  expect(areaOf([0, 3], 3)).toBe('1 / 1 / 3 / 2')
  expect(areaOf([5], 3)).toBe('2 / 3 / 3 / 4')
})
