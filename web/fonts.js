/**
 * Makes the fonts of src/fonts.css: only the weights that the page uses, and what English needs in a file of its own, so that a
 * phone fetches letters with accents only when somebody is called Zoë. Run before every build; the files are in node_modules.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const FOLDER = 'node_modules/.fonts'
const FONTS = {
  plain: { from: 'atkinson-hyperlegible-next', subsets: ['latin-ext'], wght: { min: 400, max: 700 } },
  heading: { from: 'fraunces', subsets: ['latin-ext', 'vietnamese'], wght: 600 },
}

const letters = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
/** As in the unicode ranges of src/fonts.css. */
const ENGLISH = letters(0x20, 0x7e) + '\u00a0·½×–—‘’“”•…−'
const ACCENTS = letters(0xa1, 0xff).replace(/[·½×]/g, '') + 'ıŒœ‚„‹›€™↑↓'

mkdirSync(FOLDER, { recursive: true })
for (const [name, { from, subsets, wght }] of Object.entries(FONTS)) {
  const make = async (subset, text, file) => {
    const font = readFileSync(`node_modules/@fontsource-variable/${from}/files/${from}-${subset}-wght-normal.woff2`)
    const made = await subsetFont(font, text, { variationAxes: { wght }, keepAllGlyphs: text === undefined, targetFormat: 'woff2' })
    writeFileSync(`${FOLDER}/${name}-${file}.woff2`, made)
  }
  await make('latin', ENGLISH, 'english')
  await make('latin', ACCENTS, 'accents')
  for (const subset of subsets) await make(subset, undefined, subset)
}
