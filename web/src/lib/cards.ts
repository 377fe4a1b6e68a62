/** Faces: what is written on a card, and what it is called when read aloud. Anything else is a piece. */

import type { Item, Zone } from './wire'
import { faceOf } from './choosing'

export type Suit = 'S' | 'H' | 'D' | 'C'

export const SUITS: readonly Suit[] = ['S', 'H', 'D', 'C']
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const
export const SUIT_SIGNS: Record<Suit, string> = { S: '♠', H: '♥', D: '♦', C: '♣' }
export const SUIT_WORDS: Record<Suit, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' }
const RANK_WORDS: Record<string, string> = {
  A: 'ace', 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', 10: 'ten',
  J: 'jack', Q: 'queen', K: 'king',
}

export type Face =
  | { sort: 'card'; rank: string; suit: Suit }
  | { sort: 'joker' }
  | { sort: 'pyramid'; colour: string; pips: number }
  | { sort: 'piece'; text: string }

const CARD = /^(10|[2-9AJQK])([SHDC])$/
const PYRAMID = /^([RYGBK])([123])$/
const PYRAMID_SIZES = ['small', 'medium', 'large']
const PYRAMID_COLOURS: Record<string, string> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue', K: 'black' }

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
  return face.sort === 'joker' ? 'joker' : face.sort === 'pyramid' ? text : face.text
}

/** "seven of hearts": for ears. */
export function faceWords(text: string): string {
  const face = readFace(text)
  if (face.sort === 'card') return `${RANK_WORDS[face.rank]} of ${SUIT_WORDS[face.suit]}`
  if (face.sort === 'pyramid') return `${PYRAMID_SIZES[face.pips - 1]} ${PYRAMID_COLOURS[face.colour]} pyramid`
  return face.sort === 'joker' ? 'joker' : `piece ${face.text}`
}

const RANGE = /^(10|[2-9AJQK])-(10|[2-9AJQK])$/

/** What a joker stands for, or a wild card may: "A-7" is any rank from ace to seven. */
export function standsWords(text: string): string {
  const range = RANGE.exec(text)
  return range ? `wild from ${RANK_WORDS[range[1]!]} to ${RANK_WORDS[range[2]!]}` : `standing for ${faceWords(text)}`
}

/** A sentence as it is read aloud: "7♥" is the seven of hearts. */
export const aloud = (text: string): string =>
  text.replace(/(10|[2-9AJQK])([♠♥♦♣])/g, (card, rank: string, sign: string) => {
    const suit = Object.entries(SUIT_SIGNS).find(([, other]) => other === sign)?.[0]
    return suit ? faceWords(rank + suit) : card
  })

/** What a screen reader says of one item: its face and, where the place matters, its place. */
export function itemWords(zone: Zone, index: number): string {
  const item: Item | undefined = zone.items?.[index]
  const face = faceOf(item)
  const more = typeof item === 'object' ? item : {}
  const words = [face ? faceWords(face) : more.down ? 'face down' : 'empty']
  if (more.as) words.push(standsWords(more.as))
  if (face && more.down) words.push('face down')
  if (more.on) words.push(`under ${faceWords(more.on)}`)
  if (more.new) words.push('new')
  if (zone.kind === 'grid' && zone.sums?.some((sum) => sum.joined && sum.items.includes(index))) words.push('paired')
  const place = placeWords(zone, index)
  if (place) words.push(place)
  return words.join(', ')
}

function placeWords(zone: Zone, index: number): string {
  const { columns, items = [] } = zone
  if (zone.kind !== 'grid' || !columns) return ''
  const rows = Math.ceil(items.length / columns)
  if (columns > 3 || rows > 3) return `place ${index + 1}`
  const row = Math.floor(index / columns)
  const column = index % columns
  const vertical = rows === 1 ? '' : row === 0 ? 'top' : row === rows - 1 ? 'bottom' : 'middle'
  const across = columns === 1 ? '' : column === 0 ? 'left' : column === columns - 1 ? 'right' : 'middle'
  return [vertical, across].filter(Boolean).join(' ')
}
