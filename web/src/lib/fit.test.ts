import { expect, test } from 'vitest'
import { flow, largest, meldSize } from './fit'

const box = (width: number, height: number) => ({ width, height })

test('boxes flow into rows, and a row is as high as its highest box', () => {
  expect(flow([box(40, 10), box(50, 20), box(30, 10)], 100, box(10, 5))).toEqual(box(100, 35))
  expect(flow([box(40, 10)], 10, box(10, 5))).toEqual(box(40, 10))
  expect(flow([], 10, box(10, 5))).toEqual(box(0, 0))
})

test('the cards of a meld overlap, those of a long run more', () => {
  expect(meldSize(3, 100).width).toBeCloseTo(224)
  expect(meldSize(1, 100)).toEqual(box(100, 140))
  expect(meldSize(13, 100).width).toBeLessThan(12 * 62)
})

test('cards are as large as fits, never smaller than the least', () => {
  const square = (scale: number) => box(scale, scale)
  expect(largest(10, 90, box(200, 200), square)).toBe(90)
  expect(largest(10, 90, box(50, 200), square)).toBeCloseTo(50, -1)
  expect(largest(10, 90, box(50, 200), square)).toBeLessThanOrEqual(50)
  expect(largest(10, 90, box(5, 5), square)).toBe(10)
})
