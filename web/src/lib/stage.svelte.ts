import { innerHeight, innerWidth } from 'svelte/reactivity/window'
import { stored } from './storage.svelte'

/** The named sizes of a table. `tiny` is a window in which the whole table scrolls; `side` is a phone on its side. */
export type StageSize = 'phone' | 'low' | 'tiny' | 'side' | 'desk'

/** The size for a window that is so many letters wide and high. Large letters make a window small, and so do many players. */
export function sizeOf(width: number, height: number, seats = 4): StageSize {
  if (width >= 50 && height >= 32) return 'desk'
  if (width > height * 1.3 && height >= 16 && width >= 32) return 'side'
  if (width < 17 || height < (seats > 4 ? 36 : 29)) return 'tiny'
  return height < 44 ? 'low' : 'phone'
}

const rem = (): number => (typeof document === 'undefined' ? 16 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

let above = $state(0)

/** The size of the window in letters. */
const letters = $derived.by(() => {
  void stored.letters
  const letter = rem()
  return { letter, width: (innerWidth.current ?? 0) / letter, height: ((innerHeight.current ?? 0) - above) / letter }
})
let seats = $state(4)
/** Many players with large cards need more height. */
const taken = $derived(stored.easy && seats > 4 ? 6 : 0)
const size = $derived(sizeOf(letters.width, letters.height - taken, seats))

/** The size that every table is drawn for. */
export const stage = {
  get size(): StageSize {
    return size
  },
  /** How many play at the table. */
  set seats(count: number) {
    seats = count
  },
  /** How many pixels something above the table takes, such as the coach of a lesson. */
  set above(pixels: number) {
    above = pixels
  },
  get isDesk(): boolean {
    return size === 'desk'
  },
  /** The height of a letter, in pixels. */
  get letter(): number {
    return letters.letter
  },
  /** How many letters fit side by side. */
  get width(): number {
    return letters.width
  },
  /** How many letters fit one under the other. */
  get height(): number {
    return letters.height
  },
}
