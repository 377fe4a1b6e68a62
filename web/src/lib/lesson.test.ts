import { expect, test } from 'vitest'
import { answered, around, goOn, type Progress } from './lesson'
import type { LessonStep, Phase, ViewMessage } from './wire'

const steps: LessonStep[] = ['start', 'start', 'waiting', 'draw take', 'swap -discard', 'draw take', 'over'].map((on) => ({
  on: on.split(' '),
  say: on,
  rule: '',
}))
const NOTHING: Progress = { seen: [], shown: null }

const now = (offered: string, phase: Phase = 'playing'): Set<string> =>
  around({
    table: { phase },
    view: { asks: offered.split(' ').filter(Boolean).map((name) => ({ say: name, action: { do: name } })) },
  } as unknown as ViewMessage)

test('what is on offer and the situation', () => {
  expect(now('draw take')).toEqual(new Set(['draw', 'take', 'start']))
  expect(now('')).toEqual(new Set(['waiting', 'start']))
  expect(now('deal', 'between')).toEqual(new Set(['deal', 'between', 'start']))
})

test('the first steps are read one by one, and end when the learner plays', () => {
  const first = goOn(steps, NOTHING, null, now('draw take'))
  expect(first.shown).toBe(0)
  const second = answered(steps, first, now('draw take'))
  expect(second.shown).toBe(1)
  expect(goOn(steps, first, now('draw take'), now('swap')).shown).toBe(4)
  expect(answered(steps, second, now('draw take')).shown).toBe(3)
})

test('a step shown while others play stays until it is read or the learner plays', () => {
  const waiting = goOn(steps, { seen: [0, 1], shown: null }, now('swap'), now(''))
  expect(waiting.shown).toBe(2)
  const asked = goOn(steps, waiting, now(''), now('draw take'))
  expect(asked.shown).toBe(2)
  expect(answered(steps, asked, now('draw take')).shown).toBe(3)
  expect(goOn(steps, asked, now('draw take'), now('swap')).shown).toBe(4)
})

test('a step goes when it is done, and is not shown again; another one for the same comes later', () => {
  const drawing = goOn(steps, { seen: [0, 1, 2], shown: null }, now(''), now('draw take'))
  expect(drawing.shown).toBe(3)
  const placing = goOn(steps, drawing, now('draw take'), now('swap discard'))
  expect(placing).toMatchObject({ seen: [0, 1, 2, 3], shown: null })
  expect(goOn(steps, placing, now(''), now('draw take')).shown).toBe(5)
})

test('one step a turn is enough', () => {
  const read = answered(steps, { seen: [0, 1, 2], shown: 3 }, now('draw take'))
  expect(read.shown).toBe(null)
  expect(goOn(steps, read, now('draw take'), now('draw take')).shown).toBe(null)
  const later = goOn(steps, goOn(steps, read, now('draw take'), now('')), now(''), now('draw take'))
  expect(later.shown).toBe(5)
})

test('the last word stays', () => {
  const over = goOn(steps, { seen: [0, 1, 2, 3], shown: 5 }, now('draw take'), now('', 'over'))
  expect(over.shown).toBe(6)
})
