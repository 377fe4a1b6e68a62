/** Arrow keys move the focus to the nearest thing to tap in that direction, whatever the layout. */

const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Rect {
  left: number
  top: number
  width: number
  height: number
}

/** The nearest box in the direction of the key; sideways distance counts double. */
export function nearest(key: string, from: Rect, boxes: Rect[]): number {
  const step = STEPS[key]
  if (!step) return -1
  const middle = (box: Rect): [number, number] => [box.left + box.width / 2, box.top + box.height / 2]
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
/** What arrow keys can reach: everything to tap, and all cards of the player's own hand. */
const WALKED = `${ACTIONABLE}, [role=option]`

/** Moves the focus if the key is an arrow and the focus is on the table. */
export function moveFocus(event: KeyboardEvent, root: HTMLElement): void {
  const on = (event.target as HTMLElement).closest<HTMLElement>(WALKED)
  if (!on || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const found = along(event.key, on) ?? (event.key in STEPS ? toward(event.key, on, root) : undefined)
  if (!found) return
  event.preventDefault()
  found.focus()
}

/** Within a list: the previous, next, first or last card. */
function along(key: string, on: HTMLElement): HTMLElement | undefined {
  const list = [...(on.closest('[role=listbox]')?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
  const at = list.indexOf(on)
  if (at < 0) return undefined
  return { ArrowLeft: list[at - 1], ArrowRight: list[at + 1], Home: list[0], End: list.at(-1) }[key]
}

function toward(key: string, on: HTMLElement, root: HTMLElement): HTMLElement | undefined {
  const others = [...root.querySelectorAll<HTMLElement>(WALKED)].filter((other) => other !== on && !other.closest('[inert]'))
  return others[nearest(key, on.getBoundingClientRect(), others.map((other) => other.getBoundingClientRect()))]
}
