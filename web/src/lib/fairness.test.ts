import { expect, test } from 'vitest'
import { brokenSeal, fingerprint, keyOf, ownChecks, promisedAnew, sealOf, shuffled, wasThere } from './fairness'
import { toHex } from './sha256'
import { promiseOf, type Witness } from './witness'
import type { Log, Verification } from './wire'

// As the server writes it.
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const SAID = ["tea; “Åsa”", "", "🃏"]
const KEY = 'a7c288f8703009f3a1aee1bd5242634acc90ebdb0ca235e2c33556ae1cec35fa'
const SHUFFLES: [n: number, after: number[]][] = [
  [0, [43, 39, 9, 50, 52, 45, 34, 4, 42, 49, 47, 40, 48, 18, 20, 36, 2, 29, 28, 22, 5, 33, 25, 7, 31, 8, 24, 30, 11, 19, 32, 23, 0, 35, 21, 53, 27, 1, 6, 26, 44, 14, 37, 16, 17, 46, 10, 38, 41, 12, 13, 15, 51, 3]],
  [3, [5, 2, 3, 6, 0, 4, 1]],
  [8589934592, [28, 5, 60, 65, 106, 56, 58, 44, 84, 62, 1, 69, 27, 48, 92, 33, 35, 38, 59, 105, 10, 100, 64, 2, 24, 102, 68, 79, 73, 49, 13, 54, 97, 81, 40, 72, 25, 108, 76, 75, 14, 93, 78, 43, 74, 95, 19, 52, 30, 90, 41, 26, 29, 99, 15, 22, 98, 46, 32, 55, 8, 71, 67, 85, 36, 82, 94, 61, 12, 20, 86, 4, 16, 37, 0, 87, 96, 109, 50, 9, 6, 18, 45, 7, 77, 101, 53, 42, 104, 21, 107, 66, 39, 80, 88, 103, 57, 91, 83, 63, 34, 31, 70, 51, 17, 89, 23, 3, 47, 11]],
]
const LOG = JSON.parse(String.raw`{"opening":{"game":"golf","edition":1,"options":{"holes":2,"zest":[1,2],"deck":null},"seats":["Ann","Bob \"B\" \\ é \t"],"commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd","words":["tea; “Åsa”","","🃏"],"seal":"6d87b86e9893e3fc"},"entries":[{"seq":1,"at":1763259936.123,"seat":0,"by":"person","body":{"what":"move","action":{"do":"swap","slot":3}},"seal":"7859d85cb0c68b37"},{"seq":2,"at":1763259937.0,"seat":1,"by":"bot","body":{"what":"move","action":{"do":"lay_down","melds":[["7H","JOK=8H"],[]],"open":true},"points":[5,-9]},"id":"a7","seal":"e399c14c38274807"}],"secret":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","result":null}`) as Log

const inOrder = (count: number): number[] => Array.from({ length: count }, (_, place) => place)
const changed = (change: (log: Log) => void): Log => {
  const log = structuredClone(LOG)
  change(log)
  return log
}
const verification = (log = LOG): Verification => ({
  verdict: {
    ok: true, proved: [], not_proved: [], why: '', rule: '', entry: null, moves: 2, seal: '', silent: [], exchanged: [],
    shuffles: SHUFFLES.map(([n, after]) => ({ n, before: inOrder(after.length), after })),
  },
  log,
})
const failed = (found: Verification, commitment = LOG.opening.commitment): number[] =>
  ownChecks(found, { code: '', commitment, before: true }).flatMap((check, place) => (check.ok ? [] : [place]))

test('fingerprint, key and shuffles are the same as the server\'s', () => {
  expect(fingerprint(SECRET)).toBe(LOG.opening.commitment)
  expect(toHex(keyOf(SECRET, SAID))).toBe(KEY)
  for (const [n, after] of SHUFFLES) expect(shuffled(keyOf(SECRET, SAID), n, inOrder(after.length))).toEqual(after)
})

test('so are the seals, for any names', () => {
  expect(sealOf(LOG.opening)).toBe(LOG.opening.seal)
  expect(brokenSeal(LOG)).toBe(-1)
})

test('the first changed part is named', () => {
  expect(brokenSeal(changed((log) => (log.opening.seats[0] = 'Anne')))).toBe(0)
  expect(brokenSeal(changed((log) => Object.assign(log.entries[0]!, { at: 1763259936.124 })))).toBe(1)
  expect(brokenSeal(changed((log) => delete log.entries[1]!.seal))).toBe(2)
  expect(brokenSeal(changed((log) => log.entries.reverse()))).toBe(1)
})

test('a fair game passes every check, and each check can fail alone', () => {
  expect(failed(verification())).toEqual([])
  expect(failed(verification(), '00')).toEqual([0])
  expect(failed(verification(changed((log) => (log.secret = SECRET.replace('0', '1')))))).toEqual([1])
  expect(failed(verification(changed((log) => (log.entries[0]!.seq = 7))))).toEqual([3])
  const stacked = verification()
  stacked.verdict.shuffles[1]!.after.reverse()
  expect(failed(stacked)).toEqual([2])
})

test('a device that was not there, and a log without seals, get fewer checks', () => {
  expect(ownChecks(verification(changed((log) => delete log.opening.seal)), undefined)).toHaveLength(2)
})

const { commitment } = LOG.opening
const PROMISES = ['tea', 'rain', 'wool'].map((word) => promiseOf(commitment, word))
const DEVICE: Witness = { code: 'BCD234', commitment, before: true, seat: 0, words: 'tea', promises: PROMISES, shown: true }

/** What a device that was there finds wrong with the words of a game of Ann, Bob and Cat. */
function wrong(words: string[], promises: string[] | undefined, device: Witness | undefined = DEVICE): string[] {
  const log = changed((log) => Object.assign(log.opening, { seats: ['Ann', 'Bob', 'Cat'], words, promises }))
  const checks = ownChecks({ ...verification(log), verdict: { ...verification().verdict, shuffles: [{ n: 0, before: [], after: [] }] } }, device)
  return checks.flatMap(({ ok, say }) => (ok || !say.includes('words') ? [] : [say.replace(/:.*/, '')]))
}

test('a seat whose words were swapped is named by every device that was there', () => {
  const ground = PROMISES.with(1, promiseOf(commitment, 'word 7'))
  expect(wrong(['tea', 'rain', 'wool'], PROMISES)).toEqual([])
  expect(wrong(['tea', 'word 7', 'wool'], PROMISES, undefined)).toEqual(['Bob’s words were swapped'])
  expect(wrong(['tea', 'word 7', 'wool'], ground)).toEqual(['Bob’s words were swapped'])
  expect(wrong(['tea', 'word 7', 'wool'], ground, { ...DEVICE, promises: undefined })).toEqual([])
  expect(wrong(['word 7', '', ''], undefined)).toEqual(['Ann’s', 'Bob’s', 'Cat’s'].map((whose) => `${whose} words were left out`))
  expect(wrong(['', 'word 7', ''], undefined, { ...DEVICE, promises: undefined })).toEqual(['Ann’s words were left out'])
  expect(wrong(['tea', 'rain', 'wool'], PROMISES, { ...DEVICE, promises: PROMISES.with(2, '') })).toEqual(['Cat’s words were made up afterward'])
  expect(wrong(['', 'rain', 'wool'], PROMISES)).toEqual(['Ann’s words were left out'])
  expect(wrong(['', 'rain', 'wool'], PROMISES, { ...DEVICE, shown: false })).toEqual([])
})

test('a device that was not shown the promises says so', () => {
  const log = changed((log) => (log.opening.promises = PROMISES))
  expect(wasThere(log, DEVICE)).toBe(true)
  expect(wasThere(log, { ...DEVICE, promises: undefined })).toBe(false)
  expect(wasThere(LOG, { ...DEVICE, promises: undefined })).toBe(true)
})

test('a device that was asleep when the promises were frozen accuses nobody, and says what it does not know', () => {
  const phone: Witness = { ...DEVICE, promises: undefined, shown: undefined }
  const laptop = PROMISES.with(0, promiseOf(commitment, 'cake'))
  expect(wrong(['cake', 'rain', 'wool'], laptop, phone)).toEqual([])
  expect(wrong(['', 'rain', 'wool'], PROMISES.with(0, ''), phone)).toEqual([]) // somebody gave the chair up
  expect(wrong(['cake', 'rain', 'wool'], laptop, { ...phone, promises: PROMISES })).toEqual(['Ann’s words were swapped'])
  const anew = (promises: string[] | undefined, device: Witness | undefined): string =>
    promisedAnew(changed((log) => Object.assign(log.opening, { seats: ['Ann', 'Bob', 'Cat'], promises })), device)
  expect(anew(laptop, phone)).toBe('Ann')
  expect(anew(PROMISES.with(0, ''), phone)).toBe('Ann')
  expect(anew(PROMISES, phone)).toBe('')
  expect(anew(PROMISES.toReversed(), phone)).toBe('') // another chair
  expect(anew(laptop, { ...phone, seat: undefined })).toBe('')
  expect(anew(laptop, { ...phone, promises: PROMISES })).toBe('')
  expect(anew(laptop, { ...phone, commitment: 'ab' })).toBe('')
  expect(anew(laptop, undefined)).toBe('')
})
