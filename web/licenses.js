/** Puts the licenses of what the page is made of beside the built page, because they have to go wherever it goes. */

import { readFileSync, writeFileSync } from 'node:fs'

const PARTS = ['@fontsource-variable/atkinson-hyperlegible-next/LICENSE', '@fontsource-variable/fraunces/LICENSE', 'svelte/LICENSE.md']
const texts = PARTS.map((part) => `${part.slice(0, part.lastIndexOf('/'))}\n\n${readFileSync(`node_modules/${part}`, 'utf8').trim()}\n`)
writeFileSync('../src/parlour/server/page/licenses.txt', texts.join('\n\n'))
