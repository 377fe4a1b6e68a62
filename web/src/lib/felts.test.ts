import { expect, test } from 'vitest'
import APP from '../app.css?raw'
import FELTS from '../parts/felts.css?raw'

/** The colors of a rule, as the style has them. */
const block = (css: string, selector: string): Record<string, string> => {
  const at = css.indexOf(selector)
  if (at < 0) throw new Error(selector)
  return Object.fromEntries([...css.slice(at, css.indexOf('}', at)).matchAll(/(--[\w-]+): (#\w+)/g)].map(([, name, colour]) => [name!, colour!]))
}

const channels = (colour: string): number[] => [1, 3, 5, 7].map((at) => Number.parseInt(colour.slice(at, at + 2) || 'ff', 16) / 255)
/** A color that may let another one through. */
const over = (top: string, ground: string): string => {
  const [[r, g, b, a], below] = [channels(top) as [number, number, number, number], channels(ground)]
  return `#${[r, g, b].map((one, at) => Math.round(255 * (one * a + below[at]! * (1 - a))).toString(16).padStart(2, '0')).join('')}`
}
const light = (colour: string): number => {
  const [r, g, b] = channels(colour).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

const CARDS = { morning: '#666b65', evening: '#f3eee3' } // by day its edge, by night its paper stands out

test.each(['morning', 'evening'] as const)('on every felt, text is 4.5:1 and edges are 3:1, in the %s', (theme) => {
  const room = block(APP, theme === 'morning' ? ':root {' : ":root[data-theme='evening'] {")
  for (const felt of ['moss', 'wine', 'dusk']) {
    const { '--table': table, '--table-lit': lit } = block(FELTS, `:root[data-theme='${theme}'] [data-felt='${felt}']`)
    for (const ground of [table!, lit!]) {
      const plate = over(room['--seat-panel']!, ground)
      for (const text of ['--ink', '--soft']) {
        expect(contrast(room[text]!, ground), `${text} on ${felt}, ${ground}`).toBeGreaterThanOrEqual(4.5)
        expect(contrast(room[text]!, plate), `${text} on a plate on ${felt}`).toBeGreaterThanOrEqual(4.5)
      }
      for (const edge of ['--edge', '--brass', '--moss', '--oxblood', ...Array.from({ length: 8 }, (_, seat) => `--seat-${seat}`)])
        expect(contrast(room[edge]!, ground), `${edge} on ${felt}, ${ground}`).toBeGreaterThanOrEqual(3)
      expect(contrast(CARDS[theme], ground), `a card on ${felt}, ${ground}`).toBeGreaterThanOrEqual(3)
    }
  }
})

test('by day, a felt stands out from the room', () => {
  const room = block(APP, ':root {')['--room']!
  for (const felt of ['moss', 'wine', 'dusk'])
    expect(contrast(room, block(FELTS, `:root[data-theme='morning'] [data-felt='${felt}']`)['--table']!), felt).toBeGreaterThanOrEqual(1.4)
})

test('moss is the felt that every table has', () => {
  for (const [theme, selector] of [['morning', ':root {'], ['evening', ":root[data-theme='evening'] {"]])
    for (const [name, colour] of Object.entries(block(FELTS, `:root[data-theme='${theme}'] [data-felt='moss']`))) expect(block(APP, selector!)[name]).toBe(colour)
})
