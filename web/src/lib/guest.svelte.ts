import { arranged } from './handOrder'
import { aloud } from './cards'
import { stored } from './storage.svelte'
import { ONLOOKER } from './seats'
import { Connection, type Answer, type AnswerToHint, type ConnectionState, type Unsent } from './connection'
import { DeviceWords } from './deviceWords'
import { shared } from './sharing'
import type { Action } from './asks'
import type { EmoteName, Happened, Refusal, RefusalMessage, Request, SheetAction, ViewMessage, You } from './wire'

const LOG_LENGTH = 500
const EMOTE_LASTS = 4000 // milliseconds
const SLOW = 200 // milliseconds
const MARGIN = 30 // milliseconds, because our clock and the server's differ

/** The answer when there is no server. */
const UNASKED: RefusalMessage = { type: 'refused', id: '', rule: '', why: '' }

/** The new frame with everything of the last one that stays the same, so that only what changed is drawn again. */
const keeping = (before: ViewMessage | null, now: ViewMessage): ViewMessage =>
  before ? { ...now, you: shared(before.you, now.you), table: shared(before.table, now.table), view: shared(before.view, now.view) } : now

/** An emote that is being shown. */
export interface ShownEmote {
  id: number
  seat: number
  emote: EmoteName
}

/** One device at one table: the last view, the log, and the request that is under way. */
export class Guest {
  frame: ViewMessage | null = $state.raw(null)
  /** The frame before it. */
  before: ViewMessage | null = null
  connectionState: ConnectionState = $state('connecting')
  farewell: string | null = $state(null)
  refusal: Refusal | null = $state.raw(null)
  /** The button that was pressed and is not yet answered and shown; nothing else is sent meanwhile. */
  busy = ''
  /** The same, once that takes long: most answers come sooner than a button could say that it waits. */
  slow = $state('')
  log: Happened[] = $state.raw([])
  /** What a screen reader says next: `spoken` (what others did) politely, `urgent` (what this seat is asked) at once. */
  spoken = $state('')
  urgent = $state('')
  /** The rule that a player has just quoted to everybody. */
  quoted: Happened | null = $state.raw(null)
  /** The seats that this player can nudge now, and who has just nudged this player; `Waiting.svelte` sets both. */
  overdue: number[] = $state.raw([])
  nudge = $state('')
  /** What the players show each other now, the newest last. */
  emotes: ShownEmote[] = $state.raw([])
  /** Who is away and waited for, and when a bot plays for them, in milliseconds of this device's clock. */
  standIns: { seat: number; until: number }[] = $state.raw([])
  /** When the server answers for this seat, in milliseconds of this device's clock. */
  deadline: number | null = $state(null)
  /** Until when somebody can cut in, on the same clock; null when that time is over. */
  grace: number | null = $state(null)
  /** Until when others are asked first, on the same clock; null when that time is over. */
  hold: number | null = $state(null)

  /** The link to the table, if the server got another one while it ran. */
  link = $state('')

  private readonly connection: Connection | null = null
  private deviceWords: DeviceWords | null = null
  private awaited = 0
  private slowTimer: ReturnType<typeof setTimeout> | undefined
  private emoteCount = 0
  /** The order the player just gave the hand, until the server shows it. */
  private laid: string[] | null = null
  private readonly timers: Partial<Record<'grace' | 'hold', ReturnType<typeof setTimeout>>> = {}

  /** Without a connection, a replay supplies the frames. */
  constructor(readonly code: string, live = true) {
    if (!live) {
      this.connectionState = 'open'
      return
    }
    this.deviceWords = new DeviceWords(code, (event) => this.connection!.send({ type: 'table', event }))
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${code}/socket`
    this.connection = new Connection(address, {
      frame: (frame) => this.show(frame),
      state: (state) => (this.connectionState = state),
      link: (link) => (this.link = link),
      emoted: ({ seat, emote }) => this.showEmote({ id: this.emoteCount++, seat, emote }),
      bye: (why) => (this.farewell = why || 'The table has closed the line.'),
    })
    this.connection.look(!document.hidden)
    this.connection.open()
    addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.look)
  }

  close(): void {
    for (const timer of [...Object.values(this.timers), this.slowTimer]) clearTimeout(timer)
    removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.look)
    this.connection?.close()
  }

  private readonly wake = (): void => {
    if (document.visibilityState === 'visible') this.connection?.wake()
  }

  private readonly look = (): void => {
    this.connection?.look(!document.hidden)
    this.wake()
  }

  get you(): You {
    return this.frame?.you ?? ONLOOKER
  }

  /** The seat this device plays, if any. */
  get seat(): number | null {
    return this.frame?.you.seat ?? null
  }

  /** Whether it is this seat's turn, but others still have time to cut in. */
  get held(): boolean {
    return this.grace !== null && this.seat !== null && !!this.frame?.view?.waiting?.includes(this.seat)
  }

  /** Starts or ends one of the two times during which this seat has to wait. */
  private wait(what: 'grace' | 'hold', seconds: number | null): void {
    clearTimeout(this.timers[what])
    const until = seconds === null ? null : Date.now() + seconds * 1000 + MARGIN
    const same = until !== null && this[what] !== null && Math.abs(until - this[what]) < 200 // told again meanwhile
    if (!same) this[what] = until
    if (until !== null) this.timers[what] = setTimeout(() => (this[what] = null), until - Date.now())
  }

  private show(told: ViewMessage): void {
    const before = this.frame
    const sent = keeping(before, told)
    if (this.laid?.join() === sent.you.order?.toString()) this.laid = null
    const frame = this.laid && sent.view ? { ...sent, view: arranged(sent.view, this.laid) } : sent
    const news = frame.happened.filter(
      (entry) => entry.say.length > 0 && entry.version > (this.log.at(-1)?.version ?? -1),
    )
    if (news.length) this.log = [...this.log, ...news].slice(-LOG_LENGTH)
    const quoted = before ? news.findLast((entry) => entry.rule) : undefined
    if (quoted) this.quoted = quoted
    // Somebody who has just arrived hears what is asked, not everything that happened.
    const sentences = before && stored.spoken ? news.slice(-6).flatMap((entry) => entry.say) : []
    if (sentences.length) this.spoken = aloud(sentences.join(' '))
    const prompt = frame.view?.asks?.length ? frame.view.prompt : ''
    if (!prompt) this.urgent = ''
    else if (prompt !== before?.view?.prompt || !before.view.asks?.length) this.urgent = aloud(prompt)
    if (before && before.version !== frame.version) this.refusal = null
    this.before = before
    this.deadline = frame.deadline === null ? null : Date.now() + frame.deadline * 1000
    this.standIns = frame.stand_ins.map(({ seat, seconds }) => ({ seat, until: Date.now() + seconds * 1000 }))
    this.frame = frame
    this.deviceWords?.see(sent)
    this.wait('grace', frame.grace)
    this.wait('hold', frame.hold)
    if (this.awaited && frame.version >= this.awaited) this.free()
  }

  /** Shows an emote for a while; a seat's next one takes its place. */
  private showEmote(shown: ShownEmote): void {
    this.emotes = [...this.emotes.filter(({ seat }) => seat !== shown.seat), shown]
    setTimeout(() => (this.emotes = this.emotes.filter(({ id }) => id !== shown.id)), EMOTE_LASTS)
  }

  /** Shows everybody at the table an emote, whatever else is under way. */
  async emote(emote: EmoteName): Promise<void> {
    const answer = await this.connection?.send({ type: 'emote', emote })
    if (answer?.type === 'refused') this.refusal = { why: answer.why, rule: '' }
  }

  /** Shows another moment of a finished game, with motion only if it follows the one shown. */
  rewind(frame: ViewMessage, follows: boolean): void {
    this.before = this.frame
    this.log = frame.happened
    const now = keeping(this.frame, frame)
    this.frame = follows ? now : { ...now, happened: frame.happened.map(({ version, say }) => ({ version, say })) }
  }

  /** Reads out the answer to a status question. */
  say(answer: string): void {
    this.spoken = this.spoken === answer ? `${answer}\u00a0` : answer // makes screen readers repeat the same text
  }

  private free(): void {
    this.awaited = 0
    this.busy = this.slow = ''
    clearTimeout(this.slowTimer)
  }

  /** Sends one message at a time; `key` names the button that was pressed. */
  private async press(key: string, message: Unsent): Promise<boolean> {
    if (this.busy || !this.connection) return false
    this.busy = key
    this.slowTimer = setTimeout(() => (this.slow = key), SLOW)
    this.refusal = null
    const answer = await this.connection.send(message)
    if (answer.type === 'refused') {
      this.free()
      this.refusal = { why: answer.why, rule: answer.rule }
      return false
    }
    // Busy until the view shows the result: otherwise a quick second tap would refer to an old table.
    const version = answer.type === 'ack' ? answer.version : 0
    if (version > (this.frame?.version ?? 0)) this.awaited = version
    else this.free()
    return true
  }

  act(key: string, action: Action | SheetAction): Promise<boolean> {
    return this.press(key, { type: 'act', action, seen: this.frame?.version ?? 0 })
  }

  tell(event: Request): Promise<boolean> {
    return this.press(event.what, { type: 'table', event })
  }

  /** Adds words that the player typed to the shuffle. */
  addWords(typed: string): Promise<boolean> {
    return (this.frame && this.deviceWords?.add(typed, this.frame)) ?? Promise.resolve(false)
  }

  arrange(order: string): Promise<boolean> {
    this.laid = null
    return this.press('arrange', { type: 'arrange', order })
  }

  /** Puts the hand in this order, and shows it at once whatever else is under way. */
  lay(order: string[]): void {
    const { frame } = this
    if (!frame?.view) return
    this.laid = order
    this.before = frame
    this.frame = { ...frame, you: { ...frame.you, order }, view: arranged(frame.view, order), happened: [] }
    void this.connection?.send({ type: 'arrange', order }).then((answer) => {
      if (answer.type === 'refused') this.refusal = { why: answer.why, rule: answer.rule }
    })
  }

  /** Asks for a hint. The player can act meanwhile. */
  hint(): Promise<AnswerToHint> {
    return this.connection?.send({ type: 'hint' }) ?? Promise.resolve(UNASKED)
  }

  /** Asks whether this would be allowed: what it would be called, or why not. */
  try(action: Action | SheetAction): Promise<Answer> {
    return this.connection?.send({ type: 'try', action }) ?? Promise.resolve(UNASKED)
  }
}
