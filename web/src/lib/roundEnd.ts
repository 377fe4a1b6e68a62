/** The end of a round, played out: hands open one by one, then scores count up, and their rows change places. Elements say what they are for:
 * `data-showdown` has a row `data-hand` for each hand, the best first; `data-was` is the score before the round, `data-from` the row's place before it;
 * `data-moved` and `data-tells` give the result away. */

import { draw } from './drawings'
import { Scene } from './scene'
import { signed } from './seats'
import { play } from './sounds'
import { TIMES } from './staging'

/** When the sheet is shown, when the hands begin to open, when all are open, and when the scores count; null for what is not shown. */
export interface Plan {
  sheet: number
  opens: number | null
  opened: number
  counts: number | null
}

/** When all hands are open and all scores are counted. */
export const endsAt = ({ opened, counts }: Plan): number => Math.max(opened, counts === null ? 0 : counts + TIMES.count + TIMES.slide)

export const lastsUntil = (plan: Plan): number => endsAt(plan) + 300

const HANDS = '[data-showdown] > [data-hand]'
const FLIP = 130 // milliseconds, half a turn
const CARDS = 45 // from one card of a hand to the next
const FIGURES = 12 // the most that roll by while a score counts up

interface RevealedRow {
  element: HTMLElement
  known: boolean
  tells: Element[]
  cards: { face: Element; x: number; y: number; width: number; height: number }[]
}

const rowsOf = (table: Element, mine: number | null): RevealedRow[] =>
  [...table.querySelectorAll<HTMLElement>(HANDS)].map((element) => ({
    element,
    known: isKnown(element, mine),
    tells: [...element.querySelectorAll('[data-tells]')],
    cards: [...element.querySelectorAll('[data-place]')].map((place) => {
      const { x, y } = place.getBoundingClientRect()
      const face = place.firstElementChild as HTMLElement // it may be turning, but its own sizes stay
      return { face, x, y, width: face.offsetWidth, height: face.offsetHeight }
    }),
  }))

const isKnown = (row: HTMLElement, mine: number | null): boolean => Number(row.dataset.hand) === mine || !row.querySelector('[data-place]')

/** How long it takes until all hands of a table are open; 0 if it shows none. */
export const handsTake = (table: Element, mine: number | null): number =>
  [...table.querySelectorAll<HTMLElement>(HANDS)].reduce((time, row) => time + (isKnown(row, mine) ? TIMES.known : TIMES.hand), 0)

/** Reads where everything is, and returns what plays it out from then on. */
export function roundEnd(table: Element, layer: Element, mine: number | null, plan: Plan): (scene: Scene) => void {
  const rows = plan.opens === null ? [] : rowsOf(table, mine)
  // A player who may claim has to read that.
  const tells = [...table.querySelectorAll('[data-tells]')].filter((one) => !one.closest('[data-showdown]') && (plan.counts !== null || !one.matches('.yours')))
  const places = placesBefore(table)
  const sheet = table.querySelector('.reckoning')
  const scores = [...table.querySelectorAll<HTMLElement>('[data-was]')]
  const won = table.querySelectorAll('.reckoning.over .won :is(b, .total)')
  return (scene) => {
    if (sheet && plan.sheet) scene.reveal(sheet, plan.sheet)
    let at = plan.opens ?? 0
    for (const row of rows) {
      opened(scene, layer, row, at)
      at += row.known ? TIMES.known : TIMES.hand
    }
    const ends = sheet?.matches('.over') ? endsAt(plan) : plan.opened
    if (ends) for (const one of tells) scene.reveal(one, ends)
    if (ends) for (const one of won) scene.move(one, { color: ['var(--ink)', 'var(--ink)'] }, 0, ends)
    if (plan.counts === null) return
    for (const score of scores) count(scene, score, plan.counts)
    const slides = plan.counts + TIMES.count
    for (const [row, by] of places)
      for (const cell of row.children) // what falls behind is faint where both would be on one line
        scene.move(cell, { transform: [`translateY(${by}px)`, 'none'], opacity: [1, by < 0 ? 0.1 : 1, 1] }, slides, TIMES.slide, 'ease-in-out')
    for (const moved of table.querySelectorAll('[data-moved]')) scene.reveal(moved, slides + TIMES.slide)
    if (scores.length) for (let at = 0; at < TIMES.count; at += 90) scene.cue(plan.counts + at, () => play('tick'))
  }
}

/** Turns a hand over, card by card, and then says what it is worth. Everybody knows their own. */
function opened(scene: Scene, layer: Element, { element, known, tells, cards }: RevealedRow, at: number): void {
  scene.move(element, { transform: ['none', 'scale(1.025)', 'none'] }, at, 300)
  for (const one of tells) scene.reveal(one, at + (known ? 0 : 2 * FLIP))
  scene.cue(at, () => play('flip'))
  if (known) return
  cards.forEach(({ face, x, y, width, height }, card) => {
    const turns = at + card * CARDS
    const back = document.createElement('div')
    back.className = 'back'
    Object.assign(back.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
    back.append(draw({ down: true }, false))
    scene.extra(back, layer, turns + FLIP)
    scene.move(back, { transform: ['perspective(500px)', 'perspective(500px) rotateY(90deg)'] }, turns, FLIP, 'ease-in')
    scene.move(face, { transform: ['perspective(500px) rotateY(-90deg)', 'perspective(500px)'] }, turns + FLIP, FLIP, 'ease-out')
  })
}

/** Rolls a score from what it was to what it is. */
function count(scene: Scene, score: HTMLElement, at: number): void {
  const figure = score.firstElementChild!
  const [was, is] = [Number(score.dataset.was), Number(figure.textContent?.replace('−', '-'))]
  const steps = Math.min(Math.abs(is - was), FIGURES)
  if (!steps) return
  const window = document.createElement('span')
  const column = document.createElement('span')
  window.className = 'rolling'
  window.ariaHidden = 'true'
  for (let step = 0; step <= steps; step++) {
    const line = document.createElement('span')
    line.textContent = signed(Math.round(was + ((is - was) * step) / steps))
    column.append(line)
  }
  window.append(column)
  scene.extra(window, score, at + TIMES.count)
  scene.move(figure, { opacity: [0, 0] }, 0, at + TIMES.count - 40) // so that there is always one of them
  scene.move(column, { transform: ['none', `translateY(${-100 * steps}%)`] }, at, TIMES.count, 'cubic-bezier(0.3, 0.1, 0.2, 1)')
}

/** How far each row of scores is below or above where it was before the round. */
function placesBefore(table: Element): [HTMLElement, number][] {
  const rows = [...table.querySelectorAll<HTMLElement>('[data-from]')].map((row) => ({ row, box: row.getBoundingClientRect() }))
  let top = rows[0]?.box.top ?? 0
  return rows
    .sort((a, b) => Number(a.row.dataset.from) - Number(b.row.dataset.from))
    .map(({ row, box }): [HTMLElement, number] => {
      const by = top - box.top
      top += box.height
      return [row, by]
    })
    .filter(([, by]) => Math.abs(by) > 1)
}
