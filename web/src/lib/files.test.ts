import { expect, test } from 'vitest'
import { fileName } from './files'

test('a file is named after the game and the day', () => {
  expect(fileName('Six-Card Golf', 'csv', new Date(2026, 11, 4))).toBe('Six-Card Golf 2026-12-04.csv')
})
