/** What this device keeps: settings, a name, house rules, the codes of its tables, and its circles. Never a token. */

import { keep, recall, type Witness } from './witness'
import type { Sound } from './tunes'
import type { OptionValue } from './wire'

export type Theme = 'auto' | 'morning' | 'evening'
export type Motion = 'auto' | 'less' | 'full'
export type Volume = 0 | 1 | 2 | 3
export type Letters = 100 | 125 | 150 | 200 // percent

export interface Taste {
  theme: Theme
  letters: Letters
  easy: boolean // easy mode: large cards, few words, and nothing is done by a single tap on the table
  fourColours: boolean
  motion: Motion // the result, less or full, is in `data-motion` of the root element
  sound: Volume
  silent: Sound[] // sounds that are switched off
  hints: boolean // whether what can be tapped is highlighted
  keys: boolean // whether single keys are shortcuts
  spoken: boolean // whether other players' moves are read out
}

/** Named house rules: what differs from the game as written. */
export interface SavedRules {
  name: string
  options: Record<string, OptionValue>
}

/** A circle, known by its secret. */
export interface StoredCircle {
  secret: string
  name: string
}

interface Stored extends Taste {
  easyOffered: boolean
  name: string
  tables: { code: string; title: string }[]
  presets: Record<string, SavedRules[]> // by game
  people: string[] // names for which chairs were kept
  circles: StoredCircle[]
  circle: string // the secret of the last table's circle, or ''
}

const KEY = 'parlour'
const TABLES = 100
const CIRCLES = 20
const PEOPLE = 12

function read(): Stored {
  const usual: Stored = {
    theme: 'auto',
    letters: 100,
    easy: false,
    easyOffered: false,
    fourColours: false,
    motion: 'auto',
    sound: 1,
    silent: [],
    hints: true,
    keys: true,
    spoken: true,
    name: '',
    tables: [],
    presets: {},
    people: [],
    circles: [],
    circle: '',
  }
  try {
    const { promises, ...found } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored> & { promises?: Witness[] }
    for (const one of promises ?? []) if (!recall(one.code)) keep(one) // from where older versions kept them
    return { ...usual, ...found }
  } catch {
    return usual // Storage may be forbidden, or hold something old.
  }
}

export const stored: Stored = $state(read())

function write(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    // Without storage this device forgets; everything still works.
  }
}

export function rememberName(name: string): void {
  stored.name = name
  write()
}

export function rememberPeople(names: string[]): void {
  stored.people = [...new Set([...names, ...stored.people])].slice(0, PEOPLE)
  write()
}

export function rememberTable(code: string, title: string): void {
  stored.tables = [{ code, title }, ...stored.tables.filter((table) => table.code !== code)].slice(0, TABLES)
  write()
}

export function forgetTable(code: string): void {
  stored.tables = stored.tables.filter((table) => table.code !== code)
  write()
}

/** Adds a circle, or updates the name of a known one. */
export function keepCircle(secret: string, name: string): void {
  const known = stored.circles.some((circle) => circle.secret === secret)
  stored.circles = known
    ? stored.circles.map((circle) => (circle.secret === secret ? { secret, name } : circle))
    : [...stored.circles, { secret, name }].slice(-CIRCLES)
  write()
}

export function forgetCircle(secret: string): void {
  stored.circles = stored.circles.filter((circle) => circle.secret !== secret)
  if (stored.circle === secret) stored.circle = ''
  write()
}

/** Sets the circle that is offered for the next table. */
export function rememberCircle(secret: string): void {
  stored.circle = secret
  write()
}

export const presetsOf = (game: string): SavedRules[] => stored.presets[game] ?? []

/** Saves a preset, replacing one of the same name. */
export function keepPreset(game: string, preset: SavedRules): void {
  forgetPreset(game, preset.name)
  stored.presets[game] = [...presetsOf(game), preset]
  write()
}

export function forgetPreset(game: string, name: string): void {
  stored.presets[game] = presetsOf(game).filter((preset) => preset.name !== name)
  write()
}

/** Easy mode is offered once, to somebody who enlarges the letters. */
export function answerOffer(easy: boolean): void {
  stored.easyOffered = true
  settle({ easy })
}

export function settle(taste: Partial<Taste>): void {
  Object.assign(stored, taste)
  write()
  dress()
}

const deviceWants = (query: string): boolean => matchMedia(query).matches
const DARK = '(prefers-color-scheme: dark)'
const STILL = '(prefers-reduced-motion: reduce)'

const ROOM = { morning: '#f6f1e7', evening: '#121c1b' } // also in app.css and index.html

function dress(): void {
  const evening = stored.theme === 'evening' || (stored.theme === 'auto' && deviceWants(DARK))
  const less = stored.motion === 'less' || (stored.motion === 'auto' && deviceWants(STILL))
  Object.assign(document.documentElement.dataset, {
    theme: evening ? 'evening' : 'morning',
    letters: String(stored.letters),
    deck: stored.fourColours ? 'four' : 'two',
    motion: less ? 'less' : 'full',
    hints: stored.hints ? 'on' : 'off',
    easy: stored.easy ? 'on' : 'off',
  })
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) meta.content = evening ? ROOM.evening : ROOM.morning
}

// Tests without a page have no root element to style.
if (typeof document !== 'undefined') {
  for (const query of [DARK, STILL]) matchMedia(query).addEventListener('change', dress)
  dress()
}
