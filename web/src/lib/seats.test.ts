import { expect, test } from 'vitest'
import { CHAIR, VIEW } from './fixtures'
import { chairWords, othersFrom, sidesFrom, signed } from './seats'

test('the other seats are in order, from the player\'s left', () => {
  expect(othersFrom(2, 4)).toEqual([3, 0, 1])
  expect(othersFrom(0, 2)).toEqual([1])
  expect(othersFrom(null, 3)).toEqual([0, 1, 2])
})

test('a chair says who plays it, unless that is simply its person', () => {
  expect(chairWords({ ...CHAIR, state: 'person', here: true })).toBe('')
  expect(chairWords({ ...CHAIR, state: 'person', here: false })).toBe('away')
  expect(chairWords({ ...CHAIR, state: 'away', bot: 'steady' })).toBe('away, a bot plays')
  expect(chairWords({ ...CHAIR, state: 'open', bot: 'steady' })).toBe('a bot for now')
  expect(chairWords({ ...CHAIR, state: 'bot', bot: 'steady' })).toBe('steady bot')
})

test('points have a proper minus sign', () => {
  expect(signed(-2)).toBe('−2')
  expect(signed(14)).toBe('14')
})

test('the viewer\'s side comes first', () => {
  const view = { ...VIEW, sides: [[0, 2], [1, 3]] }
  expect(sidesFrom(view, 3)).toEqual([[1, 3], [0, 2]])
  expect(sidesFrom(view, 2)).toEqual([[0, 2], [1, 3]])
  expect(sidesFrom(view, null)).toEqual([[0, 2], [1, 3]])
})
