import { expect, it } from 'vitest'
import { cheersOf } from './cheers'
import { FRAME, TABLE, VIEW } from './fixtures'
import type { Moment, TableView, View, ViewMessage } from './wire'

function frame(version: number, moments: Moment[] = [], over = false): ViewMessage {
  const view: View = { ...VIEW, zones: [{ id: 'pile', kind: 'pile', label: '' }], winners: over ? [2] : [] }
  const table: TableView = { ...TABLE, phase: over ? 'over' : 'playing' }
  const happened = [{ version, say: [], moments, travels: [{ from: 'hand:1', to: 'pile', face: '7H' }] }]
  return { ...FRAME, version, table, view, happened }
}

const last = (word: string): string => `last ${word}`
const wins = (seats: number[]): string => `${seats.join()} wins`

it('is shown where it happened, once', () => {
  const now = frame(5, [{ kind: 'slam', say: 'Slam!', seat: 1 }])
  expect(cheersOf(frame(4), now, wins, last)).toEqual([{ kind: 'slam', say: 'Slam!', seat: 1, zone: 'pile' }])
  expect(cheersOf(now, now, wins, last)).toEqual([])
})

it('is not shown to people who come later', () => {
  expect(cheersOf(null, frame(5, [{ kind: 'out', say: 'Out' }]), wins, last)).toEqual([])
  expect(cheersOf(frame(1), frame(50, [{ kind: 'out', say: 'Out' }]), wins, last)).toEqual([])
})

it('ends with the winner, once', () => {
  expect(cheersOf(frame(4), frame(5, [], true), wins, last)).toEqual([{ kind: 'win', say: '2 wins', seat: 2, zone: '' }])
  expect(cheersOf(frame(5, [], true), frame(6, [], true), wins, last)).toEqual([])
})

it('shouts a word once and without a name when it is for two, and cheers the viewer who shares the win', () => {
  const gonzed: Moment = { kind: 'shout', say: 'Gonzed', seat: 0 }
  const now = { ...frame(5, [gonzed, { ...gonzed, seat: 1 }], true), you: { ...FRAME.you, seat: 3 } }
  now.view!.winners = [2, 3]
  expect(cheersOf(frame(4), now, wins, last).map(({ say, seat }) => [say, seat])).toEqual([
    ['Gonzed', null],
    ['2,3 wins', 3],
  ])
})

it('announces the last round when it is dealt, if there is more than one', () => {
  const dealt = (round: number, of: number): ViewMessage => ({ ...frame(round), view: { ...VIEW, round, of } })
  expect(cheersOf(dealt(2, 3), dealt(3, 3), wins, last)).toEqual([{ kind: 'last', say: 'last round', seat: null, zone: '' }])
  expect(cheersOf(dealt(1, 3), dealt(2, 3), wins, last)).toEqual([])
  expect(cheersOf({ ...dealt(0, 1), table: { ...TABLE, phase: 'lobby' } }, dealt(1, 1), wins, last)).toEqual([])
})
