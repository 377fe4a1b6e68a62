import { arranged } from './handOrder'
import { aloud } from './cards'
import { stored } from './storage.svelte'
import { ONLOOKER } from './seats'
import { Connection, type Answer, type AnswerToHint, type ConnectionState, type Unsent } from './connection'
import { DeviceWords } from './deviceWords'
import type { Action } from './asks'
import type { Happened, Refusal, RefusalMessage, Request, SheetAction, ViewMessage, You } from './wire'

const LOG_LENGTH = 500
const MARGIN = 30 // milliseconds: our clock and the server's need not agree so well

/** The answer of no server at all. */
const UNASKED: RefusalMessage = { type: 'refused', id: '', rule: '', why: '' }

/** One device at one table: the last view, what was said, and what is on its way to the server. */
export class Guest {
  frame: ViewMessage | null = $state.raw(null)
  /** What was shown before it. */
  before: ViewMessage | null = null
  connectionState: ConnectionState = $state('connecting')
  farewell: string | null = $state(null)
  refusal: Refusal | null = $state.raw(null)
  /** What was pressed and is not yet answered and shown; nothing else is sent meanwhile. */
  busy = $state('')
  log: Happened[] = $state.raw([])
  /** What a screen reader should hear next: what others did, in its own time, and what is asked of this seat at once. */
  spoken = $state('')
  urgent = $state('')
  /** The rule that somebody has just quoted to everybody. */
  quoted: Happened | null = $state.raw(null)
  /** When the house answers by itself, in milliseconds of this device's clock. */
  deadline: number | null = $state(null)
  /** Until when somebody has the time to cut in, on the same clock; null when it is over. */
  grace: number | null = $state(null)
  /** Until when others are asked first, on the same clock; null when it is over. */
  hold: number | null = $state(null)

  private readonly connection: Connection | null = null
  private deviceWords: DeviceWords | null = null
  private awaited = 0
  /** The hand as it was just laid, until the server shows it so. */
  private laid: string[] | null = null
  private readonly timers: Partial<Record<'grace' | 'hold', ReturnType<typeof setTimeout>>> = {}

  /** Without a connection, somebody else shows the frames: a game that is watched again. */
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
      bye: (why) => (this.farewell = why || 'The table has closed the line.'),
    })
    this.connection.open()
    addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.wake)
  }

  close(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer)
    removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.wake)
    this.connection?.close()
  }

  private readonly wake = (): void => {
    if (document.visibilityState === 'visible') this.connection?.wake()
  }

  get you(): You {
    return this.frame?.you ?? ONLOOKER
  }

  /** The seat this device plays, if any. */
  get seat(): number | null {
    return this.frame?.you.seat ?? null
  }

  /** Is this seat waited for, but has to leave others the time to cut in? */
  get held(): boolean {
    return this.grace !== null && this.seat !== null && !!this.frame?.view?.waiting?.includes(this.seat)
  }

  /** One of the two times in which hands are kept still. */
  private wait(what: 'grace' | 'hold', seconds: number | null): void {
    clearTimeout(this.timers[what])
    const until = seconds === null ? null : Date.now() + seconds * 1000 + MARGIN
    const same = until !== null && this[what] !== null && Math.abs(until - this[what]) < 200 // told again meanwhile
    if (!same) this[what] = until
    if (until !== null) this.timers[what] = setTimeout(() => (this[what] = null), until - Date.now())
  }

  private show(sent: ViewMessage): void {
    const before = this.frame
    if (this.laid?.join() === sent.you.order?.toString()) this.laid = null
    const frame = this.laid && sent.view ? { ...sent, view: arranged(sent.view, this.laid) } : sent
    const news = frame.happened.filter(
      (entry) => entry.say.length > 0 && entry.version > (this.log.at(-1)?.version ?? -1),
    )
    if (news.length) this.log = [...this.log, ...news].slice(-LOG_LENGTH)
    const quoted = before ? news.findLast((entry) => entry.rule) : undefined
    if (quoted) this.quoted = quoted
    // Who has just come hears what is asked, not the whole story.
    const sentences = before && stored.spoken ? news.slice(-6).flatMap((entry) => entry.say) : []
    if (sentences.length) this.spoken = aloud(sentences.join(' '))
    const prompt = frame.view?.asks?.length ? frame.view.prompt : ''
    if (!prompt) this.urgent = ''
    else if (prompt !== before?.view?.prompt || !before.view.asks?.length) this.urgent = aloud(prompt)
    if (before && before.version !== frame.version) this.refusal = null
    this.before = before
    this.deadline = frame.deadline === null ? null : Date.now() + frame.deadline * 1000
    this.frame = frame
    this.deviceWords?.see(sent)
    this.wait('grace', frame.grace)
    this.wait('hold', frame.hold)
    if (this.awaited && frame.version >= this.awaited) this.free()
  }

  /** Another moment of a game that is over. Only what follows what was shown is seen to happen. */
  rewind(frame: ViewMessage, follows: boolean): void {
    this.before = this.frame
    this.log = frame.happened
    this.frame = follows ? frame : { ...frame, happened: frame.happened.map(({ version, say }) => ({ version, say })) }
  }

  /** The answer to a question about how things stand. */
  say(answer: string): void {
    this.spoken = this.spoken === answer ? `${answer}\u00a0` : answer // the same again is read again
  }

  private free(): void {
    this.awaited = 0
    this.busy = ''
  }

  /** Sends one thing at a time; `key` names the button that was pressed. */
  private async press(key: string, message: Unsent): Promise<boolean> {
    if (this.busy || !this.connection) return false
    this.busy = key
    this.refusal = null
    const answer = await this.connection.send(message)
    if (answer.type === 'refused') {
      this.free()
      this.refusal = { why: answer.why, rule: answer.rule }
      return false
    }
    // Still busy until the view shows what was done: else a quick second tap would be about a table long gone.
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

  /** Words of one's own for the shuffle. */
  addWords(typed: string): Promise<boolean> {
    return (this.frame && this.deviceWords?.add(typed, this.frame)) ?? Promise.resolve(false)
  }

  arrange(order: string): Promise<boolean> {
    this.laid = null
    return this.press('arrange', { type: 'arrange', order })
  }

  /** One's hand in this order: shown at once, whatever else is on its way. */
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

  /** What would sharp do here? The hands stay free meanwhile. */
  hint(): Promise<AnswerToHint> {
    return this.connection?.send({ type: 'hint' }) ?? Promise.resolve(UNASKED)
  }

  /** Would this be allowed? Says what it would be called, or why not. */
  try(action: Action | SheetAction): Promise<Answer> {
    return this.connection?.send({ type: 'try', action }) ?? Promise.resolve(UNASKED)
  }
}
