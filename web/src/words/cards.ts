/** Names of cards and pieces for screen readers. */

const SUITS: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' }
const RANKS: Record<string, string> = {
  A: 'ace', 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', 10: 'ten',
  J: 'jack', Q: 'queen', K: 'king',
}
const COLOURS: Record<string, string> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue', K: 'black' }

export const cards = {
  joker: 'joker',
  rank: (rank: string): string => RANKS[rank] ?? rank,
  card: (rank: string, suit: string): string => `${RANKS[rank]} of ${SUITS[suit]}`,
  pyramid: (pips: number, colour: string): string => `${['small', 'medium', 'large'][pips - 1]} ${COLOURS[colour]} pyramid`,
  piece: (text: string): string => `piece ${text}`,
  wild: (from: string, to: string): string => `wild from ${RANKS[from]} to ${RANKS[to]}`,
  standsFor: (card: string): string => `standing for ${card}`,
  under: (piece: string): string => `under ${piece}`,
  down: 'face down',
  empty: 'empty',
  fresh: 'new',
  paired: 'paired',
  place: (number: number): string => `place ${number}`,
  rows: ['top', 'middle', 'bottom'],
  columns: ['left', 'middle', 'right'],
}
