import { expect, test } from 'vitest'
import { downFrom } from './aside'

const box = (top: number, bottom: number, left = 0, right = 100) => ({ left, top, right, bottom })

test('a notice stays at the top unless it would cover what the hint points at', () => {
  expect(downFrom(box(0, 50), [], 500)).toBe(0)
  expect(downFrom(box(0, 50), [box(60, 90)], 500)).toBe(0)
  expect(downFrom(box(0, 50), [box(10, 90, 120, 160)], 500)).toBe(0)
})

test('it goes down to the first place where it covers nothing, or the least', () => {
  expect(downFrom(box(0, 50), [box(10, 90)], 500)).toBe(96)
  expect(downFrom(box(0, 50), [box(10, 90), box(120, 300)], 500)).toBe(304)
  expect(downFrom(box(0, 50), [box(0, 90), box(100, 500, 0, 10)], 500)).toBe(96)
})
