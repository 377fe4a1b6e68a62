import { expect, test } from 'vitest'
import { USUAL_PACE, callTime, paceSaid, withCallTime } from './pace'

test('every kind of call time is recognized after it was set', () => {
  for (const time of ['rules', 'own', 'wait', 'none'] as const) expect(callTime(withCallTime(USUAL_PACE, time))).toBe(time)
})

test('the table\'s own seconds are kept, and have a default', () => {
  expect(withCallTime(USUAL_PACE, 'own').window).toBe(10)
  expect(withCallTime({ ...USUAL_PACE, window: 20 }, 'own').window).toBe(20)
  expect(withCallTime(USUAL_PACE, 'own', 3)).toMatchObject({ windows: true, window: 3 })
  expect(withCallTime({ ...USUAL_PACE, window: 0 }, 'wait')).toMatchObject({ windows: false, window: null })
})

test('a table\'s pace is told in sentences', () => {
  const torpedo = { window: { seconds: 5, may: 'buy the discard' }, races: true }
  expect(paceSaid(USUAL_PACE, torpedo)).toEqual([
    'Nobody’s turn is timed.',
    'Others have 5 seconds to buy the discard.',
    'A bot plays for anybody who’s away for 2 minutes.',
  ])
  expect(paceSaid({ ...withCallTime(USUAL_PACE, 'wait'), turn: 60, calls: 'in turn', patience: 0 }, torpedo)).toEqual([
    'A turn can take a minute. Then the table plays for you.',
    'We wait for everybody who can buy the discard.',
    'If two players call for the same card, it goes to the player next in turn.',
    'If somebody’s away, we wait.',
  ])
  expect(paceSaid(withCallTime(USUAL_PACE, 'own', 1), torpedo)[1]).toBe('Others have 1 second to buy the discard.')
  expect(paceSaid(withCallTime(USUAL_PACE, 'none'), torpedo)[1]).toBe('Others can buy the discard until the next player moves.')
  expect(paceSaid({ ...USUAL_PACE, slam_grace: 4 }, { grace: true })[1]).toBe('You have 4 seconds to cut in.')
  expect(paceSaid(USUAL_PACE, {})).toHaveLength(2)
})
