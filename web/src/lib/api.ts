import { words } from '../words'
import type { Belongs, Circle, GameStandings, Lookback, Played, Replay, Summary, Verification } from './afterwards'
import type { Game, Lesson, Lobby, NewTable, Refusal, RulesSection, Seated } from './wire'

/** The requests of the time before one sits down. Whatever goes wrong is thrown as a sentence to show. */

export class Refused extends Error {
  constructor(
    readonly why: string,
    readonly rule: string,
    readonly status: number,
  ) {
    super(why)
  }
}

async function request<T>(path: string, body?: object, headers: Record<string, string> = {}): Promise<T> {
  const sent: RequestInit = body
    ? { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
    : { headers }
  const answer = await fetch(`/api/${path}`, sent).catch(() => {
    throw new Refused(words.refused.away, '', 0)
  })
  if (answer.ok)
    return (await answer.json().catch(() => {
      throw new Refused(words.refused.broken, '', 0)
    })) as T
  const refusal = (await answer.json().catch(() => ({ why: '' }))) as Refusal
  throw new Refused(refusal.why || words.refused.wrong, refusal.rule ?? '', answer.status)
}

const table = (code: string): string => `tables/${encodeURIComponent(code)}`

export const games = (): Promise<Game[]> => request('games')
export const rulesAt = (code: string): Promise<RulesSection[]> => request(`${table(code)}/rules`)
export const lesson = (game: string): Promise<Lesson> => request(`games/${encodeURIComponent(game)}/lesson`)
export const newTable = (wanted: NewTable): Promise<Seated> => request('tables', wanted)
export const lobby = (code: string): Promise<Lobby> => request(table(code))
export const sit = (code: string, name: string, seat?: number): Promise<Seated> =>
  request(`${table(code)}/sit`, seat === undefined ? { name } : { name, seat })
export const claim = (code: string, token: string): Promise<Seated> => request(`${table(code)}/claim`, { token })
export const ownLink = (code: string): Promise<{ link: string; qr: string }> => request(`${table(code)}/link`)
export const seatLink = (code: string, seat: number): Promise<{ link: string; qr?: string }> =>
  request(`${table(code)}/seats/${seat}/link`, {})
export const follow = (code: string): Promise<Seated> => request(`${table(code)}/follow`, {})
const part = (seat: string, from: number, to: number) => ({ seat, from, to })
export const replayOf = (code: string, seat: string, from: number, to: number): Promise<Replay> =>
  request(`${table(code)}/replay?${new URLSearchParams(Object.entries(part(seat, from, to)).map(([name, value]) => [name, String(value)]))}`)
export const replayFile = (log: string, seat: string, from: number, to: number): Promise<Replay> => request('replay', { log, ...part(seat, from, to) })
export const lookback = (code: string, seat: number): Promise<Lookback> => request(`${table(code)}/lookback?seat=${seat}`)
export const verifyTable = (code: string): Promise<Verification> => request(`${table(code)}/verify`)
export const verifyFile = (log: string): Promise<Verification> => request('verify', { log })
export const logAddress = (code: string, form: 'json' | 'text'): string => `/api/${table(code)}/log?form=${form}`
export const qrAddress = (code: string): string => `/api/${table(code)}/qr.svg`

export const summary = (code: string): Promise<Summary> => request(`${table(code)}/summary`)
export const standings = (games: Played[]): Promise<GameStandings[]> =>
  request('standings', { games: games.map(({ code, game, moved, players }) => ({ code, game, moved, players })) })

const withSecret = (secret: string): Record<string, string> => ({ 'Parlour-Circle': secret })

export const newCircle = (name: string): Promise<{ name: string; secret: string; link: string }> => request('circles', { name })
export const circle = (secret: string, game = '', skip = 0): Promise<Circle> =>
  request(`circle?${new URLSearchParams({ game, skip: String(skip) }).toString()}`, undefined, withSecret(secret))
export const circleLink = (secret: string): Promise<{ link: string; qr: string }> => request('circle/link', undefined, withSecret(secret))
export const renameCircle = (secret: string, name: string): Promise<{ name: string }> => request('circle/name', { name }, withSecret(secret))
export const takeOut = (secret: string, code: string): Promise<Belongs> => request('circle/without', { code }, withSecret(secret))
export const belongsTo = (secret: string, code: string): Promise<Belongs> => request(`${table(code)}/circle`, undefined, withSecret(secret))
export const putInto = (secret: string, code: string): Promise<Belongs> => request(`${table(code)}/circle/join`, {}, withSecret(secret))

/** Asks until the house answers, less often as time goes by; `silent` is told once why there is nothing yet. */
export function untilAnswered<T>(ask: () => Promise<T>, silent: (why: Refusal) => void): { answer: Promise<T>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const answer = new Promise<T>((done, fail) => {
    const once = (wait: number): void => {
      ask().then(done, (thrown: unknown) => {
        if (!isSilence(thrown)) return fail(thrown)
        silent({ why: words.away })
        timer = setTimeout(() => once(Math.min(2 * wait, 5000)), wait)
      })
    }
    once(500)
  })
  return { answer, stop: () => clearTimeout(timer) }
}

/** Did the house not answer at all? Then it is worth trying again. */
export const isSilence = (thrown: unknown): boolean => thrown instanceof Refused && (thrown.status === 0 || thrown.status >= 500)

/** A refusal from anything thrown. */
export const refusalOf = (thrown: unknown): Refusal =>
  thrown instanceof Refused ? { why: thrown.why, rule: thrown.rule } : { why: words.refused.page }
