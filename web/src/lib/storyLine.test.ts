import { describe, expect, it } from 'vitest'
import { concernsYou, heldAfter, partsOf } from './storyLine'
import type { Happened } from './wire'

const happened = (version: number, ...say: string[]): Happened => ({ version, say })

describe('the story in a line', () => {
  it('draws the cards of a sentence', () => {
    expect(partsOf('Ann laid down 10♥ K♠.')).toEqual([
      { text: 'Ann laid down ', suit: '' },
      { text: '10♥', suit: 'H' },
      { text: ' ', suit: '' },
      { text: 'K♠', suit: 'S' },
      { text: '.', suit: '' },
    ])
    expect(partsOf('a joker, jokers').map(({ suit }) => suit)).toEqual(['', 'joker', ''])
    expect(partsOf('Ann drew from the stock.')).toEqual([{ text: 'Ann drew from the stock.', suit: '' }])
  })

  it('knows what others did to you', () => {
    expect(concernsYou(happened(1, 'Ben swapped 7♥ for the joker in your run.'))).toBe(true)
    expect(concernsYou(happened(1, 'Ann took 7♥ from the discards.', 'You called but didn’t get it.'))).toBe(true)
    expect(concernsYou(happened(1, 'You played 4♣ on Ann’s book of 4s.'))).toBe(false)
    expect(concernsYou(happened(1, 'Ann discarded 8♣.', 'Round 1: You −2, Ann 0. You and Grandpa Joe: 40 for the bid of 4.'))).toBe(false)
    expect(concernsYou(happened(1, 'Ann discarded 8♣.', 'Round 1: You 55, Ann 0. You were caught with a mitfull.'))).toBe(true)
    expect(concernsYou(happened(1, 'Young Bob drew from the deck.'))).toBe(false)
  })

  it('keeps what concerns you until you act or more concerns you', () => {
    const bought = happened(1, 'Ann bought your 7♥.')
    const swapped = happened(3, 'Ben swapped 7♥ for the joker in your run.')
    expect(heldAfter(null, [bought, happened(2, 'Ann discarded 2♠.')])).toBe(bought)
    expect(heldAfter(bought, [swapped])).toBe(swapped)
    expect(heldAfter(bought, [happened(4, 'You drew 7♥.')])).toBe(null)
  })
})
