/** Faces of cards and pieces, and their names for screen readers. */

import * as words from '../words'
import type { ZoneItem } from './zones'
import type { Zone } from './wire'
import { faceOf } from './asks'

export type Suit = 'S' | 'H' | 'D' | 'C'

export const SUITS: readonly Suit[] = ['S', 'H', 'D', 'C']
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const
export const SUIT_SIGNS: Record<Suit, string> = { S: '♠', H: '♥', D: '♦', C: '♣' }

export type Face =
  | { sort: 'card'; rank: string; suit: Suit }
  | { sort: 'joker' }
  | { sort: 'pyramid'; colour: string; pips: number }
  | { sort: 'piece'; text: string }

const CARD = /^(10|[2-9AJQK])([SHDC])$/
const PYRAMID = /^([RYGBK])([123])$/

export function readFace(face: string): Face {
  if (face === 'JOK') return { sort: 'joker' }
  const card = CARD.exec(face)
  if (card) return { sort: 'card', rank: card[1]!, suit: card[2] as Suit }
  const pyramid = PYRAMID.exec(face)
  return pyramid ? { sort: 'pyramid', colour: pyramid[1]!, pips: Number(pyramid[2]) } : { sort: 'piece', text: face }
}

/** "7♥": for buttons and labels. */
export function shortName(text: string): string {
  const face = readFace(text)
  if (face.sort === 'card') return face.rank + SUIT_SIGNS[face.suit]
  return face.sort === 'joker' ? words.cards.joker : face.sort === 'pyramid' ? text : face.text
}

/** "seven of hearts": for screen readers. */
export function faceWords(text: string): string {
  const face = readFace(text)
  if (face.sort === 'card') return words.cards.card(face.rank, face.suit)
  if (face.sort === 'pyramid') return words.cards.pyramid(face.pips, face.colour)
  return face.sort === 'joker' ? words.cards.joker : words.cards.piece(face.text)
}

const RANGE = /^(10|[2-9AJQK])-(10|[2-9AJQK])$/

/** What a joker stands for, or a wild card's range: "A-7" is any rank from ace to seven. */
export function standsWords(text: string): string {
  const range = RANGE.exec(text)
  return range ? words.cards.wild(range[1]!, range[2]!) : words.cards.standsFor(faceWords(text))
}

/** A sentence for screen readers: "7♥" becomes "seven of hearts". */
export const aloud = (text: string): string =>
  text.replace(/(10|[2-9AJQK])([♠♥♦♣])/g, (card, rank: string, sign: string) => {
    const suit = Object.entries(SUIT_SIGNS).find(([, other]) => other === sign)?.[0]
    return suit ? faceWords(rank + suit) : card
  })

/** An item for screen readers: its face and, where it matters, its place. */
export function itemWords(zone: Zone, index: number): string {
  const item: ZoneItem | undefined = zone.items?.[index]
  const face = faceOf(item)
  const more = typeof item === 'object' ? item : {}
  const said = [face ? faceWords(face) : more.down ? words.cards.down : words.cards.empty]
  if (more.as) said.push(standsWords(more.as))
  if (face && more.down) said.push(words.cards.down)
  if (more.on) said.push(words.cards.under(faceWords(more.on)))
  if (more.new) said.push(words.cards.fresh)
  if (zone.kind === 'grid' && zone.sums?.some((sum) => sum.joined && sum.items.includes(index))) said.push(words.cards.paired)
  const place = placeWords(zone, index)
  if (place) said.push(place)
  return said.join(', ')
}

function placeWords(zone: Zone, index: number): string {
  const { columns, items = [] } = zone
  if (zone.kind !== 'grid' || !columns) return ''
  const rows = Math.ceil(items.length / columns)
  if (columns > 3 || rows > 3) return words.cards.place(index + 1)
  const row = Math.floor(index / columns)
  const column = index % columns
  const vertical = rows === 1 ? '' : words.cards.rows[row === 0 ? 0 : row === rows - 1 ? 2 : 1]!
  const across = columns === 1 ? '' : words.cards.columns[column === 0 ? 0 : column === columns - 1 ? 2 : 1]!
  return [vertical, across].filter(Boolean).join(' ')
}
