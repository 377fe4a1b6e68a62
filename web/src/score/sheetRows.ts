/** A score sheet as a file: rows for a spreadsheet, and how a file gets from the page to the device. */

import { nameOf } from '../lib/seats'
import type { Frame, Ledger } from '../lib/wire'
import { words } from '../words'

export type Row = (string | number)[]

/** A line of names, a line a round with what it counted, a line of totals. */
export function rows(frame: Frame, ledger: Ledger): Row[] {
  const { table, view } = frame
  const seats = [...(view?.seats.keys() ?? [])]
  const say = words.score.file
  const { rounds: written = [] } = ledger
  const titled = written.some((round) => round.title)
  const head: Row = [words.score.roundWord(table.round_word), ...(titled ? [say.title] : []), say.dealer]
  return [
    [...head, ...seats.map((seat) => nameOf(table, seat)), say.events],
    ...written.map((round): Row => [
      round.number,
      ...(titled ? [round.title ?? ''] : []),
      round.dealer == null ? '' : nameOf(table, round.dealer),
      ...seats.map((seat) => round.cells[seat]?.counted ?? ''),
      [...(round.idle ? [words.score.idle] : []), ...(round.events ?? []).map((event) => event.say)].join(' '),
    ]),
    [say.total, ...head.slice(1).map(() => ''), ...seats.map((seat) => view?.seats[seat]?.score ?? 0), ''],
  ]
}

/** Fields with a separator, a quote or a line break are quoted. A text that a spreadsheet would take for a formula is not one. */
function field(value: string | number, separator: string): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}

export const separated = (lines: Row[], separator: string): string =>
  lines.map((line) => line.map((value) => field(value, separator)).join(separator) + '\r\n').join('')

/** The mark at the beginning tells spreadsheets that it is UTF-8. */
export const asFile = (text: string, name: string, type: string): File => new File(['\ufeff', text], name, { type: `${type};charset=utf-8` })

/** "Yammouth 2026-12-24.csv": it can be found again. */
export const fileName = (title: string, ending: string, day = new Date()): string => {
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  return `${title.replace(/[^\p{L}\p{N} -]/gu, '')} ${date}.${ending}`
}

export function download(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Into a chat where the device can do that, else to its files. Says whether it went. */
export async function send(file: File, title: string): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) return download(file)
  await navigator.share({ files: [file], title }).catch((thrown: unknown) => {
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) download(file) // closed again: nothing to do
  })
}
