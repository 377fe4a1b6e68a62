/** Parts of the page that are fetched when they are wanted. */

const WAITS = [300, 1000, 3000] // milliseconds until a part is asked for again

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time))

/** The part, asked for again if the line breaks; throws if it cannot be had. */
export async function load<T>(part: () => Promise<T>): Promise<T> {
  if (failed.size) await mend(0).catch(() => {}) // of something that was fetched ahead
  for (const [tries, wait] of WAITS.entries()) {
    try {
      return await (tries ? again(part, tries) : part())
    } catch {
      await pause(wait)
    }
  }
  return again(part, WAITS.length)
}

/** Styles that could not be fetched. */
const failed = new Set<HTMLLinkElement>()
const note = ({ target }: Event): void => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
}
globalThis.addEventListener?.('error', note, true)

/** A style that has not come: what browsers say of it differs. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length
  } catch {
    return true
  }
}

/** Most browsers remember that a script could not be fetched, and Vite that a style could not. So what failed gets an address of its
 * own. */
async function again<T>(part: () => Promise<T>, tries: number): Promise<T> {
  await mend(tries)
  try {
    return await part()
  } catch (why) {
    // A part that shares its file with others is one of the things that the file exports.
    const [, file, , name] = /\bimport\([`"']\.\/([\w.-]+)[`"']\)(?:\.then\(\(?([\w$]+)\)?=>\2\.([\w$]+)\))?/.exec(String(part)) ?? []
    if (!file) throw why
    const shared = await import(/* @vite-ignore */ `${import.meta.url.replace(/[^/]*$/, file)}?${tries}`)
    return name ? shared[name] : shared
  }
}

async function mend(tries: number): Promise<void> {
  const styles = [...failed]
  failed.clear()
  await Promise.all(styles.map((style) => anew(style, tries)))
}

const anew = (old: HTMLLinkElement, tries: number): Promise<void> =>
  new Promise((done, fail) => {
    const style = old.cloneNode() as HTMLLinkElement
    style.href = `${old.href.replace(/\?.*/, '')}?${tries}`
    style.onload = () => done()
    style.onerror = fail
    old.replaceWith(style)
  })

// The styles that the page begins with were fetched before anybody listened.
if (typeof document !== 'undefined') {
  for (const style of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (isMissing(style)) failed.add(style)
  if (failed.size) void load(() => mend(0)).catch(() => {})
}

/** Calls it when the page has nothing better to do. */
export function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call, { timeout: 10_000 })
  else setTimeout(call, 2000) // Safari has none
}
