/** What this device checks by itself about a finished game, as docs/fairness.md describes. It uses nothing from the server but
 * the log and the cards before each shuffle. */

import * as words from '../words'
import { fromHex, hmac, joined, sha256, toHex, utf8 } from './sha256'
import { ownPromise, promiseOf, type Witness } from './witness'
import type { Log, Opening, Verification } from './wire'

const SEAL = 16 // hexadecimal digits

export const fingerprint = (secret: string): string => toHex(sha256(fromHex(secret)))

/** The key of the shuffles, made from the secret and everybody's words. */
export function keyOf(secret: string, said: string[]): Uint8Array {
  return hmac(fromHex(secret), utf8(said.map((word) => `${utf8(word).length}:${word}`).join('')))
}

/** The cards after shuffle n. */
export function shuffled(key: Uint8Array, n: number, before: number[]): number[] {
  const cards = [...before]
  let numbers = new DataView(new ArrayBuffer(0))
  let at = 0
  let block = 0
  const next = (): number => {
    if (at === numbers.byteLength) {
      const which = new DataView(new ArrayBuffer(12))
      which.setBigUint64(0, BigInt(n))
      which.setUint32(8, block++)
      numbers = new DataView(hmac(key, new Uint8Array(which.buffer)).buffer as ArrayBuffer)
      at = 0
    }
    at += 2
    return numbers.getUint16(at - 2)
  }
  for (let last = cards.length - 1; last > 0; last--) {
    const fair = 65536 - (65536 % (last + 1))
    let number = next()
    while (number >= fair) number = next()
    const pick = number % (last + 1)
    ;[cards[last], cards[pick]] = [cards[pick]!, cards[last]!]
  }
  return cards
}

/** JSON without spaces, with sorted keys. Times always have a decimal point. */
function canonical(value: unknown, name = ''): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join()}]`
  if (value && typeof value === 'object') {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one, key)}`).join()}}`
  }
  return name === 'at' && Number.isInteger(value) ? `${value as number}.0` : JSON.stringify(value)
}

export function sealOf(part: object, before = ''): string {
  const { seal: _, ...rest } = part as { seal?: string }
  return toHex(sha256(joined(utf8(before), utf8(canonical(rest))))).slice(0, SEAL)
}

/** The number of the first entry whose seal is wrong, 0 for the opening, −1 for none. */
export function brokenSeal({ opening, entries }: Log): number {
  let seal = sealOf(opening)
  if (opening.seal !== seal) return 0
  for (const [place, entry] of entries.entries()) {
    seal = sealOf(entry, seal)
    if (entry.seal !== seal) return place + 1
  }
  return -1
}

export interface Check {
  ok: boolean
  say: string
}

/** What is wrong with a seat's words, by the log and by what this device was shown; '' if nothing. */
function wrongWords({ seats, commitment, ...opening }: Opening, seat: number, shown: Witness | undefined): string {
  const say = words.fair
  const name = seats[seat]!
  const promise = opening.promises?.[seat] ?? ''
  const said = opening.words?.[seat] ?? ''
  if (opening.promises?.length && said && promiseOf(commitment, said) !== promise) return say.exchanged(name)
  if (!shown || shown.commitment !== commitment) return ''
  const own = shown.seat === seat ? ownPromise(shown) || null : null
  // A promise can change until the freeze, but one that still stood then would have been frozen.
  const was = shown.promises ? (shown.promises[seat] ?? '') : opening.promises?.length ? promise : (own ?? promise)
  if (was && !promise) return say.leftOut(name)
  if (was !== promise) return was ? say.otherPromise(name) : say.madeUp(name)
  return own === promise && shown.shown && !said ? say.notTaken(name) : ''
}

/** Checks everybody's words, and names players whose words came too late. */
function wordChecks(opening: Opening, shown: Witness | undefined): Check[] {
  const say = words.fair
  const wrong = opening.seats.map((_, seat) => wrongWords(opening, seat, shown)).filter(Boolean)
  if (wrong.length) return wrong.map((why) => ({ ok: false, say: why }))
  if (!opening.promises?.length) return []
  const late = opening.seats.filter((_, seat) => opening.promises?.[seat] && !opening.words?.[seat])
  const own = shown?.seat !== undefined && !!shown.words && opening.words?.[shown.seat] === shown.words
  return [
    ...(shown?.promises ? [{ ok: true, say: say.promises }] : []),
    { ok: true, say: say.kept(own) },
    ...(late.length ? [{ ok: true, say: say.late(late) }] : []),
  ]
}

/** The player whose frozen promise is not the one this device made while it was away: another device of that seat may
 * have made a new promise, or somebody gave the chair up. */
export function promisedAnew({ opening }: Log, shown: Witness | undefined): string {
  if (shown?.seat === undefined || !shown.words || shown.promises || shown.commitment !== opening.commitment) return ''
  const missing = opening.promises?.length && !opening.promises.includes(ownPromise(shown)) // chairs can be swapped
  return missing ? (opening.seats[shown.seat] ?? '') : ''
}

/** Whether this device was shown, before the first card, everything that determines the shuffles. */
export const wasThere = ({ opening }: Log, shown: Witness | undefined): boolean =>
  !!shown?.before && (!opening.promises?.length || !!shown.promises)

export function ownChecks({ verdict, log }: Verification, promised: Witness | undefined): Check[] {
  const say = words.fair
  const { opening } = log
  const checks: Check[] = []
  const opens = !!log.secret && fingerprint(log.secret) === opening.commitment
  const dealt = verdict.shuffles.length > 0 || !verdict.ok // a score sheet has no shuffles
  if (promised && dealt) {
    const same = promised.commitment === opening.commitment
    checks.push({ ok: same, say: same ? say.promised(promised.before) : say.promisedOther })
  }
  if (dealt) checks.push(...wordChecks(opening, promised))
  if (dealt) checks.push({ ok: opens, say: opens ? say.opens : say.opensNot })
  if (opens && verdict.shuffles.length) {
    const key = keyOf(log.secret!, opening.words ?? [])
    const wrong = verdict.shuffles.find(({ n, before, after }) => shuffled(key, n, before).join() !== after.join())
    checks.push({ ok: !wrong, say: wrong ? say.shuffledNot(wrong.n + 1) : say.shuffled(verdict.shuffles.length, !!opening.words?.some(Boolean)) })
  }
  if (opening.seal) {
    const broken = brokenSeal(log)
    checks.push({ ok: broken < 0, say: broken < 0 ? say.sealed(log.entries.length) : say.sealedNot(broken) })
  }
  return checks
}
