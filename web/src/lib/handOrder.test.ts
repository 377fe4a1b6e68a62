import { describe, expect, it } from 'vitest'
import { arranged, inOrder, moved } from './handOrder'
import type { View } from './wire'

describe('a hand that the player arranged', () => {
  it('has the cards in that order, and newer cards at the end', () => {
    expect(inOrder(['7H', { face: 'KS', new: true }, 'JOK', '2C'], ['JOK', '7H', '2C'])).toEqual(['JOK', '7H', '2C', { face: 'KS', new: true }])
  })

  it('keeps equal cards apart', () => {
    expect(inOrder(['7H', '7H', '2C'], ['7H', '2C', '7H'])).toEqual(['7H', '2C', '7H'])
  })

  it('forgets what has been played', () => {
    expect(inOrder(['2C', '7H'], ['KS', '7H', '2C'])).toEqual(['7H', '2C'])
  })

  it('is the player’s own, and only where places have no number', () => {
    const view = {
      seat: 0,
      zones: [
        { id: 'hand:0', kind: 'hand', label: '', seat: 0, items: ['7H', '2C'] },
        { id: 'hand:1', kind: 'hand', label: '', seat: 1, items: ['7H', '2C'] },
      ],
    } as unknown as View
    const hands = (from: View): unknown[] => arranged(from, ['2C', '7H']).zones.map((zone) => zone.items)
    expect(hands(view)).toEqual([['2C', '7H'], ['7H', '2C']])
    const asks = [{ say: '', action: { do: 'turn', slot: { hole: 'slot' as const, from: 'hand:0' } } }]
    expect(hands({ ...view, asks })).toEqual([['7H', '2C'], ['7H', '2C']])
  })

  it('moves a card past others', () => {
    expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  })
})
