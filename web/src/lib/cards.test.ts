import { expect, test } from 'vitest'
import { aloud, faceWords, itemWords, readFace, shortName } from './cards'
import type { Zone } from './wire'

test('faces', () => {
  expect(readFace('10S')).toEqual({ sort: 'card', rank: '10', suit: 'S' })
  expect(readFace('JOK')).toEqual({ sort: 'joker' })
  expect(readFace('R')).toEqual({ sort: 'piece', text: 'R' })
  expect(readFace('K2')).toEqual({ sort: 'pyramid', colour: 'K', pips: 2 })
  expect(faceWords('R2')).toBe('medium red pyramid')
  expect(shortName('7H')).toBe('7♥')
  expect(faceWords('QD')).toBe('queen of diamonds')
  expect(aloud('Ann took 10♦; A♠ and 7♥ lie open.')).toBe('Ann took ten of diamonds; ace of spades and seven of hearts lie open.')
})

test('items are read aloud with their place', () => {
  const grid: Zone = { id: 'g', kind: 'grid', label: '', columns: 3, items: ['KD', { down: true }, '2C', '3C', '4C', '5C'] }
  expect(itemWords(grid, 0)).toBe('king of diamonds, top left')
  expect(itemWords(grid, 1)).toBe('face down, top middle')
  expect(itemWords(grid, 5)).toBe('five of clubs, bottom right')
  const meld: Zone = { id: 'm', kind: 'meld', label: '', items: [{ face: 'JOK', as: 'JH' }, { face: '2C', down: true, on: 'R2' }, { face: '7S', as: 'A-7' }] }
  expect(itemWords(meld, 0)).toBe('joker, standing for jack of hearts')
  expect(itemWords(meld, 2)).toBe('seven of spades, wild from ace to seven')
  expect(itemWords(meld, 1)).toBe('two of clubs, face down, under medium red pyramid')
})
