/** Arrow keys among the things that can be tapped: to the nearest one in that direction, whatever the layout. */

const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Which of the boxes lies nearest in the direction of the key; sideways distance counts double. */
export function nearest(key: string, from: Box, boxes: Box[]): number {
  const step = STEPS[key]
  if (!step) return -1
  const middle = (box: Box): [number, number] => [box.left + box.width / 2, box.top + box.height / 2]
  const [x, y] = middle(from)
  let best = -1
  let least = Infinity
  boxes.forEach((box, at) => {
    const [bx, by] = middle(box)
    const ahead = (bx - x) * step[0] + (by - y) * step[1]
    const aside = Math.abs((bx - x) * step[1]) + Math.abs((by - y) * step[0])
    const far = ahead + 2 * aside
    if (ahead > 4 && far < least) [best, least] = [at, far]
  })
  return best
}

export const ACTIONABLE = '[data-item], [data-target], [data-choice], [data-ask], footer .button.main'

/** Moves the focus if the key is an arrow and the focus is on something of the table. */
export function moveFocus(event: KeyboardEvent, root: HTMLElement): void {
  const on = (event.target as HTMLElement).closest<HTMLElement>(ACTIONABLE)
  if (!on || !(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return
  const others = [...root.querySelectorAll<HTMLElement>(ACTIONABLE)].filter((other) => other !== on)
  const found = others[nearest(event.key, on.getBoundingClientRect(), others.map((other) => other.getBoundingClientRect()))]
  if (!found) return
  event.preventDefault()
  found.focus()
}
