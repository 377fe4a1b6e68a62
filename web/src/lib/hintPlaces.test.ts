import { expect, test } from 'vitest'
import { NO_HINT, hintPlacesOf } from './hintPlaces'
import { askKey } from './asks'
import type { Ask, View, Zone } from './wire'

const at = (zones: Partial<Zone>[], asks: Ask[]): View =>
  ({ game: 'any', seat: 0, round: 1, of: 1, title: '', prompt: '', seats: [], zones: zones.map((zone) => ({ label: '', kind: 'hand', ...zone })), asks }) as unknown as View

const hand: Partial<Zone> = { id: 'hand:0', items: ['7H', 'KS', '7H', { face: 'JOK' }, 'KD'] }

test('a button, and its pile', () => {
  const draw: Ask = { say: 'Draw', action: { do: 'draw' }, at: 'stock' }
  const view = at([], [draw, { say: 'Take', action: { do: 'take' }, at: 'discard' }])
  expect(hintPlacesOf(view, { do: 'draw' })).toEqual({ ask: askKey(draw), items: new Set(['stock']), values: { do: 'draw' } })
})

test('a card of the hand and where it goes; the end of a meld is the whole meld', () => {
  const play: Ask = { say: 'Play on', action: { do: 'play_on', card: { hole: 'card', from: 'hand:0' }, meld: { hole: 'target', only: ['meld:1@low'] } } }
  expect(hintPlacesOf(at([hand], [play]), { do: 'play_on', card: 'KD', meld: 'meld:1@low' }).items).toEqual(new Set(['hand:0@4', 'meld:1']))
})

test('a place in a grid, also face down; a choice has no place', () => {
  const swap: Ask = { say: 'Swap', action: { do: 'swap', slot: { hole: 'slot', from: 'grid:0' }, how: { hole: 'choice', of: [] } }, at: 'discard' }
  expect(hintPlacesOf(at([], [swap]), { do: 'swap', slot: 4, how: 'up' }).items).toEqual(new Set(['grid:0@4']))
})

test('equal cards are each used once, and a joker that stands for a card is still the joker', () => {
  const down: Ask = { say: 'Lay down', action: { do: 'lay_down', melds: { hole: 'groups', from: 'hand:0', needs: ['book'] } } }
  expect(hintPlacesOf(at([hand], [down]), { do: 'lay_down', melds: [['7H', '7H', 'JOK=7S']] }).items).toEqual(new Set(['hand:0@0', 'hand:0@2', 'hand:0@3']))
})

test('an ask with other values does not match, and waiting has no place', () => {
  const view = at([], [{ say: 'Call', action: { do: 'call', what: 'slam' } }])
  expect(hintPlacesOf(view, { do: 'call', what: 'pass' })).toBe(NO_HINT)
  expect(hintPlacesOf(view, null)).toBe(NO_HINT)
})
