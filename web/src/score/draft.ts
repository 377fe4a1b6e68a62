/** A round being entered: what was typed or tapped for each player. What it counts comes from the server. */

import type { Cell, Ledger, LedgerCell, LedgerRound, Pad, SheetAction } from '../lib/wire'

export type EnteredAs = 'points' | 'cards'

export interface DraftCell {
  by: EnteredAs
  text: string // as typed: "12", or "K A 5"; "0" for no cards at all
}

export interface Draft {
  number: number
  corrects: boolean // a round that is already on the sheet
  at: number // the seat being entered
  cells: DraftCell[]
  won: number | null // the seat that won or went out
  caught: number[]
  nobody?: boolean // nobody won
  last?: boolean | null // whether it was the last round
  touched: boolean
}

const NUMBER = /^[-−]?\d{0,4}$/ // a sign alone will become a number
const SUITS: Record<string, string> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' }
const JOKERS = ['JOKER', 'JK', '*']
const NOTHING = ['0', 'NONE']
const BID = /^(\d{1,2}|n(?:il)?|b(?:lind)?)\s*\/\s*(\d{1,2})?$/i // and the tricks, once they are known

/** The faces in a text, upper or lower case: "k, a 5♥" is K, A and 5H. */
export function faces(text: string): string[] {
  const plain = text.toUpperCase().replace(/[♠♥♦♣]\ufe0f?/g, (sign) => SUITS[sign[0]!]!)
  const found = plain.split(/[\s,;]+/).filter((face) => face && !NOTHING.includes(face))
  return found.map((face) => (JOKERS.includes(face) ? 'JOK' : face))
}

/** Letters, or several words, mean cards. */
export const isCards = ({ by, text }: DraftCell): boolean => by === 'cards' || !NUMBER.test(text.trim())

export function entered(cell: DraftCell): Cell | null {
  const text = cell.text.trim()
  if (!text || /^[-−]$/.test(text)) return null
  const bid = BID.exec(text)
  if (bid) return { bid: Number(bid[1]) || 0, ...(bid[2] && { tricks: Number(bid[2]) }), blind: /^b/i.test(text) }
  return isCards(cell) ? { cards: faces(text) } : { points: Number(text.replace('−', '-')) }
}

const NONE = '0' // no cards at all
const written = (cell: LedgerCell | null | undefined, by: EnteredAs): DraftCell => {
  if (cell?.tricks != null) return { by: 'cards', text: `${cell.blind ? 'b' : (cell.bid ?? 0)}/${cell.tricks}` }
  if (cell?.cards) return { by: 'cards', text: cell.cards.join(' ') || NONE }
  return cell?.points == null ? { by, text: '' } : { by: 'points', text: String(cell.points).replace('-', '−') }
}

const usual = (pad: Pad): EnteredAs => (pad.unit === 'pieces' || pad.unit === 'bids' ? 'cards' : 'points')

/** The next round, empty; pieces carry over, so they start with what everybody had. */
export function nextDraft(ledger: Ledger, seats: number): Draft {
  const { pad } = ledger
  const { number, seats: takePart } = ledger.next!
  const last = pad.unit === 'pieces' ? ledger.rounds?.at(-1) : undefined
  const cells = Array.from({ length: seats }, (_, seat) => written(last?.cells[seat], usual(pad)))
  if (pad.unit === 'pieces') for (const cell of cells) cell.text ||= NONE
  return { number, corrects: false, at: takePart[0] ?? 0, cells, won: null, caught: [], touched: false }
}

/** A draft that corrects a round, filled with its entries. */
export function correction(round: LedgerRound, pad: Pad, at: number): Draft {
  const calls = round.calls ?? []
  return {
    number: round.number,
    corrects: true,
    at,
    cells: round.cells.map((cell) => written(cell, usual(pad))),
    won: calls.at(-1) ?? null,
    caught: round.caught ?? [],
    nobody: round.nobody ?? false,
    last: round.last ?? null,
    touched: false,
  }
}

/** The seats that play in the draft's round. */
export function takingPart(draft: Draft, ledger: Ledger): number[] {
  if (!draft.corrects) return ledger.next?.seats ?? []
  const round = ledger.rounds?.[draft.number - 1]
  return round ? [...round.cells.keys()].filter((seat) => round.cells[seat] || round.missing?.includes(seat)) : []
}

/** A bid with the stroke that its tricks come after. */
export const withStroke = (text: string): string => (/[\dbnl]$/i.test(text) && !text.includes('/') ? `${text}/` : text)

/** A grid with empty places is not wrong, only unfinished; so is a bid before the tricks are taken. */
export function isPart(cell: DraftCell, pad: Pad): boolean {
  const text = cell.text.trim()
  const bid = pad.unit === 'bids' && BID.exec(withStroke(text))
  if (bid) return bid[2] === undefined
  return pad.unit === 'grid' && isCards(cell) && text !== '' && faces(text).length < pad.size
}

/** A player who called and won, or was caught, needs no points. */
export const isBlank = (draft: Draft, seat: number, calls = false): boolean =>
  !draft.cells[seat]?.text.trim() && !(calls && (draft.won === seat || draft.caught.includes(seat)))

/** The next seat without an entry, clockwise; with bids, everybody's bid comes first and then the tricks. Pieces always
 * have an entry, so there each seat comes up once. */
export function nextBlank(draft: Draft, seats: number[], pad: Pad): number | null {
  if (pad.unit === 'pieces' && !draft.corrects) return seats.find((seat) => seat > draft.at) ?? null
  if (pad.who?.word && draft.won !== null && seats.every((seat) => isBlank(draft, seat))) return null // says it all
  const order = [...seats.filter((seat) => seat > draft.at), ...seats.filter((seat) => seat <= draft.at)]
  const blank = order.find((seat) => isBlank(draft, seat, pad.calls))
  return blank ?? (pad.unit === 'bids' ? order.find((seat) => isPart(draft.cells[seat]!, pad)) : null) ?? null
}

export const writing = (draft: Draft, seats: number[]): SheetAction => ({
  do: draft.corrects ? 'correct' : 'enter',
  number: draft.number,
  cells: draft.cells.map((cell, seat) => (seats.includes(seat) ? entered(cell) : null)),
  // A caught player is not the winner: that is said separately, or asked.
  ...(draft.won === null ? { caught: [...draft.caught] } : { calls: [...draft.caught, draft.won] }),
  ...(draft.nobody && { nobody: true }),
  ...(draft.last != null && { last: draft.last }),
})

/** Adds a face at the end, or in place of another. */
export function withFace(text: string, face: string, place: number | null): string {
  const list = faces(text)
  if (place === null) list.push(face)
  else list[place] = face
  return list.join(' ')
}

export function withoutFace(text: string, place: number): string {
  return faces(text).filter((_, at) => at !== place).join(' ')
}

// ---------------------------------------------------------------- what this device keeps during typing

export interface Drafts {
  enter: Draft | null
  correct: Draft | null
}

const keyOf = (code: string): string => `parlour-sheet-${code}`

export function readDrafts(code: string): Drafts {
  try {
    return { enter: null, correct: null, ...(JSON.parse(sessionStorage.getItem(keyOf(code)) ?? '{}') as Partial<Drafts>) }
  } catch {
    return { enter: null, correct: null } // storage may not be allowed
  }
}

export function keepDrafts(code: string, drafts: Drafts): void {
  try {
    if (drafts.enter || drafts.correct) sessionStorage.setItem(keyOf(code), JSON.stringify(drafts))
    else sessionStorage.removeItem(keyOf(code))
  } catch {
    // Without storage a reload forgets it.
  }
}
