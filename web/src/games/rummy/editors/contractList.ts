/** A family's own rounds as text, "6:3+3,7:3+r4", and as what an editor shows (T36, P19). */

export interface Meld {
  run: boolean
  size: number
}

export interface Round {
  dealt: number
  melds: Meld[]
}

export const MOST_ROUNDS = 12
export const MOST_MELDS = 4
export const DEALT = [3, 16] as const
export const sizesOf = (run: boolean): readonly [number, number] => (run ? [3, 7] : [3, 6])

/** The rounds of a list; null if it can't be read. */
export function readList(text: string): Round[] | null {
  const rounds = text.split(/[,;]/).filter((part) => part.trim()).map(readRound)
  return rounds.length && rounds.length <= MOST_ROUNDS && rounds.every((round) => round !== null) ? rounds : null
}

function readRound(text: string): Round | null {
  const [, dealt, melds] = /^\s*(\d{1,2})\s*:([\s+\dsbr]+)$/i.exec(text) ?? []
  const found = melds?.split(/[\s+]+/).filter(Boolean).map(readMeld) ?? []
  const right = Number(dealt) >= DEALT[0] && Number(dealt) <= DEALT[1] && found.length && found.length <= MOST_MELDS
  return right && found.every((meld) => meld !== null) ? { dealt: Number(dealt), melds: found } : null
}

function readMeld(text: string): Meld | null {
  const [, kind, digits] = /^([sbr]?)(\d)$/i.exec(text) ?? []
  const meld = { run: kind?.toLowerCase() === 'r', size: Number(digits) }
  const [least, most] = sizesOf(meld.run)
  return meld.size >= least && meld.size <= most ? meld : null
}

/** The melds as the server keeps them: sets first, the smallest first. */
export const inOrder = (melds: Meld[]): Meld[] =>
  melds.toSorted((one, other) => Number(one.run) - Number(other.run) || one.size - other.size)

export const writeList = (rounds: Round[]): string =>
  rounds.map(({ dealt, melds }) => `${dealt}:${inOrder(melds).map(({ run, size }) => (run ? `r${size}` : size)).join('+')}`).join(',')

export const cardsOf = (round: Round): number => round.melds.reduce((sum, { size }) => sum + size, 0)

const SUITS = ['H', 'S', 'D', 'C']
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
const SETS = ['7', 'Q', '4', '10']

/** Cards to draw for a meld, another choice for each one of a round. */
export const facesOf = ({ run, size }: Meld, at: number): string[] =>
  Array.from({ length: size }, (_, card) => (run ? `${RANKS[3 + at + card]}${SUITS[at % 4]}` : `${SETS[at % 4]}${SUITS[card % 4]}`))
