import { expect, test } from 'vitest'
import type { Ledger, ViewMessage } from '../lib/wire'
import { rows, separated } from './sheetRows'

const names = ['Ann', 'Bob "the Fish", Jr', '=1+1']
const ledger = {
  pad: { unit: 'hand', cards: [], size: 5, points: [0, 999], who: null, calls: false, blind: false },
  change: 2,
  rounds: [
    { number: 1, title: '', dealer: 0, cells: [{ total: 0, counted: 0 }, { total: 12, counted: 12 }, { total: -3, counted: -3 }], events: [{ say: 'Ann won.' }] },
    { number: 2, title: '', dealer: 1, cells: [{ total: 5, counted: 5 }, null, { total: -3, counted: 0 }] },
  ],
} satisfies Ledger as Ledger
const frame = {
  table: { round_word: 'round', chairs: names.map((name) => ({ name, state: 'open' })) },
  view: { seats: [{ score: 5 }, { score: 12 }, { score: -3 }] },
} as unknown as ViewMessage

test('a sheet is a row of names, a row for each round and a row of totals', () => {
  expect(rows(frame, ledger)).toEqual([
    ['Round', 'Dealer', ...names, 'What happened'],
    [1, 'Ann', 0, 12, -3, 'Ann won.'],
    [2, names[1], 5, '', 0, ''],
    ['Total', '', 5, 12, -3, ''],
  ])
})

test('quotes are doubled, separators quoted, and no name becomes a formula', () => {
  const lines = separated(rows(frame, ledger), ',').split('\r\n')
  expect(lines[0]).toBe(`Round,Dealer,Ann,"Bob ""the Fish"", Jr",'=1+1,What happened`)
  expect(lines[1]).toBe('1,Ann,0,12,-3,Ann won.')
  expect(lines.at(-1)).toBe('')
  expect(separated([['a\tb', 'a,b']], '\t')).toBe('"a\tb"\ta,b\r\n')
})
