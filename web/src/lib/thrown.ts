/** A hand that is thrown across the table. */

import { faceOf } from './asks'
import { draw } from './drawings'
import type { Scene } from './scene'
import { play } from './sounds'
import type { View } from './wire'

const THROWN = { flies: 640, apart: 45, lies: 700, fades: 260, width: 54, backs: 5 } // milliseconds; pixels; cards

/** Where the cards of a seat's hand are: what to draw, how wide they are, and the middle of each. */
function handOf(table: Element, view: View, seat: number): { element?: Element; face: string | null; x: number; y: number; width: number }[] {
  const middle = (box: DOMRect): { x: number; y: number; width: number } => ({ x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width })
  const places = view.zones
    .filter((zone) => zone.kind === 'hand' && zone.seat === seat)
    .flatMap(({ id, items }) =>
      [...table.querySelectorAll(`[data-zone="${CSS.escape(id)}"] [data-place]`)].map((element) => ({
        element,
        face: faceOf(items?.[Number((element as HTMLElement).dataset.place)]) ?? null,
        ...middle((element.querySelector('.item') ?? element).getBoundingClientRect()),
      })),
    )
  const plate = table.querySelector(`[data-seat="${seat}"]`)
  if (places.length || !plate) return places
  return Array.from({ length: Math.min(view.seats[seat]?.cards ?? 0, THROWN.backs) }, () => ({ face: null, ...middle(plate.getBoundingClientRect()), width: 24 }))
}

/** Lets a hand fly across the table. The cards tumble, lie about for a moment, and are back where they were. */
export function thrown(table: Element, layer: Element, view: View, seat: number): (scene: Scene) => void {
  const cards = handOf(table, view, seat)
  const felt = (table.querySelector('main') ?? table).getBoundingClientRect()
  return (scene) => {
    const { flies, apart, lies, fades } = THROWN
    const whole = flies + lies + fades
    cards.forEach(({ element, face, x, y, width }, at) => {
      const wide = Math.max(width, THROWN.width)
      const ghost = document.createElement('div')
      ghost.className = 'thrown'
      ghost.style.width = `${wide}px`
      ghost.append(draw(face ?? { down: true }, false))
      const to = {
        x: felt.x + felt.width * (0.14 + (0.72 * (at + Math.random())) / cards.length),
        y: felt.y + felt.height * (0.14 + 0.5 * Math.random()),
      }
      const spin = (Math.random() < 0.5 ? -1 : 1) * (200 + 260 * Math.random())
      const pose = (x: number, y: number, grown: number, turn: number): string =>
        `translate(${x - wide / 2}px, ${y - wide * 0.7}px) rotate(${turn}deg) scale(${grown})`
      scene.extra(ghost, layer, at * apart + whole)
      scene.move(
        ghost,
        [
          { transform: pose(x, y, width / wide, 0), opacity: 1, easing: 'cubic-bezier(0.3, 0.3, 0.6, 1)' },
          { transform: pose((x + to.x) / 2, Math.min(y, to.y) - 50, 1.3, spin * 0.62), opacity: 1, offset: (flies * 0.55) / whole, easing: 'cubic-bezier(0.4, 0, 0.5, 1)' },
          { transform: pose(to.x, to.y, 1, spin), opacity: 1, offset: flies / whole },
          { transform: pose(to.x, to.y, 1, spin), opacity: 1, offset: (flies + lies) / whole, easing: 'ease-in' },
          { transform: pose(to.x, to.y + 14, 0.96, spin), opacity: 0 },
        ],
        at * apart,
        whole,
        'linear',
      )
      if (element) scene.move(element, { opacity: [0, 0, 1], offset: [0, 1 - fades / whole, 1] }, 0, at * apart + whole, 'linear')
      scene.cue(at * apart, () => play('slide'))
      scene.cue(at * apart + flies, () => play('land'))
    })
  }
}
