import { describe, expect, it } from 'vitest'
import { found, putIn, rebound, settled, written, type TrayCard } from './trays.svelte'

const card = (index: number, face: string, as?: string): TrayCard => (as ? { index, face, as } : { index, face })

describe('trays', () => {
  it('take a card, give it back, and take it from one another', () => {
    const one = putIn([[], []], 0, card(3, '7H'))
    expect(one).toEqual([[card(3, '7H')], []])
    expect(putIn(one, 0, card(3, '7H'))).toEqual([[], []])
    expect(putIn(one, 1, card(3, '7H'))).toEqual([[], [card(3, '7H')]])
  })

  it('keep their cards while the hand changes, and lose those that are gone', () => {
    const trays = [[card(0, '7H'), card(1, '7H')], [card(2, 'JOK', '9S'), card(3, 'KS')]]
    expect(rebound(trays, ['2C', '7H', { face: 'JOK' }, '7H'])).toEqual([[card(3, '7H'), card(1, '7H')], [card(2, 'JOK', '9S')]])
    expect(rebound(trays, ['7H'])).toEqual([[card(0, '7H')], []])
  })

  it('find the cards of melds in the hand, each once', () => {
    const hand = ['9S', '7H', { face: 'JOK' }, '7H']
    expect(found([['7H', '7H', 'JOK=7S'], ['9S']], hand)).toEqual([[card(1, '7H'), card(3, '7H'), card(2, 'JOK', '7S')], [card(0, '9S')]])
  })

  it('set a joker that can only be one card, and reset one that cannot be what was said', () => {
    const trays = [[card(0, 'JOK'), card(1, '5H')], [card(2, 'JOK', '9S')], [card(3, 'JOK', 'AS')]]
    const now = settled(trays, [[['6H'], []], [['9S', '5S']], [['2S', '6S']]])
    expect(now).toEqual([[card(0, 'JOK', '6H'), card(1, '5H')], [card(2, 'JOK', '9S')], [card(3, 'JOK')]])
    expect(settled(now, [[['6H'], []], [['9S', '5S']], [['2S', '6S']]])).toBe(now)
    expect(written(now)).toEqual([['JOK=6H', '5H'], ['JOK=9S'], ['JOK']])
  })
})
