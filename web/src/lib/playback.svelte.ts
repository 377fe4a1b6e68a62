import * as api from './api'
import { Guest } from './guest.svelte'
import { ONLOOKER } from './seats'
import type { AsWhom, FrameThen, Refusal, Replay, TableView, ViewMessage } from './wire'

/** Where a replay comes from: a table of this server, or a file. */
export type Source = { code: string; text?: undefined } | { text: string; code?: undefined }

const PART = 50 // frames fetched at once
export const SPEEDS = { slow: 2400, usual: 1200, quick: 450 }
export type Speed = keyof typeof SPEEDS

/** The table view of a replay, in which nobody is waited for. */
const FINISHED = {
  windows: false,
  window: null,
  races: false,
  grace: false,
  locked: false,
  onlookers: true,
  hints: false,
  lookback: false,
  one_tap: false,
  emotes: false,
  watching: 0,
  pace: {},
  options: {},
  words: null,
  promises: null,
  undo: null,
  returning: [],
  rematch: null,
  decor: {},
  notice: '',
  lesson: null,
} satisfies Partial<TableView>

/** A replay. It feeds its frames to a guest without a connection, so that the usual boards draw them. */
export class Playback {
  replay: Replay | null = $state.raw(null)
  /** How many moves have been made. */
  at = $state(0)
  /** A seat's number, "open" for all cards, or "" for an onlooker. */
  seat: AsWhom = $state('')
  playing = $state(false)
  speed: Speed = $state('usual')
  trouble: (Refusal & { status?: number }) | null = $state.raw(null)
  readonly guest: Guest

  private readonly parts = new Map<string, Promise<Replay>>()
  private readonly had = new Map<string, Replay[]>() // by seat
  private timer: ReturnType<typeof setTimeout> | undefined
  private turn = 0

  constructor(readonly source: Source) {
    this.guest = new Guest(source.code ?? '', false)
  }

  get moves(): number {
    return this.replay?.moves ?? 0
  }

  /** The round being shown. */
  get round(): number {
    return this.replay?.rounds.findLast((one) => one.at <= this.at)?.round ?? 1
  }

  get said(): string {
    return this.guest.frame?.happened?.flatMap((entry) => entry.say).join(' ') ?? ''
  }

  /** Shows the table after `at` moves. A step forward is animated; any other jump is not. */
  async go(at: number, seat = this.seat): Promise<void> {
    const turn = ++this.turn
    clearTimeout(this.timer)
    try {
      const part = await this.part(seat, Math.max(0, at))
      if (turn !== this.turn) return
      this.replay = part
      const place = Math.min(Math.max(0, at), part.moves)
      if (place < at) return void (await this.go(place, seat)) // an address can contain any number
      const frame = part.frames.find((one) => one.at === place)
      if (!frame) return
      const steps = place === this.at + 1 && seat === this.seat
      this.at = place
      this.seat = seat
      this.guest.rewind(this.frameOf(part, frame), steps)
      this.trouble = null
      if (place + PART / 2 < part.moves) void this.part(seat, place + PART / 2).catch(() => {}) // it is asked again when needed
      if (this.playing) this.timer = setTimeout(() => this.on(), SPEEDS[this.speed])
    } catch (thrown) {
      if (turn !== this.turn) return
      this.playing = false
      this.trouble = { ...api.refusalOf(thrown), ...(thrown instanceof api.Refused && { status: thrown.status }) }
    }
  }

  private on(): void {
    if (this.at >= this.moves) this.playing = false
    else void this.go(this.at + 1)
  }

  step(by: number): void {
    this.playing = false
    void this.go(Math.min(Math.max(0, this.at + by), this.moves))
  }

  toggle(): void {
    this.playing = !this.playing
    if (this.playing) void this.go(this.at >= this.moves ? 0 : this.at + 1)
    else clearTimeout(this.timer)
  }

  toRound(round: number): void {
    const found = this.replay?.rounds.find((one) => one.round === round)
    if (found) void this.go(found.at)
  }

  close(): void {
    this.turn++
    clearTimeout(this.timer)
    this.guest.close()
  }

  /** The part with this place. It has as many frames as requested, or fewer for a long score sheet. */
  private async part(seat: AsWhom, at: number): Promise<Replay> {
    const has = (part: Replay): boolean => part.frames.some((frame) => frame.at === at)
    const known = this.had.get(seat)?.find(has)
    if (known) return known
    const part = await this.fetched(seat, Math.floor(at / PART) * PART)
    return at > part.moves || has(part) ? part : this.fetched(seat, at)
  }

  private fetched(seat: AsWhom, from: number): Promise<Replay> {
    const key = `${seat} ${from}`
    const known = this.parts.get(key)
    if (known) return known
    const part = { seat, from, to: from + PART - 1 }
    const asked = this.source.code ? api.replayOf(this.source.code, part) : api.replayFile({ log: this.source.text ?? '', ...part })
    this.parts.set(key, asked)
    asked.then(
      (part) => this.had.set(seat, [...(this.had.get(seat) ?? []), part]),
      () => this.parts.delete(key),
    )
    return asked
  }

  private frameOf(replay: Replay, then: FrameThen): ViewMessage {
    return {
      type: 'view',
      version: then.at,
      you: { ...ONLOOKER, seat: /^\d$/.test(this.seat) ? Number(this.seat) : null },
      table: {
        ...FINISHED,
        code: this.source.code ?? '',
        game: replay.game,
        title: replay.title,
        round_word: replay.round_word,
        most_wins: replay.most_wins,
        phase: then.phase,
        chairs: replay.names.map((name) => ({ name, state: 'person', kept: '', bot: null, here: true, host: false, words: false, ready: false, nudged: false })),
        house_rules: replay.house_rules,
        commitment: replay.commitment,
        secret: replay.secret,
      },
      view: then.view,
      deadline: null,
      grace: null,
      hold: null,
      stand_ins: [],
      happened: then.happened,
    }
  }
}
