import { beforeEach, expect, test } from 'vitest'
import { drawn, duty, forget, keep, promiseOf, recall, recallBy, withOwn, witnessed, type Witness } from './witness'
import { DeviceWords } from './deviceWords'
import type { Answer } from './connection'
import type { Phase, Request, ViewMessage } from './wire'

const COMMITMENT = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
const OTHER = 'ab'.repeat(32)

beforeEach(() => {
  const map = new Map<string, string>()
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void (map.set(key, value), Object.assign(storage, { [key]: value })),
    removeItem: (key: string) => void (map.delete(key), delete (storage as Record<string, unknown>)[key]),
  }
  globalThis.localStorage = storage as unknown as Storage
  for (const code of ['BCD234', 'XYZ234']) forget(code)
})

const frame = (phase: Phase, promises: string[] | null, seat: number | null = 0, version = 1): ViewMessage =>
  ({ type: 'view', version, you: { seat }, table: { code: 'BCD234', game: 'golf', title: 'Golf', phase, chairs: [], commitment: COMMITMENT, promises }, view: null }) as unknown as ViewMessage

const mine: Witness = { code: 'BCD234', commitment: COMMITMENT, before: true, words: 'tea lusab' }
const hash = promiseOf(COMMITMENT, 'tea lusab')

test('a promise is the same as the server computes', () => {
  expect(promiseOf(COMMITMENT, 'tea; “Åsa”')).toBe('055a9bab0eb64006b493fd84b58f77d05c38e4502364831f19789f0c5e690d0e')
})

test('words have 128 random bits, and can be read out', () => {
  expect(drawn(new Uint16Array([0, 0xffff, 0x7f00, 1, 2, 3, 4, 5]))).toMatch(/^babab zuzuz lusab( [a-z]{5}){5}$/)
  expect(drawn()).not.toBe(drawn())
  expect(withOwn('  tea 🃏 ')).toMatch(/^tea 🃏( [a-z]{5}){8}$/)
  expect(withOwn('')).toMatch(/^[a-z]{5}( [a-z]{5}){7}$/)
  expect(withOwn(`${'x'.repeat(49)}🃏`)).toMatch(/^x{49}( [a-z]{5}){8}$/)
})

test('a device promises once, and shows its words only if they are in the list it recorded', () => {
  const lobby = frame('lobby', ['', OTHER])
  expect(duty(mine, lobby)).toEqual({ what: 'promise', hash })
  expect(duty(mine, frame('lobby', [OTHER, '']))).toBeNull() // another device of this seat
  const dealing = frame('dealing', [hash, OTHER])
  expect(duty(mine, dealing)).toBeNull() // not yet written down
  const after = witnessed(mine, dealing)!
  expect(after).toMatchObject({ seat: 0, promises: [hash, OTHER] })
  expect(duty(after, dealing)).toEqual({ what: 'show', words: 'tea lusab' })
  expect(duty(after, frame('dealing', [hash, hash]))).toBeNull() // another list
  expect(duty(after, frame('dealing', [hash, OTHER], null))).toBeNull()
  expect(duty({ ...after, shown: true }, dealing)).toBeNull()
  expect(duty(witnessed(mine, frame('dealing', [OTHER, hash]))!, frame('dealing', [OTHER, hash]))).toBeNull()
})

test('what was recorded first stays', () => {
  const first = witnessed(undefined, frame('lobby', ['', '']))!
  expect(first).toEqual({ code: 'BCD234', commitment: COMMITMENT, before: true })
  const frozen = witnessed({ ...first, commitment: OTHER }, frame('dealing', [OTHER, '']))!
  expect(frozen).toMatchObject({ commitment: OTHER, promises: [OTHER, ''] })
  expect(witnessed(frozen, frame('dealing', ['', OTHER]))).toEqual(frozen)
  expect(witnessed(undefined, frame('playing', null))).toMatchObject({ before: false })
  expect(witnessed(undefined, frame('over', ['', '']))).toBeUndefined()
})

test('a device that lost the chair expects no words there', () => {
  const seated = witnessed(mine, frame('lobby', [hash, '']))!
  expect(seated.seat).toBe(0)
  expect(witnessed(seated, frame('playing', null))!.seat).toBe(0)
  expect(witnessed(seated, frame('playing', null, null))!.seat).toBeUndefined()
  expect(witnessed(seated, frame('lobby', [OTHER, '']))!.seat).toBeUndefined()
})

test('records are small, and kept only for the last tables', () => {
  for (let number = 0; number < 60; number++) keep({ ...mine, code: `T${number}`, commitment: `${number}` })
  expect(Object.keys(localStorage).filter((key) => key.startsWith('parlour/'))).toHaveLength(50)
  expect(recall('T59')).toMatchObject({ words: 'tea lusab' })
  expect(recallBy('59')?.code).toBe('T59')
  forget('T59')
  expect(recall('T59')).toBeUndefined()
})

test('a device promises, keeps the list, shows its words and notes that they were accepted, all by itself', async () => {
  const said: Request[] = []
  let version = 1
  const deviceWords = new DeviceWords('BCD234', async (event): Promise<Answer> => (said.push(event), { type: 'ack', id: '', version: ++version }))
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done))
  deviceWords.see(frame('lobby', ['', OTHER]))
  deviceWords.see(frame('lobby', ['', OTHER])) // once is enough
  await settled()
  deviceWords.see(frame('lobby', ['', OTHER])) // a frame of before
  await settled()
  const [promise, ...more] = said as { hash: string }[]
  expect(more).toEqual([])
  deviceWords.see(frame('dealing', [promise!.hash, OTHER], 0, 3))
  await settled()
  const words = recall('BCD234')!.words!
  expect(said[1]).toEqual({ what: 'show', words })
  expect(promiseOf(COMMITMENT, words)).toBe(promise!.hash)
  expect(recall('BCD234')).toEqual({ code: 'BCD234', commitment: COMMITMENT, before: true, words, seat: 0, promises: [promise!.hash, OTHER], shown: true })
  expect(await deviceWords.add('cake', frame('lobby', [promise!.hash, OTHER], 0, 4))).toBe(true)
  expect(recall('BCD234')!.words).toMatch(/^cake /)
})

/** A device whose every message waits for the server's answer. */
function waiting() {
  const said: Request[] = []
  const answers: ((answer: Answer) => void)[] = []
  const deviceWords = new DeviceWords('BCD234', (event) => (said.push(event), new Promise((answer) => answers.push(answer))))
  const ack = async (version: number): Promise<void> => (answers.shift()!({ type: 'ack', id: '', version }), void (await new Promise((done) => setTimeout(done))))
  const refuse = async (): Promise<void> => (answers.shift()!({ type: 'refused', id: '', rule: '', why: 'No.' }), void (await new Promise((done) => setTimeout(done))))
  return { said, deviceWords, ack, refuse }
}

test('a device asked for its words before its promise is acknowledged shows them right after that', async () => {
  const { said, deviceWords, ack } = waiting()
  deviceWords.see(frame('lobby', ['', OTHER]))
  const [promise] = said as { hash: string }[]
  deviceWords.see(frame('dealing', [promise!.hash, OTHER], 0, 3)) // the line was gone, and is back
  expect(said).toHaveLength(1)
  await ack(2)
  expect(said[1]).toEqual({ what: 'show', words: recall('BCD234')!.words })
  await ack(4)
  expect(recall('BCD234')).toMatchObject({ seat: 0, shown: true })
  expect(said).toHaveLength(2)
})

test('a refused message is not sent again before the next frame, and an error does not block the device', async () => {
  const { said, deviceWords, refuse } = waiting()
  deviceWords.see(frame('lobby', ['', OTHER]))
  await refuse()
  expect(said).toHaveLength(1)
  deviceWords.see(frame('lobby', ['', OTHER]))
  deviceWords.see(frame('lobby', ['', OTHER], 0, 2))
  await refuse()
  expect(said).toHaveLength(3) // once for each
  await refuse()
  expect(said).toHaveLength(3)
  let broken = true
  const after = new DeviceWords('XYZ234', (event) => (said.push(event), broken ? Promise.reject(new Error('gone')) : Promise.resolve({ type: 'ack', id: '', version: 2 })))
  await expect(after.add('tea', frame('lobby', ['', OTHER]))).rejects.toThrow('gone')
  broken = false
  after.see(frame('lobby', ['', OTHER]))
  expect(said).toHaveLength(5)
})

test('words typed too late leave the promised ones in place', async () => {
  const { said, deviceWords, ack, refuse } = waiting()
  deviceWords.see(frame('lobby', ['', OTHER]))
  await ack(2)
  const [promise] = said as { hash: string }[]
  const words = recall('BCD234')!.words!
  const lobby = frame('lobby', [promise!.hash, OTHER], 0, 2)
  deviceWords.see(lobby)
  const added = deviceWords.add('cake', lobby)
  deviceWords.see(frame('dealing', [promise!.hash, OTHER], 0, 3)) // the host was quicker
  await refuse()
  expect(await added).toBe(false)
  expect(said[2]).toEqual({ what: 'show', words })
  await ack(4)
  expect(recall('BCD234')).toMatchObject({ seat: 0, words, promises: [promise!.hash, OTHER], shown: true })
})
