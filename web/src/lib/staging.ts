import { faceOf } from './asks'
import type { Item, Meanings } from './wire'

/** Melds in the making: cards of one's hand in trays. Pure; what is a meld is for the house to say. */

/** A card in a tray: where it lies in the hand, what it is, and what a joker is to stand for. */
export interface Staged {
  index: number
  face: string
  as?: string
}

/** Puts a card into a tray, out of any other; out of this one if it lies there. */
export const putIn = (trays: Staged[][], tray: number, card: Staged): Staged[][] =>
  trays.map((cards, at) => {
    const others = cards.filter(({ index }) => index !== card.index)
    return at === tray && others.length === cards.length ? [...cards, card] : others
  })

/** The same cards in a hand that has changed: those that are gone leave their tray. */
export function rebound(trays: Staged[][], items: Item[]): Staged[][] {
  const stays = ({ index, face }: Staged): boolean => faceOf(items[index]) === face
  const taken = new Set(trays.flat().filter(stays).map(({ index }) => index))
  const find = (card: Staged): number => {
    if (stays(card)) return card.index
    const found = items.findIndex((item, at) => !taken.has(at) && faceOf(item) === card.face)
    if (found >= 0) taken.add(found)
    return found
  }
  return trays.map((cards) => cards.map((card) => ({ ...card, index: find(card) })).filter(({ index }) => index >= 0))
}

/** What a tray's joker could be goes without saying if it can only be one thing, and is open again if it cannot be what was said.
 * The same object if nothing changes. */
export function settled(trays: Staged[][], meanings: Meanings): Staged[][] {
  let changed = false
  const now = trays.map((cards, at) =>
    cards.map((card, place): Staged => {
      const could = meanings[at]?.[place] ?? []
      const as = could.length === 1 ? could[0] : could.find((one) => one === card.as)
      if (as === card.as) return card
      changed = true
      return meaning(card, as)
    }),
  )
  return changed ? now : trays
}

export const meaning = ({ index, face }: Staged, as = ''): Staged => (as ? { index, face, as } : { index, face })

export const written = (trays: Staged[][]): string[][] => trays.map((cards) => cards.map(({ face, as }) => (as ? `${face}=${as}` : face)))
