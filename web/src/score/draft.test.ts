import { expect, test } from 'vitest'
import type { Ledger, Pad } from '../lib/wire'
import { correction, entered, faces, isCards, isPart, nextBlank, nextDraft, takingPart, withFace, withoutFace, withStroke, writing } from './draft'

const HAND: Pad = { unit: 'hand', cards: ['A', 'K', 'JOK'], size: 5, points: [0, 999], who: { say: 'Who won?', most: 1, word: '', none: '' }, calls: true, blind: false }
const PIECES: Pad = { unit: 'pieces', cards: ['R1', 'G2'], size: 15, points: [-7, 28], who: null, calls: false, blind: false }
const next = (number: number, seats: number[]) => ({ number, title: '', dealer: 0, seats })
const ledger = (pad: Pad, more: Partial<Ledger> = {}): Ledger => ({ pad, change: 0, next: next(1, [0, 1, 2]), ...more })

test('cards are read however they are typed', () => {
  expect(faces('k, a 5♥ joker')).toEqual(['K', 'A', '5H', 'JOK'])
  expect(faces('  10♦\ufe0f;jk ')).toEqual(['10D', 'JOK'])
  expect(faces('0')).toEqual([])
  expect(faces('none')).toEqual([])
})

test('a number is points, and letters or several numbers are cards', () => {
  expect(entered({ by: 'points', text: ' 12 ' })).toEqual({ points: 12 })
  expect(entered({ by: 'points', text: '−3' })).toEqual({ points: -3 })
  expect(entered({ by: 'points', text: '−' })).toBeNull()
  expect(isCards({ by: 'points', text: '−' })).toBe(false)
  expect(entered({ by: 'points', text: 'K A 5' })).toEqual({ cards: ['K', 'A', '5'] })
  expect(entered({ by: 'points', text: '9 5' })).toEqual({ cards: ['9', '5'] })
  expect(entered({ by: 'cards', text: '5' })).toEqual({ cards: ['5'] })
  expect(entered({ by: 'cards', text: '0' })).toEqual({ cards: [] })
  expect(entered({ by: 'cards', text: ' ' })).toBeNull()
})

test('a round is entered for the seats that play, the caught before the winner', () => {
  const sheet = ledger(HAND, { next: next(4, [0, 2]) })
  const draft = nextDraft(sheet, 3)
  draft.cells[0]!.text = '12'
  draft.cells[1]!.text = '99'
  draft.won = 2
  draft.caught = [0]
  expect(writing(draft, takingPart(draft, sheet))).toEqual({ do: 'enter', number: 4, cells: [{ points: 12 }, null, null], calls: [0, 2] })
})

test('caught with nobody marked as the winner is not sent as a win', () => {
  const draft = nextDraft(ledger(HAND), 3)
  draft.caught = [0]
  expect(writing(draft, [0, 1, 2])).toMatchObject({ caught: [0] })
  expect(writing(draft, [0, 1, 2])).not.toHaveProperty('calls')
  expect(writing({ ...draft, caught: [], nobody: true, last: false }, [0, 1, 2])).toMatchObject({ nobody: true, last: false })
})

test('next goes to the next seat without an entry; winners and caught players need none', () => {
  const draft = nextDraft(ledger(HAND), 3)
  draft.at = 1
  draft.cells[1]!.text = '5'
  expect(nextBlank(draft, [0, 1, 2], HAND)).toBe(2)
  draft.won = 2
  expect(nextBlank(draft, [0, 1, 2], HAND)).toBe(0)
  expect(nextBlank(draft, [0, 1, 2], { ...HAND, calls: false, blind: false })).toBe(2)
  draft.caught = [0]
  expect(nextBlank(draft, [0, 1, 2], HAND)).toBeNull()
})

test('pieces start with what everybody had', () => {
  const held = [{ total: 1, counted: 1, cards: ['R1'] }, { total: 0, counted: 0, cards: [] }]
  const sheet = ledger(PIECES, { rounds: [{ ...next(1, []), cells: held }], next: next(2, [0, 1]) })
  const draft = nextDraft(sheet, 2)
  expect(draft.cells).toEqual([{ by: 'cards', text: 'R1' }, { by: 'cards', text: '0' }])
  expect(nextBlank(draft, [0, 1], PIECES)).toBe(1)
  expect(nextBlank({ ...draft, at: 1 }, [0, 1], PIECES)).toBeNull()
  expect(nextDraft(ledger(PIECES), 2).cells.map((cell) => cell.text)).toEqual(['0', '0'])
})

test('a correction starts with the round as it was entered', () => {
  const round = { number: 2, title: '', dealer: 0, cells: [{ total: 8, counted: 8, points: 8 }, null, { total: 0, counted: 0 }], calls: [2], missing: [2] }
  const draft = correction(round, HAND, 0)
  expect(draft).toMatchObject({ number: 2, corrects: true, won: 2, caught: [] })
  expect(correction({ ...round, calls: [], caught: [0], nobody: true, last: true }, HAND, 0)).toMatchObject({ won: null, caught: [0], nobody: true, last: true })
  expect(draft.cells.map((cell) => cell.text)).toEqual(['8', '', ''])
  expect(takingPart(draft, ledger(HAND, { rounds: [{ ...round, number: 1 }, round] }))).toEqual([0, 2])
})

test('a grid with empty places is not done', () => {
  const grid: Pad = { ...HAND, unit: 'grid', size: 6 }
  expect(isPart({ by: 'cards', text: 'K 5' }, grid)).toBe(true)
  expect(isPart({ by: 'cards', text: 'K 5 A 2 2 9' }, grid)).toBe(false)
  expect(isPart({ by: 'points', text: '12' }, grid)).toBe(false)
  expect(isPart({ by: 'cards', text: 'K 5' }, HAND)).toBe(false)
})

test('a bid and tricks are typed with a stroke, and a blind nil with a b', () => {
  const by = 'cards' as const
  expect(entered({ by, text: '3/4' })).toEqual({ bid: 3, tricks: 4, blind: false })
  expect(entered({ by, text: 'b/0' })).toEqual({ bid: 0, tricks: 0, blind: true })
  expect(entered({ by, text: 'nil/2' })).toEqual({ bid: 0, tricks: 2, blind: false })
  const bids: Pad = { ...PIECES, unit: 'bids', cards: [], size: 13, points: [0, 13] }
  const round = { number: 1, title: '', dealer: 0, cells: [{ total: 200, counted: 200, bid: 0, tricks: 0, blind: true }] }
  expect(correction(round, bids, 0).cells).toEqual([{ by, text: 'b/0' }])
})

test('everybody bids first, and the tricks come after that', () => {
  const pad: Pad = { ...PIECES, unit: 'bids', cards: [], size: 13, points: [0, 13] }
  const draft = nextDraft(ledger(pad), 3)
  const after = (at: number, ...texts: string[]): number | null => {
    texts.forEach((text, seat) => (draft.cells[seat]!.text = text))
    return nextBlank({ ...draft, at }, [0, 1, 2], pad)
  }
  expect(after(0, '3')).toBe(1)
  expect(after(1, '3/', 'b')).toBe(2)
  expect(after(2, '3/', 'b/', '5/')).toBe(0)
  expect(after(0, '3/4', 'b/', '5/')).toBe(1)
  expect(after(2, '3/4', 'b/0', '5/9')).toBe(null)
  expect(['3', 'nil', '3/', '', '12/1'].map(withStroke)).toEqual(['3/', 'nil/', '3/', '', '12/1'])
  expect(entered({ by: 'cards', text: '3/' })).toEqual({ bid: 3, blind: false })
  expect(isPart({ by: 'cards', text: '3/' }, pad)).toBe(true)
  expect(isPart({ by: 'cards', text: '3/4' }, pad)).toBe(false)
  expect(isPart({ by: 'cards', text: 'three' }, pad)).toBe(false)
})

test('tapping adds, replaces and removes', () => {
  expect(withFace('K A', '5', null)).toBe('K A 5')
  expect(withFace('0', '5', null)).toBe('5')
  expect(withFace('K A', '5', 0)).toBe('5 A')
  expect(withoutFace('K A 5', 1)).toBe('K 5')
})

test('a word that says it all needs no points', () => {
  const pad: Pad = { ...HAND, who: { say: 'Who shot the moon?', most: 1, word: 'moon', none: '' }, calls: false }
  const draft = nextDraft(ledger(pad), 3)
  expect(nextBlank(draft, [0, 1, 2], pad)).toBe(1)
  expect(nextBlank({ ...draft, won: 2 }, [0, 1, 2], pad)).toBe(null)
  draft.cells[0]!.text = '13'
  expect(nextBlank({ ...draft, won: 2 }, [0, 1, 2], pad)).toBe(1)
})
