import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Connection, type ConnectionState } from './connection'
import type { Emoted, ViewMessage } from './wire'

class FakeSocket {
  static all: FakeSocket[] = []
  readyState = 0
  sent: { type: string; id: string }[] = []
  onopen: () => void = () => {}
  onmessage: (event: { data: string }) => void = () => {}
  onclose: (event: { code: number }) => void = () => {}
  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; id: string })
  }
  close(): void {
    this.readyState = 3
  }
  accept(): void {
    this.readyState = 1
    this.onopen()
  }
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
  fail(code = 1006): void {
    this.readyState = 3
    this.onclose({ code })
  }
}

const last = (): FakeSocket => FakeSocket.all[FakeSocket.all.length - 1]!

function newConnection() {
  const states: ConnectionState[] = []
  const frames: ViewMessage[] = []
  const byes: string[] = []
  const links: string[] = []
  const emoted: Emoted[] = []
  const connection = new Connection('ws://here/socket', {
    frame: (frame) => frames.push(frame),
    state: (state) => states.push(state),
    bye: (why) => byes.push(why),
    link: (link) => links.push(link),
    emoted: (one) => emoted.push(one),
  })
  connection.open()
  return { connection, states, frames, byes, links, emoted }
}

beforeEach(() => {
  FakeSocket.all = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the connection', () => {
  test('says what it has seen when it comes back', () => {
    newConnection()
    expect(last().url).toBe('ws://here/socket')
    last().accept()
    last().say({ type: 'view', version: 41 })
    last().fail()
    vi.advanceTimersByTime(300)
    expect(last().url).toBe('ws://here/socket?seen=41')
  })

  test('waits 0.3 s, then twice as long, at most 5 s, and short again after a view', () => {
    newConnection()
    for (const wait of [300, 600, 1200, 2400, 4800, 5000, 5000]) {
      const before = FakeSocket.all.length
      last().fail()
      vi.advanceTimersByTime(wait - 1)
      expect(FakeSocket.all.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(FakeSocket.all.length).toBe(before + 1)
    }
    last().accept()
    last().say({ type: 'view', version: 1 })
    last().fail()
    vi.advanceTimersByTime(300)
    expect(last().url).toContain('seen=1')
  })

  test('sends what was not answered again, with the same id, in order', async () => {
    const { connection } = newConnection()
    last().accept()
    const first = connection.send({ type: 'table', event: { what: 'start' } })
    void connection.send({ type: 'table', event: { what: 'pause' } })
    const [a, b] = last().sent.map((message) => message.id)
    expect(a).not.toBe(b)
    last().fail()
    vi.advanceTimersByTime(300)
    expect(last().sent).toEqual([])
    last().accept()
    expect(last().sent.map((message) => message.id)).toEqual([a, b])
    last().say({ type: 'ack', id: a, version: 7 })
    expect(await first).toEqual({ type: 'ack', id: a, version: 7 })
    last().fail()
    vi.advanceTimersByTime(600)
    last().accept()
    expect(last().sent.map((message) => message.id)).toEqual([b])
  })

  test('keeps what is sent while there is no connection', () => {
    const { connection } = newConnection()
    void connection.send({ type: 'table', event: { what: 'ready' } })
    expect(last().sent).toEqual([])
    last().accept()
    expect(last().sent).toHaveLength(1)
  })

  test('pings every 10 s and gives up a connection that does not answer in 10 s', () => {
    const { states } = newConnection()
    last().accept()
    vi.advanceTimersByTime(10_000)
    expect(last().sent.map((message) => message.type)).toEqual(['ping'])
    last().say({ type: 'pong', id: last().sent[0]!.id })
    vi.advanceTimersByTime(10_000)
    expect(last().sent).toHaveLength(2)
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(10_000 + 300)
    expect(FakeSocket.all).toHaveLength(2)
    expect(states).toEqual(['connecting', 'open', 'connecting', 'connecting'])
  })

  test('wakes at once', () => {
    const { connection } = newConnection()
    last().fail()
    connection.wake()
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(1000)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('a bye with 4000 is the end, and says why', async () => {
    const { connection, states, byes } = newConnection()
    last().accept()
    const waiting = connection.send({ type: 'table', event: { what: 'start' } })
    last().say({ type: 'bye', why: 'Your chair was given away.' })
    last().fail(4000)
    expect(byes).toEqual(['Your chair was given away.'])
    expect(await waiting).toMatchObject({ type: 'refused', why: 'Your chair was given away.' })
    vi.advanceTimersByTime(60_000)
    connection.wake()
    expect(FakeSocket.all).toHaveLength(1)
    expect(states[states.length - 1]).toBe('closed')
  })

  test('a new link to the table is passed on', () => {
    const { links } = newConnection()
    last().accept()
    last().say({ type: 'link', link: 'https://b.example/t/ABCD' })
    expect(links).toEqual(['https://b.example/t/ABCD'])
  })

  test('an emote is passed on', () => {
    const { emoted } = newConnection()
    last().accept()
    last().say({ type: 'emoted', seat: 2, emote: 'clap' })
    expect(emoted).toEqual([{ type: 'emoted', seat: 2, emote: 'clap' }])
  })

  test('a bye with another code comes back', () => {
    newConnection()
    last().accept()
    last().say({ type: 'bye', why: 'Parlour is restarting. One moment.' })
    last().fail(1012)
    vi.advanceTimersByTime(300)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('messages of an abandoned socket are ignored', () => {
    const { frames } = newConnection()
    const first = last()
    first.accept()
    vi.advanceTimersByTime(20_000)
    first.say({ type: 'view', version: 9 })
    expect(frames).toEqual([])
  })

  test('answers a ping at once, with its id', () => {
    newConnection()
    last().accept()
    last().say({ type: 'ping', id: 'p1' })
    expect(last().sent.filter(({ type }) => type === 'pong')).toEqual([{ type: 'pong', id: 'p1' }])
  })
})
