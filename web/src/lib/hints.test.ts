import { expect, test } from 'vitest'
import { NO_HINT } from './hintPlaces'
import { Hints } from './hints.svelte'
import { Trays } from './trays.svelte'
import type { Chooser } from './chooser.svelte'
import type { Guest } from './guest.svelte'
import type { AnswerToHint } from './connection'
import type { ViewMessage } from './wire'

const frame = (version: number, top: string, table: object = {}, others: string[] = []): ViewMessage =>
  ({
    version,
    table: { hints: true, phase: 'playing', ...table },
    view: { asks: [{ say: 'Take', action: { do: 'take' }, at: 'discard' }], seat: 0, zones: [{ id: 'discard', items: [top] }, { id: 'grid:1', seat: 1, items: others }] },
  }) as unknown as ViewMessage

const advice: AnswerToHint = { type: 'advice', id: '1', version: 1, action: { do: 'take' }, say: 'Take 7♥', why: 'it makes a pair' }

function sits(...answers: AnswerToHint[]) {
  const said: string[] = []
  const waiting: ((answer: AnswerToHint) => void)[] = []
  const guest = {
    frame: frame(1, '7H'),
    refusal: null as unknown,
    say: (text: string) => said.push(text),
    hint: () => new Promise<AnswerToHint>((answer) => waiting.push(answer)),
  }
  const chooser = { hinted: NO_HINT, trays: new Trays(guest as unknown as Guest) }
  const hints = new Hints(guest as unknown as Guest, chooser as unknown as Chooser)
  const answered = async (): Promise<void> => {
    waiting.shift()!(answers.shift() ?? advice)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { guest, chooser, hints, said, waiting, answered }
}

test('a hint is a sentence that is read out, and points somewhere', async () => {
  const { hints, chooser, said, answered } = sits()
  void hints.ask()
  expect(hints.asking).toBe(true)
  await answered()
  expect(hints.asking).toBe(false)
  expect(hints.said).toBe('Take 7♥: it makes a pair.')
  expect(said.at(-1)).toBe('Hint: Take seven of hearts: it makes a pair.')
  expect(chooser.hinted.items).toEqual(new Set(['discard']))
})

test('without a reason it is the action alone', async () => {
  const { hints, answered } = sits({ ...advice, why: '' })
  void hints.ask()
  await answered()
  expect(hints.said).toBe('Take 7♥.')
})

test('it stays while other moves change nothing for the player, and goes when the table has changed', async () => {
  const { hints, chooser, guest, answered } = sits()
  void hints.ask()
  await answered()
  guest.frame = frame(2, '7H', {}, ['KS'])
  hints.refresh()
  expect(hints.said).not.toBe('')
  guest.frame = frame(3, 'KD')
  hints.refresh()
  expect(hints.said).toBe('')
  expect(chooser.hinted).toBe(NO_HINT)
})

test('it goes when the host turns hints off, and cannot be requested then', async () => {
  const { hints, guest, waiting, answered } = sits()
  void hints.ask()
  await answered()
  guest.frame = frame(2, '7H', { hints: false })
  hints.refresh()
  expect(hints.said).toBe('')
  void hints.ask()
  expect(waiting).toEqual([])
})

test('an answer about an old table is requested again; there is one request at a time', async () => {
  const { hints, guest, waiting, answered } = sits()
  void hints.ask()
  void hints.ask()
  expect(waiting.length).toBe(1)
  guest.frame = frame(2, 'KD')
  await answered()
  expect(hints.said).toBe('')
  expect(waiting.length).toBe(1)
  await answered()
  expect(hints.said).not.toBe('')
})

test('a refusal is shown as a refusal', async () => {
  const { hints, guest, answered } = sits({ type: 'refused', id: '1', rule: '', why: 'No hint right now.' })
  void hints.ask()
  await answered()
  expect(guest.refusal).toEqual({ why: 'No hint right now.', rule: '' })
})
