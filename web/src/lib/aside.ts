import { tick } from 'svelte'

type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

const STEP = 8 // pixels
const MARGIN = 4

/** How far a box goes down, within a room, so that it covers none of the marked places; or as little of them as possible. */
export function downFrom(box: Edges, marks: Edges[], bottom: number): number {
  const covered = (down: number): number =>
    marks.reduce((sum, mark) => {
      const across = Math.min(box.right, mark.right) - Math.max(box.left, mark.left) + MARGIN
      const along = Math.min(box.bottom + down, mark.bottom) - Math.max(box.top + down, mark.top) + MARGIN
      return sum + Math.max(0, across) * Math.max(0, along)
    }, 0)
  let best = 0
  for (let down = 0; box.bottom + down <= bottom - STEP; down += STEP) if (covered(down) < covered(best)) best = down
  return best
}

/** Moves a notice over the table down to where it hides nothing that the hint points at. */
export function aside(node: HTMLElement): () => void {
  const table = document.querySelector('main')!
  const place = (): void => {
    node.style.translate = ''
    const marks = [...table.querySelectorAll('[data-hinted], .advised')].map((mark) => mark.getBoundingClientRect())
    const bottom = Math.min(table.getBoundingClientRect().bottom, innerHeight)
    node.style.translate = `0 ${downFrom(node.getBoundingClientRect(), marks, bottom)}px`
  }
  void tick().then(place) // when the places are marked
  const size = new ResizeObserver(place)
  size.observe(table)
  return () => size.disconnect()
}
