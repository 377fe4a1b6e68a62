/** How every sound is made, on a real or an offline audio context. Imports nothing, so that a test can load it alone. */

export type Sound = 'slide' | 'land' | 'turn' | 'knock' | 'slap' | 'gong' | 'win' | 'pop' | 'flip' | 'tick' | 'last'

/** What a sound is played on: a real device, or a test's offline context. */
interface Desk {
  context: BaseAudioContext
  out: AudioNode
  at: number
}

/** A tone that starts at once and fades. */
function tone({ context, out, at }: Desk, pitch: number, lasts: number, peak: number, { wave = 'sine' as OscillatorType, to = pitch, after = 0, attack = 0.008 } = {}): void {
  const source = context.createOscillator()
  const volume = context.createGain()
  const start = at + after
  source.type = wave
  source.frequency.setValueAtTime(pitch, start)
  if (to !== pitch) source.frequency.exponentialRampToValueAtTime(to, start + lasts)
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(peak, start + attack)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts)
  source.connect(volume).connect(out)
  source.onended = () => volume.disconnect()
  source.start(start)
  source.stop(start + lasts)
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>()

function noise(context: BaseAudioContext): AudioBuffer {
  let buffer = noises.get(context)
  if (!buffer) {
    buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
    const samples = buffer.getChannelData(0)
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1
    noises.set(context, buffer)
  }
  return buffer
}

/** Paper on paper: noise through a band-pass filter that moves from one pitch to another. */
function rustle({ context, out, at }: Desk, pitch: number, to: number, lasts: number, peak: number, attack = 0.01): void {
  const source = context.createBufferSource()
  const band = context.createBiquadFilter()
  const volume = context.createGain()
  source.buffer = noise(context)
  band.type = 'bandpass'
  band.Q.value = 0.8
  band.frequency.setValueAtTime(pitch, at)
  band.frequency.exponentialRampToValueAtTime(to, at + lasts)
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(peak, at + attack)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts)
  source.connect(band).connect(volume).connect(out)
  source.onended = () => volume.disconnect()
  source.start(at, Math.random() * 0.2, lasts)
}

export const TUNES: Record<Sound, (desk: Desk) => void> = {
  slide: (desk) => rustle(desk, 1400, 3400, 0.16, 0.22, 0.06),
  land: (desk) => {
    rustle(desk, 2200, 700, 0.06, 0.4, 0.002)
    tone(desk, 170, 0.07, 0.18, { to: 110 })
  },
  turn: (desk) => {
    tone(desk, 587.33, 0.5, 0.2, { attack: 0.02 })
    tone(desk, 783.99, 0.7, 0.2, { attack: 0.02, after: 0.16 })
  },
  knock: (desk) => {
    for (const after of [0, 0.13]) tone(desk, 240, 0.09, 0.6, { to: 120, wave: 'triangle', attack: 0.002, after })
  },
  slap: (desk) => {
    rustle(desk, 1800, 400, 0.14, 0.55, 0.001)
    tone(desk, 130, 0.2, 0.4, { to: 60, attack: 0.002 })
  },
  gong: (desk) => {
    for (const [ratio, peak, lasts] of [[1, 0.34, 1.9], [1.48, 0.16, 1.5], [2.09, 0.12, 1.1], [2.77, 0.08, 0.8], [3.9, 0.05, 0.5]] as const)
      tone(desk, 98 * ratio, lasts, peak, { to: 96 * ratio, attack: 0.015 })
  },
  win: (desk) => {
    for (const [step, pitch] of [523.25, 659.25, 783.99, 1046.5].entries())
      tone(desk, pitch, 0.55, 0.22, { wave: 'triangle', after: step * 0.11, attack: 0.012 })
  },
  flip: (desk) => {
    rustle(desk, 2600, 1100, 0.09, 0.3, 0.004)
    tone(desk, 220, 0.08, 0.14, { to: 160 })
  },
  tick: (desk) => tone(desk, 1320, 0.05, 0.1, { wave: 'triangle', attack: 0.002 }),
  last: (desk) => {
    tone(desk, 659.25, 0.7, 0.18, { attack: 0.02 })
    tone(desk, 493.88, 0.9, 0.18, { attack: 0.02, after: 0.22 })
  },
  pop: (desk) => tone(desk, 420, 0.13, 0.4, { to: 880, attack: 0.01 }),
}

/** Plays a sound at that time, and frees its nodes when it has ended. */
export function compose(sound: Sound, context: BaseAudioContext, to: AudioNode, at = 0, loudness = 1): void {
  const out = context.createGain()
  out.gain.value = loudness
  out.connect(to)
  TUNES[sound]({ context, out, at })
}
