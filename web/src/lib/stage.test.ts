import { expect, test } from 'vitest'
import { sizeOf } from './stage.svelte'

const at = (width: number, height: number, letters = 1) => sizeOf(width / (17 * letters), height / (17 * letters))

test('every window has a named size', () => {
  expect(at(320, 568)).toBe('low')
  expect(at(360, 640)).toBe('low')
  expect(at(390, 844)).toBe('phone')
  expect(at(768, 1024)).toBe('phone')
  expect(at(640, 360)).toBe('side')
  expect(at(640, 400)).toBe('side')
  expect(at(844, 390)).toBe('side')
  expect(at(1280, 800)).toBe('desk')
  expect(at(1920, 1080)).toBe('desk')
  expect(at(320, 256)).toBe('tiny')
})

test('large letters make a window small', () => {
  expect(at(390, 844, 1.25)).toBe('low')
  expect(at(390, 844, 1.5)).toBe('tiny')
  expect(at(390, 844, 2)).toBe('tiny')
  expect(at(360, 640, 1.5)).toBe('tiny')
  expect(at(1280, 800, 1.5)).toBe('side')
  expect(at(1280, 800, 2)).toBe('side')
})
