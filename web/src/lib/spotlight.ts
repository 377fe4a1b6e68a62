/** Somebody goes out: their place is seen, and the others step back for a moment. */

import type { Scene } from './scene'

const WAITS = 200 // milliseconds, because the card has to land first
const LASTS = 1100

export function spotlight(table: Element, seat: number): (scene: Scene) => void {
  const plates = [...table.querySelectorAll<HTMLElement>('main [data-seat]')]
  return (scene) => {
    for (const plate of plates)
      if (Number(plate.dataset.seat) === seat) scene.move(plate, { transform: ['none', 'scale(1.04)', 'scale(1.04)', 'none'], offset: [0, 0.2, 0.7, 1] }, WAITS, LASTS)
      else scene.move(plate, { opacity: [1, 0.45, 0.45, 1], offset: [0, 0.2, 0.7, 1] }, WAITS, LASTS)
  }
}
