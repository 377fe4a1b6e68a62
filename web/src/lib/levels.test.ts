import { expect, test } from 'vitest'
import { levelAbout, levelName, offered, usualOf } from './levels'

test('the levels are offered as the house lists them, but not the one that is for measuring', () => {
  expect(offered(['gentle', 'steady', 'sharp', 'random'])).toEqual(['gentle', 'steady', 'sharp'])
  expect(offered(['gentle', 'magpie', 'sharp'])).toEqual(['gentle', 'magpie', 'sharp'])
})

test('steady is the usual one, or else the first of the game’s own', () => {
  expect(usualOf(['gentle', 'steady', 'sharp', 'random'])).toBe('steady')
  expect(usualOf(['gentle', 'magpie', 'sharp', 'random'])).toBe('magpie')
  expect(usualOf(['gentle'])).toBe('gentle')
  expect(usualOf([])).toBe('')
})

test('a level without words of ours has its own name', () => {
  expect([levelName('sharp'), levelAbout('sharp')]).toEqual(['Sharp', 'thinks ahead'])
  expect([levelName('magpie'), levelAbout('magpie')]).toEqual(['magpie', ''])
})
