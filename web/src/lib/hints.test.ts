import { expect, test } from 'vitest'
import { NOWHERE } from './hintPlaces'
import { Advising } from './hints.svelte'
import type { Chooser } from './chooser.svelte'
import type { Sitting } from './guest.svelte'
import type { AnswerToHint, Frame } from './wire'

const frame = (version: number, top: string, table: object = {}, others: string[] = []): Frame =>
  ({
    version,
    table: { hints: true, phase: 'playing', ...table },
    view: { asks: [{ say: 'Take', action: { do: 'take' }, at: 'discard' }], seat: 0, zones: [{ id: 'discard', items: [top] }, { id: 'grid:1', seat: 1, items: others }] },
  }) as unknown as Frame

const advice: AnswerToHint = { type: 'advice', id: '1', version: 1, action: { do: 'take' }, say: 'Take the 7♥', why: 'it makes a pair' }

function sits(...answers: AnswerToHint[]) {
  const said: string[] = []
  const waiting: ((answer: AnswerToHint) => void)[] = []
  const sitting = {
    frame: frame(1, '7H'),
    refusal: null as unknown,
    say: (text: string) => said.push(text),
    hint: () => new Promise<AnswerToHint>((answer) => waiting.push(answer)),
  }
  const chooser = { advised: NOWHERE }
  const advising = new Advising(sitting as unknown as Sitting, chooser as unknown as Chooser)
  const answered = async (): Promise<void> => {
    waiting.shift()!(answers.shift() ?? advice)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { sitting, chooser, advising, said, waiting, answered }
}

test('what sharp would do is a sentence, read out in words, and lies somewhere', async () => {
  const { advising, chooser, said, answered } = sits()
  void advising.ask()
  expect(advising.asking).toBe(true)
  await answered()
  expect(advising.asking).toBe(false)
  expect(advising.said).toBe('Take the 7♥: it makes a pair.')
  expect(said.at(-1)).toBe('Sharp: Take the seven of hearts: it makes a pair.')
  expect(chooser.advised.items).toEqual(new Set(['discard']))
})

test('without a reason it is the deed alone', async () => {
  const { advising, answered } = sits({ ...advice, why: '' })
  void advising.ask()
  await answered()
  expect(advising.said).toBe('Take the 7♥.')
})

test('it stays while others do something for themselves, and goes when the table has changed', async () => {
  const { advising, chooser, sitting, answered } = sits()
  void advising.ask()
  await answered()
  sitting.frame = frame(2, '7H', {}, ['KS'])
  advising.refresh()
  expect(advising.said).not.toBe('')
  sitting.frame = frame(3, 'KD')
  advising.refresh()
  expect(advising.said).toBe('')
  expect(chooser.advised).toBe(NOWHERE)
})

test('it goes when the host switches hints off, and cannot be asked for then', async () => {
  const { advising, sitting, waiting, answered } = sits()
  void advising.ask()
  await answered()
  sitting.frame = frame(2, '7H', { hints: false })
  advising.refresh()
  expect(advising.said).toBe('')
  void advising.ask()
  expect(waiting).toEqual([])
})

test('an answer about a table long gone is asked for again; nobody asks twice at once', async () => {
  const { advising, sitting, waiting, answered } = sits()
  void advising.ask()
  void advising.ask()
  expect(waiting.length).toBe(1)
  sitting.frame = frame(2, 'KD')
  await answered()
  expect(advising.said).toBe('')
  expect(waiting.length).toBe(1)
  await answered()
  expect(advising.said).not.toBe('')
})

test('a refusal is shown as one', async () => {
  const { advising, sitting, answered } = sits({ type: 'refused', id: '1', why: 'Sharp is busy just now.' })
  void advising.ask()
  await answered()
  expect(sitting.refusal).toEqual({ why: 'Sharp is busy just now.', rule: '' })
})
