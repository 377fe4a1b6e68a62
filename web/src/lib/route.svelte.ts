/** The addresses: home, a new table, a lesson, a score sheet for real cards, a table, a replay. */

export type Route =
  | { at: 'home' }
  | { at: 'new' | 'learn'; game: string }
  | { at: 'score'; game: string } // without a game: choose one
  | { at: 'table'; code: string }
  | { at: 'replay'; code: string } // without a code: from a file
  | { at: 'history' | 'circle' } // the games of this device, or of a circle
  | { at: 'nowhere' }

export function readPath(path: string): Route {
  const [, first, second, ...rest] = path.split('/')
  if (!first) return { at: 'home' }
  if ((first === 'history' || first === 'circle') && second === undefined) return { at: first }
  if (first === 'score' && !rest.length) return { at: 'score', game: decodeURIComponent(second ?? '') }
  if (first === 'replay' && !rest.length) return { at: 'replay', code: readCode(decodeURIComponent(second ?? '')) }
  if (second && rest.join('') === '') {
    if (first === 'new' || first === 'learn') return { at: first, game: decodeURIComponent(second) }
    if (first === 't') return { at: 'table', code: readCode(decodeURIComponent(second)) }
  }
  return { at: 'nowhere' }
}

/** A code as people type it: lower case and spaces are allowed. */
export const readCode = (text: string): string => text.replace(/[^0-9a-z]/gi, '').toUpperCase()

class Path {
  route: Route = $state.raw(readPath(location.pathname))
}

export const path = new Path()

export function go(to: string): void {
  history.pushState(null, '', to)
  path.route = readPath(location.pathname)
  scrollTo(0, 0)
}

addEventListener('popstate', () => (path.route = readPath(location.pathname)))

/** Goes there; Back returns to the previous screen. */
export function replaceBy(to: string): void {
  history.replaceState(null, '', to)
  path.route = readPath(location.pathname)
  scrollTo(0, 0)
}

/** Follows a link without reloading the page, but leaves new tabs and long presses to the browser. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go(link.getAttribute('href') ?? '/')
}

/** The token of a personal link. It stays in the address until the server has answered, so that a reload loses no seat. */
export const tokenInAddress = (): string => /^#seat=([\w-]+)$/.exec(location.hash)?.[1] ?? ''

/** Takes the token out of the address, so that nobody passes it on by accident. */
export function dropToken(): void {
  if (tokenInAddress()) history.replaceState(null, '', location.pathname)
}

/** The secret of a circle, which is removed from the address too; the browser's history entry keeps it. */
export function takeCircle(): string {
  const secret = /^#([\w-]+)$/.exec(location.hash)?.[1]
  if (secret) history.replaceState({ circle: secret }, '', location.pathname)
  return (history.state as { circle?: string } | null)?.circle ?? ''
}
