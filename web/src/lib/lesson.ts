import type { LessonStep, ViewMessage } from './wire'

/** The guided first hand: which step of a lesson is shown. The text comes from the server. */

export interface Progress {
  seen: number[] // steps that are not shown again
  shown: number | null
  quiet?: boolean // say nothing until something changes
}

/** What the learner faces: everything on offer, and the situation. */
export function around(frame: ViewMessage): Set<string> {
  const now = new Set(frame.view?.asks?.map((ask) => String(ask.action.do)))
  const { phase } = frame.table
  if (phase === 'between' || phase === 'over') now.add(phase)
  else if (phase === 'playing' && !now.size) now.add('waiting')
  return now.add('start')
}

const SITUATIONS = ['start', 'waiting', 'between', 'over']
const isSituation = (step: LessonStep | undefined): boolean => !!step?.on.some((key) => SITUATIONS.includes(key))
const inWords = (now: Iterable<string>): string => [...now].sort().join(' ')
const offers = (now: Set<string>): string => inWords([...now].filter((key) => !SITUATIONS.includes(key)))

export const fits = (step: LessonStep, now: Set<string>): boolean =>
  step.on.every((key) => (key.startsWith('-') ? !now.has(key.slice(1)) : now.has(key)))

/** Which step to show now. A step stays until the learner answers it or acts, because bots play faster than people read. */
export function goOn(steps: LessonStep[], was: Progress, before: Set<string> | null, now: Set<string>): Progress {
  let { seen, shown } = was
  const step = shown === null ? undefined : steps[shown]
  const quiet = was.quiet && before !== null && inWords(before) === inWords(now)
  const acted = before !== null && offers(before) !== '' && offers(before) !== offers(now)
  if (acted) seen = [...seen, ...steps.flatMap((one, at) => (one.on.includes('start') ? at : []))]
  const done = step && (isSituation(step) ? acted : !fits(step, now))
  if (shown !== null && (done || seen.includes(shown))) {
    seen = [...seen, shown]
    shown = null
  }
  return { seen: [...new Set(seen)], shown: quiet ? null : (shown ?? nextOf(steps, seen, now)), quiet }
}

/** After the learner has read a step: the opening steps follow each other, and after that one step a turn is enough. */
export function answered(steps: LessonStep[], was: Progress, now: Set<string>): Progress {
  const step = was.shown === null ? undefined : steps[was.shown]
  if (was.shown === null || !step) return was
  const seen = [...was.seen, was.shown]
  const others = step.on.includes('start') ? now : new Set([...now].filter((key) => !step.on.includes(key)))
  const shown = isSituation(step) ? nextOf(steps, seen, others) : null
  return { seen, shown, quiet: shown === null }
}

function nextOf(steps: LessonStep[], seen: number[], now: Set<string>): number | null {
  const found = steps.findIndex((step, at) => !seen.includes(at) && fits(step, now))
  return found < 0 ? null : found
}
