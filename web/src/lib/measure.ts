/** Reads the page's sizes once for all who want them: when an update is written, in the frame that paints it. Read amid the writes, a
 * size costs a layout each time. */

/** Reads, and returns what to write afterward. */
export type Reading = () => (() => void) | undefined | void

const waiting = new Set<Reading>()

/** Calls it before the next frame is painted. All readings come before all writing. */
export function measure(reading: Reading): void {
  if (!waiting.size) requestAnimationFrame(readAll)
  waiting.add(reading)
}

function readAll(): void {
  const readings = [...waiting]
  waiting.clear()
  for (const write of readings.map((reading) => reading())) write?.()
}

/** Tells the size of an element, without its edges, before it is painted, and whenever it changes. */
export const sized =
  (tell: (width: number, height: number) => void) =>
  (node: HTMLElement): (() => void) => {
    const size = new ResizeObserver(() => tell(node.clientWidth, node.clientHeight))
    size.observe(node)
    return () => size.disconnect()
  }
