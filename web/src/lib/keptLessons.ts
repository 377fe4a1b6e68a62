/** Which tables of this window are lessons, and what of them has been seen. */

const keyOf = (code: string): string => `parlour-lesson-${code}`

export function keepLesson(code: string, seen: number[] = []): void {
  try {
    sessionStorage.setItem(keyOf(code), JSON.stringify(seen))
  } catch {
    // Without storage the coach stops after a reload; the game goes on.
  }
}

/** The steps seen at this table, or null if it is not a lesson. */
export function keptLesson(code: string): number[] | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(code)) ?? 'null') as number[] | null
  } catch {
    return null
  }
}

export function endLesson(code: string): void {
  try {
    sessionStorage.removeItem(keyOf(code))
  } catch {
    // There was none.
  }
}
