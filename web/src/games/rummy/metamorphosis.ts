/** A caterpillar becomes a butterfly: it rises, curls up, and what comes out flutters back to its place. */

import { Scene } from '../../lib/scene'

const WAITS = 260 // milliseconds, because the melds have to be on their way
const CURLS = 420
const FLIES = 900

/** `caterpillar` is a copy of what was there, `butterfly` what is there now. */
export function metamorphosis(caterpillar: HTMLElement, butterfly: HTMLElement): void {
  const layer = butterfly.closest('.at-table')?.querySelector('.staging')
  const { x, y, width, height } = butterfly.getBoundingClientRect()
  if (!layer || !width) return
  const scene = new Scene()
  const flying = butterfly.cloneNode(true) as HTMLElement
  for (const one of [caterpillar, flying])
    Object.assign(one.style, { position: 'absolute', left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, fontSize: getComputedStyle(butterfly).fontSize })
  const out = WAITS + CURLS
  const way = y > innerHeight / 2 ? 1 : -1 // away from the word that is shown at the seat
  scene.extra(caterpillar, layer, out)
  scene.move(
    caterpillar,
    [
      { transform: 'none', opacity: 1 },
      { transform: 'translateY(-6px) scale(2.2) rotate(-14deg)', opacity: 1 },
      { transform: 'translateY(-6px) scale(2.4) rotate(12deg)', opacity: 1 },
      { transform: 'translateY(-6px) scale(1.1, 2.2) rotate(0deg)', opacity: 1 },
    ],
    WAITS,
    CURLS,
    'ease-in-out',
  )
  const whole = out + FLIES
  scene.extra(flying, layer, whole)
  const wings = [0.15, 1, 0.3, 1, 0.3, 1, 0.4, 1]
  const path = wings.map((open, at): Keyframe => {
    const gone = at / (wings.length - 1)
    const far = Math.sin(Math.PI * gone)
    const grown = 1 + 1.9 * Math.min(1, 2 * (1 - gone))
    const transform = `translate(${34 * far}px, ${-6 * (1 - gone) + way * 44 * far}px) rotate(${14 * far}deg) scale(${grown * open}, ${grown})`
    return { transform, opacity: 1, offset: (out + FLIES * gone) / whole, easing: 'ease-in-out' }
  })
  const folded = path[0]!
  scene.move(flying, [{ ...folded, opacity: 0, offset: 0 }, { ...folded, opacity: 0 }, ...path], 0, whole, 'linear')
  scene.move(butterfly, { opacity: [0, 0] }, 0, whole)
}
