import { expect, it } from 'vitest'
import { FRAME, TABLE, VIEW } from './fixtures'
import { isCounted, momentsOf, opens, takesTrick } from './staging'
import type { Phase, ViewMessage } from './wire'

function frame(version: number, phase: Phase, item: string | { down: true }, round = 1): ViewMessage {
  const zones = [{ id: 'hand:1', kind: 'hand' as const, label: '', seat: 1, items: [item] }]
  return { ...FRAME, version, table: { ...TABLE, phase }, view: { ...VIEW, seat: 0, round, zones }, happened: [{ version, say: [], moments: [{ kind: 'throw', say: '', seat: 1 }] }] }
}

it('sees hands open within a round, and only then', () => {
  const down = frame(4, 'playing', { down: true })
  expect(opens(down, frame(5, 'playing', '7H'))).toBe(true)
  expect(opens(frame(5, 'playing', '7H'), frame(6, 'between', '7H'))).toBe(false)
  expect(opens(down, frame(50, 'playing', '7H'))).toBe(false)
  expect(opens(null, frame(5, 'playing', '7H'))).toBe(false)
})

it('sees a round scored once, and a moment once', () => {
  const [playing, scored] = [frame(4, 'playing', '7H'), frame(5, 'between', '7H')]
  expect([isCounted(playing, scored), isCounted(scored, frame(6, 'between', '7H'))]).toEqual([true, false])
  expect([momentsOf(playing, scored, 'throw'), momentsOf(playing, scored, 'out'), momentsOf(scored, scored, 'throw')]).toEqual([[1], [], []])
})

it('sees a trick that is taken', () => {
  const won = { id: 'won:1', kind: 'won' as const, label: '', seat: 1, items: [] }
  const to = (zone: string): ViewMessage => ({ ...FRAME, view: { ...VIEW, zones: [won] }, happened: [{ version: 5, say: [], travels: [{ from: 'trick', to: zone }] }] })
  expect([takesTrick(null, to('won:1')), takesTrick(null, to('discard'))]).toEqual([true, false])
})
