/** Parts of the page that are fetched when they are wanted. */

const WAITS = [300, 1000, 3000] // milliseconds until a part is asked for again

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time))

/** The part, asked for again if the line breaks; throws if it cannot be had. */
export async function load<T>(part: () => Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await part()
    } catch {
      await pause(wait)
    }
  }
  return part()
}

/** Calls it when the page has nothing better to do. */
export function whenIdle(call: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(call, { timeout: 10_000 })
  else setTimeout(call, 2000) // Safari has none
}
