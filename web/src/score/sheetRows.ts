/** A score sheet as rows for a spreadsheet. */

import { nameOf } from '../lib/seats'
import type { Ledger, ViewMessage } from '../lib/wire'
import * as words from '../words'

export type SheetRow = (string | number)[]

/** A row of names, a row for each round with its points, a row of totals. */
export function rows(frame: ViewMessage, ledger: Ledger): SheetRow[] {
  const { table, view } = frame
  const seats = [...(view?.seats.keys() ?? [])]
  const say = words.score.file
  const { rounds: written = [] } = ledger
  const titled = written.some((round) => round.title)
  const head: SheetRow = [words.score.roundWord(table.round_word), ...(titled ? [say.title] : []), say.dealer]
  return [
    [...head, ...seats.map((seat) => nameOf(table, seat)), say.events],
    ...written.map((round): SheetRow => [
      round.number,
      ...(titled ? [round.title] : []),
      nameOf(table, round.dealer),
      ...seats.map((seat) => round.cells[seat]?.counted ?? ''),
      [...(round.idle ? [words.score.idle] : []), ...(round.events ?? []).map((event) => event.say)].join(' '),
    ]),
    [say.total, ...head.slice(1).map(() => ''), ...seats.map((seat) => view?.seats[seat]?.score ?? 0), ''],
  ]
}

/** Quotes fields with a separator, a quote or a line break, and escapes text that a spreadsheet would take for a formula. */
function field(value: string | number, separator: string): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}

export const separated = (lines: SheetRow[], separator: string): string =>
  lines.map((line) => line.map((value) => field(value, separator)).join(separator) + '\r\n').join('')
