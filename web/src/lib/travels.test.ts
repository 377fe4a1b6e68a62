import { describe, expect, it } from 'vitest'
import { dealt, follows, gathered, isDeal, landsLater, startsOf, travelsOf } from './travels'
import { FRAME, TABLE } from './fixtures'
import type { Phase, Travel, View, ViewMessage } from './wire'

const view = (round = 1): View => ({
  game: 'golf', seat: 0, round, of: 9, title: '', prompt: '', waiting: [1],
  seats: [{ score: 0 }, { score: 0 }, { score: 0 }],
  zones: [
    { id: 'stock', kind: 'pile', label: 'Stock', count: 30 },
    { id: 'hand:0', kind: 'hand', label: 'Yours', seat: 0, items: ['7H', 'JOK'] },
    { id: 'grid:1', kind: 'grid', label: 'Bob', seat: 1, items: [{ down: true }, { down: true }] },
    { id: 'hand:2', kind: 'hand', label: 'Cat', seat: 2, items: Array.from({ length: 10 }, () => ({ down: true })) },
  ],
})

function frame(version: number, phase: Phase, round = 1, travels: Travel[] = []): ViewMessage {
  return { ...FRAME, version, table: { ...TABLE, phase }, view: phase === 'lobby' ? null : view(round), happened: [{ version, say: [], travels }] }
}

describe('a deal', () => {
  it('goes around the table, and a hidden hand is a few card backs', () => {
    const order = dealt(view()).map(({ to, toIndex }) => `${to} ${toIndex}`)
    expect(order.slice(0, 4)).toEqual(['grid:1 0', 'hand:2 0', 'hand:0 0', 'grid:1 1'])
    expect(order.filter((to) => to.startsWith('hand:2'))).toHaveLength(3)
  })

  it('names the faces that are known, and no others', () => {
    expect(dealt(view()).flatMap(({ face }) => face ?? [])).toEqual(['7H', 'JOK'])
  })

  it('is shown when the game or a round starts, but not to people who come later', () => {
    expect(isDeal(frame(3, 'lobby'), frame(4, 'playing'))).toBe(true)
    expect(isDeal(frame(30, 'between', 1), frame(31, 'playing', 2))).toBe(true)
    expect(isDeal(frame(30, 'playing', 1), frame(31, 'playing', 1))).toBe(false)
    expect(isDeal(frame(30, 'playing', 1), frame(60, 'playing', 2))).toBe(false)
    expect(isDeal(null, frame(4, 'playing'))).toBe(false)
  })
})

describe('travels', () => {
  it('are not shown when much was missed', () => {
    expect(follows(frame(4, 'playing'), frame(6, 'playing'))).toBe(true)
    expect(follows(frame(4, 'playing'), frame(9, 'playing'))).toBe(false)
  })

  it('fly straight on where the place between is gone', () => {
    const [drawn, put] = [{ from: 'stock', to: 'held:1' }, { from: 'held:1', to: 'grid:1', face: '7H', toIndex: 1 }]
    expect(travelsOf(frame(5, 'playing', 1, [drawn, put]))).toEqual([{ from: 'stock', to: 'grid:1', face: '7H', toIndex: 1 }])
  })

  it('stop where they were seen to stop', () => {
    const both = [{ from: 'stock', to: 'hand:0', face: '7H' }, { from: 'hand:0', to: 'stock', face: '7H' }]
    expect(travelsOf(frame(5, 'playing', 1, both))).toEqual(both)
  })
})

describe('a finished trick', () => {
  const kindOf = (zone: string) => (zone === 'trick' ? 'trick' : zone.startsWith('won') ? 'won' : 'hand')
  const play: Travel = { from: 'hand:1', to: 'trick', face: '9C', toIndex: 1 }
  const goes = ['7C', '9C'].map((face, fromIndex): Travel => ({ from: 'trick', to: 'won:1', face, fromIndex }))
  const lead: Travel = { from: 'hand:1', to: 'trick', face: '7C', toIndex: 1 } // another card that looks the same

  it('is gathered together with the card that finished it', () => {
    expect(gathered([play, ...goes, lead], kindOf)).toEqual({ gathered: [{ travel: goes[0] }, { travel: goes[1], arrives: play }], rest: [lead] })
  })

  it('leaves everything else alone', () => {
    expect(gathered([play], kindOf)).toEqual({ gathered: [], rest: [play] })
  })
})

it('lands a lay-down meld by meld, takes pile by pile, and does everything else card by card', () => {
  const kindOf = (zone: string) => (zone.startsWith('meld') ? ('meld' as const) : zone.startsWith('hand') ? ('hand' as const) : ('pile' as const))
  const to = (...zones: string[]): Travel[] => zones.map((zone) => ({ from: 'hand:1', to: zone }))
  expect(startsOf(to('meld:0', 'meld:0', 'meld:1', 'meld:1', 'discard'), 40, kindOf)).toEqual([0, 40, 280, 320, 360])
  expect(startsOf(to('discard', 'discard', 'stock'), 40, kindOf)).toEqual([0, 40, 80])
  const from = (...zones: string[]): Travel[] => zones.map((zone) => ({ from: zone, to: 'hand:1' }))
  expect(startsOf(from('discard', 'stock', 'stock'), 40, kindOf)).toEqual([0, 240, 280])
})

it('a lay-down of several melds lands later than a card', () => {
  const down = (...melds: string[]): ViewMessage => {
    const now = frame(5, 'playing', 1, melds.map((to) => ({ from: 'hand:0', to })))
    return { ...now, view: { ...view(), zones: [...view().zones, ...melds.map((id) => ({ id, kind: 'meld' as const, label: 'Book' }))] } }
  }
  expect(landsLater(down('meld:0', 'meld:1'))).toBeGreaterThan(landsLater(down('meld:0')))
  expect(landsLater(frame(5, 'playing', 1, [{ from: 'hand:0', to: 'stock' }]))).toBe(0)
})
