/** Draws a score sheet as a picture for a chat, always in the colors of the morning theme. */

import { emblemOf, EMBLEM_PATHS, nameOf, signed, wonTogether } from '../lib/seats'
import type { Ledger, ViewMessage } from '../lib/wire'
import * as words from '../words'

const WIDTH = 1080
const EDGE = 48
const ROUND = 96 // width of the column of round numbers
const LINE = 62
const NAMES = 150
const PAPER = '#f6f1e7'
const INK = '#1e2422'
const SOFT = '#4d5652'
const RULE = '#b9b7a8'
const MOSS = '#2f6b4f'
const SEATS = ['#2f6b4f', '#7d5a00', '#4b4a9c', '#1f5f7a', '#8c2f39', '#8a4a12', '#7a3a78', '#20656b']
const HEADING = "'Fraunces', Georgia, serif"
const PLAIN = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

type Pen = CanvasRenderingContext2D

/** Sets the largest font between `least` and `size` in which all these texts fit. */
function letters(pen: Pen, texts: string[], width: number, size: number, least: number, weight = 400): void {
  let height = size
  do pen.font = `${weight} ${height}px ${PLAIN}`
  while (texts.some((text) => pen.measureText(text).width > width) && (height -= 2) >= least)
}

/** Shortens a text that does not fit even in the smallest letters. */
function cut(pen: Pen, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text
  let some = [...text]
  while (some.length > 1 && pen.measureText(some.join('') + '…').width > width) some = some.slice(0, -1)
  return some.join('') + '…'
}

/** A name on one line or two, so that it stays readable on a phone. */
function twoLines(pen: Pen, text: string, width: number): string[] {
  const whole = [...text]
  const fits = (count: number): boolean => pen.measureText(whole.slice(0, count).join('')).width <= width
  if (fits(whole.length)) return [text]
  let first = whole.length
  while (first > 1 && !fits(first)) first -= 1
  const space = text.lastIndexOf(' ', first)
  if (space > 0) first = space
  return [whole.slice(0, first).join(''), cut(pen, whole.slice(first).join('').trim(), width)]
}

function line(pen: Pen, y: number, width: number): void {
  pen.fillStyle = RULE
  pen.fillRect(EDGE, y, WIDTH - 2 * EDGE, width)
}

export async function picture(frame: ViewMessage, ledger: Ledger, day = new Date()): Promise<Blob> {
  await Promise.all([document.fonts.load(`600 60px ${HEADING}`), document.fonts.load(`30px ${PLAIN}`)]).catch(() => {})
  const { table } = frame
  const { rounds = [] } = ledger
  const seats = frame.view?.seats ?? []
  const winners = table.phase === 'over' ? (frame.view?.winners ?? []) : []
  const column = (WIDTH - 2 * EDGE - ROUND) / seats.length
  const middle = (seat: number): number => EDGE + ROUND + column * (seat + 0.5)
  const top = 210
  const totals = top + NAMES + rounds.length * LINE
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = totals + 190
  const pen = canvas.getContext('2d')!
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, WIDTH, canvas.height)
  pen.textBaseline = 'middle'

  pen.fillStyle = INK
  pen.font = `600 64px ${HEADING}`
  pen.fillText(words.score.titleOf(table.title), EDGE, 78)
  pen.fillStyle = winners.length ? MOSS : SOFT
  const said = winners.length
    ? words.roundResult.won(winners.map((seat) => nameOf(table, seat)), -1, !!frame.view && wonTogether(frame.view, winners))
    : words.score.after(table.round_word, rounds.length)
  const beside = WIDTH - 2 * EDGE - 260 // room for the date
  letters(pen, [said], beside, 38, 26, winners.length ? 650 : 400)
  pen.fillText(cut(pen, said, beside), EDGE, 148)
  pen.fillStyle = SOFT
  pen.font = `400 32px ${PLAIN}`
  pen.textAlign = 'right'
  pen.fillText(day.toLocaleDateString(undefined, { dateStyle: 'medium' }), WIDTH - EDGE, 148)

  pen.textAlign = 'center'
  const names = seats.map((_, seat) => nameOf(table, seat))
  letters(pen, names, column - 10, 34, 27, 600)
  seats.forEach((_, seat) => {
    pen.save()
    pen.translate(middle(seat) - 24, top + 8)
    pen.scale(2, 2)
    pen.fillStyle = SEATS[seat % SEATS.length]!
    pen.fill(new Path2D(EMBLEM_PATHS[emblemOf(seat)]), 'evenodd')
    pen.restore()
    pen.fillStyle = INK
    const lines = twoLines(pen, names[seat]!, column - 10)
    lines.forEach((part, at) => pen.fillText(part, middle(seat), top + 96 + 30 * (at - (lines.length - 1) / 2)))
  })
  line(pen, top + NAMES - 14, 3)

  rounds.forEach((round, at) => {
    const y = top + NAMES + LINE * (at + 0.4)
    if (at) line(pen, y - LINE / 2, 1)
    pen.textAlign = 'left'
    pen.fillStyle = SOFT
    pen.font = `400 32px ${PLAIN}`
    pen.fillText(String(round.number), EDGE, y)
    pen.textAlign = 'center'
    pen.font = `400 36px ${PLAIN}`
    seats.forEach((_, seat) => {
      const cell = round.cells[seat]
      pen.fillStyle = cell && !round.idle ? INK : SOFT
      pen.fillText(cell ? signed(cell.counted ?? 0) : '·', middle(seat), y)
    })
  })

  line(pen, totals - 8, 4)
  pen.textAlign = 'left'
  pen.fillStyle = SOFT
  pen.font = `400 32px ${PLAIN}`
  pen.fillText(words.score.total, EDGE, totals + 56)
  pen.textAlign = 'center'
  letters(pen, seats.map(({ score }) => signed(score)), column - 12, 68, 30, 700)
  seats.forEach(({ score }, seat) => {
    pen.fillStyle = winners.includes(seat) ? MOSS : INK
    pen.fillText(signed(score), middle(seat), totals + 54)
    if (winners.includes(seat)) pen.fillRect(middle(seat) - column * 0.3, totals + 96, column * 0.6, 6)
  })

  pen.textAlign = 'right'
  pen.fillStyle = SOFT
  pen.font = `600 30px ${HEADING}`
  pen.fillText(words.house, WIDTH - EDGE, totals + 148)
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error(words.refused.page))), 'image/png'))
}
