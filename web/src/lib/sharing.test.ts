import { expect, test } from 'vitest'
import { FRAME, VIEW } from './fixtures'
import { Guest } from './guest.svelte'
import { shared } from './sharing'
import type { View, Zone } from './wire'

const stock: Zone = { id: 'stock', kind: 'pile', label: 'Stock', count: 40 }
const hand: Zone = { id: 'hand:0', kind: 'hand', label: 'Your hand', seat: 0, items: ['7H', { face: '8H', new: true }, { down: true }] }
const meld: Zone = { id: 'meld:1', kind: 'meld', label: 'Run', items: ['9S', '10S', 'JS'] }
const before: View = { ...VIEW, seats: [{ score: 3, tags: ['dealer'] }, { score: 5 }], zones: [stock, hand] }

const copy = <T>(value: T): T => structuredClone(value)

test('what is equal stays the very same', () => {
  expect(shared(before, copy(before))).toBe(before)
})

test('what has changed is new, and all else in it the same', () => {
  const now = { ...copy(before), seats: [{ score: 4, tags: ['dealer'] }, { score: 5 }] }
  const view = shared(before, now)
  expect(view).toEqual(now)
  expect(view).not.toBe(before)
  expect(view.zones).toBe(before.zones)
  expect(view.seats[1]).toBe(before.seats[1])
  expect(view.seats[0]!.tags).toBe(before.seats[0]!.tags)
})

test('zones are the same when others come before them or leave', () => {
  const more = shared(before.zones, copy([meld, stock, hand]))
  expect(more).toEqual([meld, stock, hand])
  expect(more.slice(1)).toEqual([stock, hand])
  expect([more[1], more[2]]).toSatisfy(([one, other]) => one === stock && other === hand)
  expect(shared(before.zones, copy([hand]))[0]).toBe(hand)
})

test('what is gone is gone, and what is new is new', () => {
  expect(shared(hand, { ...hand, items: ['7H'] })).toEqual({ ...hand, items: ['7H'] })
  const { count: _, ...uncounted } = stock
  expect(shared<Zone>(stock, uncounted)).toEqual(uncounted)
  expect(shared<Zone>(uncounted, stock)).toEqual(stock)
  expect(shared([1, 2], { 0: 1, 1: 2 })).toEqual({ 0: 1, 1: 2 })
  expect(shared(null, stock)).toBe(stock)
  expect(shared(stock, null)).toBeNull()
  expect(shared({ a: undefined }, { b: undefined })).toEqual({ b: undefined })
})

test('a guest keeps the zones that a new frame does not change', () => {
  const guest = new Guest('BCD234', false)
  const frame = { ...FRAME, view: before }
  guest.rewind(frame, true)
  guest.rewind({ ...copy(frame), version: 1, view: { ...copy(before), zones: [copy(stock), { ...hand, items: ['7H'] }] } }, true)
  expect(guest.frame!.version).toBe(1)
  expect(guest.frame!.view!.zones[0]).toBe(stock)
  expect(guest.frame!.view!.zones[1]).toEqual({ ...hand, items: ['7H'] })
  expect(guest.frame!.table).toBe(frame.table)
})
