import { expect, test } from 'vitest'
import { levelAbout, levelName, offered, usualOf } from './levels'

test('the levels are offered as the server lists them, except the one for measuring', () => {
  expect(offered(['gentle', 'steady', 'sharp', 'random'])).toEqual(['gentle', 'steady', 'sharp'])
  expect(offered(['gentle', 'magpie', 'sharp'])).toEqual(['gentle', 'magpie', 'sharp'])
})

test('steady is the default, or else the game’s first', () => {
  expect(usualOf(['gentle', 'steady', 'sharp', 'random'])).toBe('steady')
  expect(usualOf(['gentle', 'magpie', 'sharp', 'random'])).toBe('magpie')
  expect(usualOf(['gentle'])).toBe('gentle')
  expect(usualOf([])).toBe('')
})

test('a level without words has its own name', () => {
  expect([levelName('sharp'), levelAbout('sharp')]).toEqual(['Sharp', 'thinks ahead'])
  expect([levelName('magpie'), levelAbout('magpie')]).toEqual(['magpie', ''])
})
