import { expect, test } from 'vitest'
import { FRAME, VIEW } from './fixtures'
import type { Guest } from './guest.svelte'
import { spokenStatus } from './spokenStatus'
import type { View } from './wire'

/** The second player leads a trick; the third wins it so far. */
const view: View = {
  ...VIEW,
  seat: 0,
  seats: [{ score: 12, name: 'Ann', cards: 5 }, { score: 3, name: 'Bob', cards: 4, bid: '2 of 3' }, { score: 0, name: 'Cat', cards: 4 }],
  zones: [
    { id: 'hand:0', kind: 'hand', label: 'Your hand', seat: 0, items: ['AS'] },
    { id: 'trick', kind: 'trick', label: 'Trick', items: [{ empty: true }, '7H', 'KH'], lead: 1, best: 2 },
    { id: 'won:0', kind: 'won', label: 'Your tricks', seat: 0, count: 1, items: ['2C', '3C', '4C'], note: '4 points' },
  ],
}
const asked = (key: string): string => spokenStatus(key, { frame: { ...FRAME, view } } as unknown as Guest)

test('a trick is read out from the card that was led', () => {
  expect(asked('m')).toBe('Trick: Bob: seven of hearts; Cat: king of hearts, winning.')
})

test('tricks and bids belong to the players, not to the hand', () => {
  expect(asked('h')).toBe('Your hand: ace of spades.')
  expect(asked('s')).toBe('You: 12 points, 5 cards, 1 trick, 4 points. Bob: 3 points, 4 cards, 2 of 3. Cat: 0 points, 4 cards.')
})
