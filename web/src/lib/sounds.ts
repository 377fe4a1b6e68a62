/** Plays the sounds, which are synthesized without files, once somebody has touched the page. */

import { stored } from './storage.svelte'
import { load } from './load'
import type { Sound } from './tunes'

const LOUDNESS = [0, 0.25, 0.5, 1]
const APART = 0.03 // seconds: two of the same sound at once are only louder

let context: AudioContext | null = null
let compose: typeof import('./tunes').compose | null = null
const last = new Map<Sound, number>()

/** Browsers allow sound only after somebody has touched the page. */
function wake(): void {
  if (document.hidden || stored.sound === 0 || typeof AudioContext === 'undefined') return
  if (!context) void load(() => import('./tunes')).then((tunes) => (compose = tunes.compose), () => {})
  context ??= new AudioContext()
  if (context.state !== 'running') void context.resume().catch(() => {})
}

export function listenForTouch(): () => void {
  const hide = (): void => void (document.hidden ? context?.suspend().catch(() => {}) : context && wake())
  for (const touch of ['pointerup', 'keydown'] as const) addEventListener(touch, wake, { passive: true, capture: true })
  document.addEventListener('visibilitychange', hide)
  return () => {
    for (const touch of ['pointerup', 'keydown'] as const) removeEventListener(touch, wake, { capture: true })
    document.removeEventListener('visibilitychange', hide)
  }
}

/** Plays the sound now, unless sound is off. */
export function play(sound: Sound): void {
  const loudness = stored.silent.includes(sound) ? 0 : (LOUDNESS[stored.sound] ?? 0)
  if (!loudness || !compose || context?.state !== 'running' || document.hidden) return
  const now = context.currentTime
  if (now - (last.get(sound) ?? -1) < APART) return
  last.set(sound, now)
  setTimeout(() => context && compose?.(sound, context, context.destination, context.currentTime, loudness)) // the frame comes first
}
