import type { Ack, Advised, Emoted, Message, RefusalMessage, ServerMessage, Tried, ViewMessage } from './wire'

/** The connection to a table: a WebSocket that reconnects by itself. It does not know what messages mean. */

/** A message without its id, which it gets when it is sent. */
export type Unsent = Message extends infer One ? (One extends Message ? Omit<One, 'id'> : never) : never
export type Answer = Ack | Tried | RefusalMessage
export type AnswerToHint = Advised | RefusalMessage
export type AnswerTo<Sent extends Unsent> = Sent extends { type: 'hint' } ? AnswerToHint : Answer

export type ConnectionState = 'connecting' | 'open' | 'closed'

export interface Listener {
  frame(frame: ViewMessage): void
  state(state: ConnectionState): void
  bye(why: string): void
  link(link: string): void
  emoted(emoted: Emoted): void
}

interface Pending {
  text: string
  answer(answer: Answer | AnswerToHint): void
}

const FIRST_WAIT = 300
const LONGEST_WAIT = 5_000
const PING_EVERY = 10_000
const PONG_WITHIN = 10_000
const DO_NOT_RETURN = 4000

export class Connection {
  private socket: WebSocket | null = null
  private seen: number | null = null
  private wait = FIRST_WAIT
  private retry: ReturnType<typeof setTimeout> | undefined
  private pinging: ReturnType<typeof setInterval> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  private ended = false
  private farewell = ''
  private visible = true
  private count = 0
  // Ids must be new even after a reload, because the server does nothing twice under one id.
  // (crypto.randomUUID is missing on a plain-http address; getRandomValues is not.)
  private readonly prefix = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join('')
  private readonly pending = new Map<string, Pending>()

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    if (this.ended || this.socket) return
    clearTimeout(this.retry)
    this.listener.state('connecting')
    const socket = new WebSocket(this.seen === null ? this.address : `${this.address}?seen=${this.seen}`)
    this.socket = socket
    socket.onopen = () => this.opened(socket)
    socket.onmessage = (event: MessageEvent<string>) => this.heard(socket, event.data)
    socket.onclose = (event) => this.lost(socket, event.code)
    // A host that swallows packets leaves the socket connecting for minutes.
    this.silence ??= setTimeout(() => this.drop(socket), PONG_WITHIN)
  }

  /** Tries again now: the network is back, or the page is visible again. */
  wake(): void {
    if (this.ended) return
    this.wait = FIRST_WAIT
    if (!this.socket) this.open()
    else if (this.socket.readyState === 1) this.ping(this.socket)
  }

  /** Tells the server whether anybody can see the page, now and after every reconnection. */
  look(visible: boolean): void {
    this.visible = visible
    if (this.socket?.readyState === 1) this.sendVisible(this.socket)
  }

  private sendVisible(socket: WebSocket): void {
    socket.send(JSON.stringify({ type: 'visible', id: this.newId(), visible: this.visible }))
  }

  close(): void {
    this.end('')
    const socket = this.socket
    this.socket = null
    socket?.close()
  }

  /** Sends now, or after reconnecting, and again with the same id until it is answered. */
  send<Sent extends Unsent>(message: Sent): Promise<AnswerTo<Sent>> {
    const id = this.newId()
    if (this.ended) return Promise.resolve({ type: 'refused', id, rule: '', why: this.farewell } as AnswerTo<Sent>)
    const text = JSON.stringify({ ...message, id })
    if (this.socket?.readyState === 1) this.socket.send(text)
    return new Promise((answer) => this.pending.set(id, { text, answer: answer as Pending['answer'] }))
  }

  private newId(): string {
    return `${this.prefix}-${++this.count}`
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return
    this.answered()
    if (!this.visible) this.sendVisible(socket)
    for (const { text } of this.pending.values()) socket.send(text)
    this.pinging = setInterval(() => this.ping(socket), PING_EVERY)
    this.listener.state('open')
  }

  private ping(socket: WebSocket): void {
    socket.send(JSON.stringify({ type: 'ping', id: this.newId() }))
    this.silence ??= setTimeout(() => this.drop(socket), PONG_WITHIN)
  }

  private answered(): void {
    clearTimeout(this.silence)
    this.silence = undefined
  }

  private heard(socket: WebSocket, text: string): void {
    if (socket !== this.socket) return
    this.answered()
    const message = JSON.parse(text) as ServerMessage
    switch (message.type) {
      case 'view':
        this.wait = FIRST_WAIT
        this.seen = message.version
        this.listener.frame(message)
        break
      case 'ack':
      case 'tried':
      case 'advice':
      case 'refused':
        this.pending.get(message.id)?.answer(message)
        this.pending.delete(message.id)
        break
      case 'ping': // measures the delay: a late answer would make the player look slow
        socket.send(JSON.stringify({ type: 'pong', id: message.id }))
        break
      case 'link':
        this.listener.link(message.link)
        break
      case 'emoted':
        this.listener.emoted(message)
        break
      case 'bye':
        this.farewell = message.why
        break
    }
  }

  /** Gives up a socket that no longer answers, without waiting for its close event. */
  private drop(socket: WebSocket): void {
    if (socket !== this.socket) return
    socket.close()
    this.lost(socket, 0)
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return
    this.socket = null
    clearInterval(this.pinging)
    this.answered()
    if (code === DO_NOT_RETURN) {
      this.end(this.farewell || 'The table has closed the line.')
      this.listener.bye(this.farewell)
      return
    }
    this.farewell = ''
    this.listener.state('connecting')
    this.retry = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2))
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }

  private end(why: string): void {
    this.ended = true
    this.farewell = why
    clearTimeout(this.retry)
    clearInterval(this.pinging)
    this.answered()
    for (const [id, { answer }] of this.pending) answer({ type: 'refused', id, rule: '', why })
    this.pending.clear()
    this.listener.state('closed')
  }
}
