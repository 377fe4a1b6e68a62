/** What this device keeps: taste, a name, and the codes of tables it sat at. Never a token. */

export type Theme = 'auto' | 'morning' | 'evening'

interface Kept {
  theme: Theme
  fourColours: boolean
  name: string
  tables: { code: string; title: string }[]
}

const KEY = 'parlour'
const RECENT = 6

function read(): Kept {
  const usual: Kept = { theme: 'auto', fourColours: false, name: '', tables: [] }
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return usual // Storage may be forbidden, or hold something old.
  }
}

export const kept: Kept = $state(read())

function write(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Then this device forgets; everything still works.
  }
}

export function rememberName(name: string): void {
  kept.name = name
  write()
}

export function rememberTable(code: string, title: string): void {
  kept.tables = [{ code, title }, ...kept.tables.filter((table) => table.code !== code)].slice(0, RECENT)
  write()
}

export function forgetTable(code: string): void {
  kept.tables = kept.tables.filter((table) => table.code !== code)
  write()
}

const dark = matchMedia('(prefers-color-scheme: dark)')

function dress(): void {
  const evening = kept.theme === 'evening' || (kept.theme === 'auto' && dark.matches)
  document.documentElement.dataset.theme = evening ? 'evening' : 'morning'
  document.documentElement.dataset.deck = kept.fourColours ? 'four' : 'two'
}

export function settle(taste: Partial<Pick<Kept, 'theme' | 'fourColours'>>): void {
  Object.assign(kept, taste)
  write()
  dress()
}

dark.addEventListener('change', dress)
dress()
