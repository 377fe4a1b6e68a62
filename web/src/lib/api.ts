import * as words from '../words'
import type { Decor, Endpoints, NewTable, Subscribe, PartOfLogFile, Played, Refusal, ReplayPart } from './wire'

/** The HTTP requests. Errors are thrown as a sentence to show. */

export class Refused extends Error {
  constructor(
    readonly why: string,
    readonly rule: string,
    readonly status: number,
  ) {
    super(why)
  }
}

interface Asked<Name extends keyof Endpoints> {
  at?: Record<string, string> // values for the braces in the path
  query?: Endpoints[Name] extends { query: infer Query } ? Query : never
  body?: Endpoints[Name] extends { takes: infer Body } ? Body : never
  secret?: string // of a circle
}

async function request<Name extends keyof Endpoints>(endpoint: Name, asked: Asked<Name> = {}): Promise<Endpoints[Name]['gives']> {
  const [method, path] = endpoint.split(' ') as [string, string]
  const query = new URLSearchParams(Object.entries(asked.query ?? {}).map(([name, value]) => [name, String(value)])).toString()
  const address = path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(asked.at?.[name] ?? '')) + (query && `?${query}`)
  const headers = { ...(method === 'POST' && { 'Content-Type': 'application/json' }), ...(asked.secret && { 'Parlour-Circle': asked.secret }) }
  const answer = await fetch(address, { method, headers, ...(method === 'POST' && { body: JSON.stringify(asked.body ?? {}) }) }).catch(() => {
    throw new Refused(words.refused.away, '', 0)
  })
  if (answer.ok)
    return (await answer.json().catch(() => {
      throw new Refused(words.refused.broken, '', 0)
    })) as Endpoints[Name]['gives']
  const refusal = (await answer.json().catch(() => null)) as Refusal | null
  // A proxy, or the carrier of a tunnel that is gone, answers in Parlour's place.
  if (!refusal?.why) throw new Refused(words.refused.away, '', 0)
  throw new Refused(refusal.why, refusal.rule, answer.status)
}

export const serverLink = () => request('GET /api/link')
export const games = () => request('GET /api/games')
export const rulesAt = (code: string) => request('GET /api/tables/{code}/rules', { at: { code } })
export const lesson = (game: string) => request('GET /api/games/{game}/lesson', { at: { game } })
export const learn = (game: string, name: string) => request('POST /api/games/{game}/lesson', { at: { game }, body: { name } })
export const newTable = (body: NewTable) => request('POST /api/tables', { body })
export const lobby = (code: string) => request('GET /api/tables/{code}', { at: { code } })
export const sit = (code: string, name: string, seat?: number) => request('POST /api/tables/{code}/sit', { at: { code }, body: { name, seat } })
export const askToReturn = (code: string, seat: number) => request('POST /api/tables/{code}/return', { at: { code }, body: { seat } })
export const claim = (code: string, token: string) => request('POST /api/tables/{code}/claim', { at: { code }, body: { token } })
export const ownLink = (code: string) => request('GET /api/tables/{code}/link', { at: { code } })
export const seatLink = (code: string, seat: number) => request('POST /api/tables/{code}/seats/{seat}/link', { at: { code, seat: String(seat) } })
export const follow = (code: string) => request('POST /api/tables/{code}/follow', { at: { code } })

export const telling = (code: string, device: string | null = null) => request('GET /api/tables/{code}/push', { at: { code }, query: device ? { device } : {} })
export const tellMe = (code: string, body: Subscribe) => request('POST /api/tables/{code}/push', { at: { code }, body })
export const stopTelling = (code: string, device: string) => request('POST /api/tables/{code}/push/stop', { at: { code }, body: { device } })

export const replayOf = (code: string, query: ReplayPart) => request('GET /api/tables/{code}/replay', { at: { code }, query })
export const replayFile = (body: PartOfLogFile) => request('POST /api/replay', { body })
export const lookback = (code: string, seat: number) => request('GET /api/tables/{code}/lookback', { at: { code }, query: { seat } })
export const verifyTable = (code: string) => request('GET /api/tables/{code}/verify', { at: { code } })
export const verifyFile = (log: string) => request('POST /api/verify', { body: { log } })
export const logAddress = (code: string, form: 'json' | 'text'): string => `/api/tables/${encodeURIComponent(code)}/log?form=${form}`
export const qrAddress = (code: string): string => `/api/tables/${encodeURIComponent(code)}/qr.svg`

export const summary = (code: string) => request('GET /api/tables/{code}/summary', { at: { code } })
export const standings = (games: Played[]) =>
  request('POST /api/standings', { body: { games: games.map(({ code, game, moved, players }) => ({ code, game, moved, players })) } })

export const newCircle = (name: string) => request('POST /api/circles', { body: { name } })
export const circle = (secret: string, game = '', skip = 0) => request('GET /api/circle', { query: { game, skip }, secret })
export const circleLink = (secret: string) => request('GET /api/circle/link', { secret })
export const renameCircle = (secret: string, name: string) => request('POST /api/circle/name', { body: { name }, secret })
export const planNext = (secret: string, at: number | null) => request('POST /api/circle/next', { body: { at }, secret })
export const decorateCircle = (secret: string, decor: Decor) => request('POST /api/circle/decor', { body: decor, secret })
export const playAgain = (secret: string, code: string, name: string) => request('POST /api/circle/again', { body: { code, name }, secret })
export const takeOut = (secret: string, code: string) => request('POST /api/circle/without', { body: { code }, secret })
export const belongsTo = (secret: string, code: string) => request('GET /api/tables/{code}/circle', { at: { code }, secret })
export const putInto = (secret: string, code: string) => request('POST /api/tables/{code}/circle/join', { at: { code }, secret })

/** Asks until the server answers, with growing pauses; calls `silent` once with the reason for the delay. */
export function untilAnswered<T>(ask: () => Promise<T>, silent: (why: Refusal) => void): { answer: Promise<T>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const answer = new Promise<T>((done, fail) => {
    const once = (wait: number): void => {
      ask().then(done, (thrown: unknown) => {
        if (!isSilence(thrown)) return fail(thrown)
        silent({ why: words.away, rule: '' })
        timer = setTimeout(() => once(Math.min(2 * wait, 5000)), wait)
      })
    }
    once(500)
  })
  return { answer, stop: () => clearTimeout(timer) }
}

/** Whether the server did not answer at all, so that it is worth trying again. */
export const isSilence = (thrown: unknown): boolean => thrown instanceof Refused && (thrown.status === 0 || thrown.status >= 500)

/** A refusal from anything thrown. */
export const refusalOf = (thrown: unknown): Refusal =>
  thrown instanceof Refused ? { why: thrown.why, rule: thrown.rule } : { why: words.refused.page, rule: '' }
