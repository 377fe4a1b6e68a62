import { expect, it, vi } from 'vitest'
import { listenForTouch, play } from './sounds'
import { stored } from './storage.svelte'

it('plays every sound but those that are switched off', async () => {
  const made: number[] = []
  /** A loudspeaker of which everything can be called. */
  const anything: object = new Proxy(() => {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => 1 : anything), set: () => true, apply: () => anything })
  class Speaker {
    state = 'running'
    currentTime = 1
    destination = anything
    createGain = () => (made.push(1), anything)
    createOscillator = () => anything
  }
  let touch = (): void => {}
  vi.stubGlobal('AudioContext', Speaker)
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {} })
  vi.stubGlobal('addEventListener', (_: string, call: () => void) => (touch = call))
  listenForTouch()
  touch()
  await vi.waitFor(() => {
    play('gong')
    expect(made.length).toBeGreaterThan(0)
  })
  const played = async (): Promise<number> => (await new Promise((done) => setTimeout(done)), made.length)
  const before = await played()
  stored.silent = ['pop']
  play('pop')
  expect(await played()).toBe(before)
  play('knock')
  expect(await played()).toBeGreaterThan(before)
})
