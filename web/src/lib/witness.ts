/** What this device was shown before the first card, and its own words for the shuffle: a small record for each table, compared with the
 * log when the game is over. It never leaves the device, unless somebody saves it for `parlour verify`. */

import { sha256, toHex, utf8 } from './sha256'
import type { Request, ViewMessage } from './wire'

export interface Witness {
  code: string
  commitment: string // as first shown
  before: boolean // shown before the first card
  seat?: number // the seat for which words were promised
  words?: string // this device's own
  promises?: string[] // everybody's, when they were frozen
  shown?: boolean // the server has acknowledged the words
}

const KEY = 'parlour/'
const MOST = 50 // tables
export const MOST_TYPED = 50 // characters
const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aiou'

// ---------------------------------------------------------------- keeping

const memory = new Map<string, string>() // where storage is not allowed

function stored(code: string): string | null {
  try {
    return localStorage.getItem(KEY + code) ?? memory.get(code) ?? null
  } catch {
    return memory.get(code) ?? null
  }
}

function codes(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(KEY) ? [key.slice(KEY.length)] : []))
  } catch {
    return [...memory.keys()]
  }
}

const read = (code: string): (Witness & { at: number }) | undefined => {
  try {
    return (JSON.parse(stored(code) ?? 'null') as (Witness & { at: number }) | null) ?? undefined
  } catch {
    return undefined
  }
}

export function recall(code: string): Witness | undefined {
  const found = read(code)
  if (!found) return undefined
  const { at: _, ...witness } = found
  return witness
}

/** Finds the record of a game in a file, which does not name its table. */
export const recallBy = (commitment: string): Witness | undefined =>
  codes().map(recall).find((witness) => witness?.commitment === commitment)

/** Keeps a record, and drops the oldest ones. */
export function keep(witness: Witness): void {
  const text = JSON.stringify({ ...witness, at: Date.now() })
  memory.set(witness.code, text)
  const others = codes().filter((code) => code !== witness.code)
  const oldest = others.sort((one, other) => (read(other)?.at ?? 0) - (read(one)?.at ?? 0)).slice(MOST - 1)
  oldest.forEach(forget)
  try {
    localStorage.setItem(KEY + witness.code, text)
  } catch {
    // Without storage it is known until the page is closed.
  }
}

export function forget(code: string): void {
  memory.delete(code)
  try {
    localStorage.removeItem(KEY + code)
  } catch {
    // There is nothing to forget.
  }
}

// ---------------------------------------------------------------- words

/** 128 random bits as eight pronounceable words. */
export function drawn(random: Uint16Array = crypto.getRandomValues(new Uint16Array(8))): string {
  const spoken = (bits: number): string =>
    [12, 10, 6, 4, 0].map((shift, place) => (place % 2 ? VOWELS[(bits >> shift) & 3] : CONSONANTS[(bits >> shift) & 15])).join('')
  return Array.from(random, spoken).join(' ')
}

/** What the player typed, followed by random words that nobody can guess. */
export const withOwn = (typed: string): string => `${typed.trim().slice(0, MOST_TYPED).replace(/\p{Cs}/gu, '').trim()} ${drawn()}`.trim()

export const promiseOf = (commitment: string, said: string): string => toHex(sha256(utf8(`parlour words ${commitment} ${said}`)))

export const ownPromise = ({ commitment, words }: Witness): string => (words ? promiseOf(commitment, words) : '')

// ---------------------------------------------------------------- what the device sees, and what it sends

/** The record after a frame. What was recorded first stays. Undefined if there is nothing to record. */
export function witnessed(witness: Witness | undefined, { table, you }: ViewMessage): Witness | undefined {
  const { phase, promises } = table
  if (!table.commitment || phase === 'over' || phase === 'stopped') return witness
  const lobby = phase === 'lobby' || phase === 'dealing'
  const now: Witness = witness ? { ...witness } : { code: table.code, commitment: table.commitment, before: lobby }
  if (now.promises) {
    // Newer words came too late, so the promised ones count again.
    if (phase === 'dealing' && you.seat != null && now.words && now.promises[you.seat] === ownPromise(now)) now.seat = you.seat
    return now
  }
  const mine = you.seat != null && now.words && (lobby ? promises?.[you.seat] === ownPromise(now) : you.seat === now.seat)
  if (mine) now.seat = you.seat!
  else delete now.seat // somebody else's chair, or another device's promise
  if (phase === 'dealing' && promises) now.promises = [...promises]
  return now
}

/** What this device has to send now, if anything. Words are shown only when nobody can choose theirs anymore. */
export function duty(witness: Witness, { table, you }: ViewMessage): Request | null {
  const { phase, promises } = table
  if (you.seat == null || !promises) return null
  if (phase === 'lobby' && !promises[you.seat] && witness.words) return { what: 'promise', hash: ownPromise(witness) }
  const frozen = phase === 'dealing' && witness.promises?.join() === promises.join() && witness.seat === you.seat
  return frozen && !witness.shown ? { what: 'show', words: witness.words! } : null
}
