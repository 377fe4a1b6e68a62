import { expect, test } from 'vitest'
import { USUAL_PACE, callTime, withCallTime } from './pace'

test('every time for a call is told from the others, and comes back as it was', () => {
  for (const time of ['rules', 'own', 'wait', 'none'] as const) expect(callTime(withCallTime(USUAL_PACE, time))).toBe(time)
  expect(callTime({ turn: 0, windows: true, patience: 120 })).toBe('rules')
})

test('own seconds are kept, and begin somewhere', () => {
  expect(withCallTime(USUAL_PACE, 'own').window).toBe(10)
  expect(withCallTime({ ...USUAL_PACE, window: 20 }, 'own').window).toBe(20)
  expect(withCallTime(USUAL_PACE, 'own', 3)).toMatchObject({ windows: true, window: 3 })
  expect(withCallTime({ ...USUAL_PACE, window: 0 }, 'wait')).toMatchObject({ windows: false, window: null })
})
