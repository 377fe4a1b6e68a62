import { expect, test } from 'vitest'
import { stepNow } from './lesson'
import type { LessonStep } from './wire'

const steps: LessonStep[] = [0, 0, 0, 4, 7].map((at) => ({ say: '', rule: '', at, do: [] }))

test('steps for the same moment are read one after the other', () => {
  expect(stepNow(steps, 0, 0)).toBe(0)
  expect(stepNow(steps, 0, 2)).toBe(2)
})

test('while others play there is no step, and a move made early skips what was not read', () => {
  expect(stepNow(steps, 1, 3)).toBe(-1)
  expect(stepNow(steps, 4, 1)).toBe(3)
})

test('what has been read is not said again', () => {
  expect(stepNow(steps, 7, 5)).toBe(-1)
})
