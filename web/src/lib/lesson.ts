import type { LessonStep } from './wire'

/** The step of a lesson that the coach shows after so many moves: the first that has not been read; −1 while others play. */
export const stepNow = (steps: LessonStep[], moves: number, read: number): number =>
  steps.findIndex((step, at) => step.at === moves && at >= read)

// ---------------------------------------------------------------- what this window keeps: how many steps have been read at a table

const keyOf = (code: string): string => `parlour-lesson-${code}`

export function keepRead(code: string, read: number): void {
  try {
    sessionStorage.setItem(keyOf(code), String(read))
  } catch {
    // Without storage, steps are shown again after a reload.
  }
}

export function keptRead(code: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(code)))
  } catch {
    return 0
  }
}
