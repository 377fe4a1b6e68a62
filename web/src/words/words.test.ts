import { parse, type AST } from 'svelte/compiler'
import { expect, test } from 'vitest'
import * as words from '.'

/** All words for people are in this folder, so that they can be reviewed and translated in one place. */

const READ_OUT = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title']
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text)

function wordsIn(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) wordsIn(one, found)
  else if (node && typeof node === 'object' && 'type' in node) {
    const part = node as AST.SvelteNode
    if (part.type === 'Text' && hasWords(part.data)) found.push(part.data.trim())
    if (part.type === 'Attribute') {
      if (READ_OUT.includes(part.name) && Array.isArray(part.value)) wordsIn(part.value, found)
    } else if (part.type !== 'StyleDirective') for (const [key, value] of Object.entries(part)) if (key !== 'css' && key !== 'instance' && key !== 'module') wordsIn(value, found)
  }
  return found
}

const files = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true })

test.each(Object.entries(files))('%s has no words of its own', (_, text) => {
  expect(wordsIn(parse(text, { modern: true }).fragment)).toEqual([])
})

const catalogues = import.meta.glob<object>(['./*.ts', '!./index.ts', '!./*.test.ts'], { eager: true })

test('no two files of words use the same name', () => {
  const names = Object.values(catalogues).flatMap((words) => Object.keys(words))
  expect(names.toSorted()).toEqual(Object.keys(words).toSorted())
})
