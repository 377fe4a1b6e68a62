import { expect, test } from 'vitest'
import { nearest } from './arrowKeys'

const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 })

test('arrows go to the nearest in their direction', () => {
  const others = [box(20, 0), box(0, 20), box(40, 0), box(-20, 1)]
  expect(nearest('ArrowRight', box(0, 0), others)).toBe(0)
  expect(nearest('ArrowDown', box(0, 0), others)).toBe(1)
  expect(nearest('ArrowLeft', box(0, 0), others)).toBe(3)
  expect(nearest('ArrowUp', box(0, 0), others)).toBe(-1)
  expect(nearest('a', box(0, 0), others)).toBe(-1)
})
