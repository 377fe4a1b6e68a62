/** What is worth a scene between two frames, and when everything in it happens. Knows no page and no rules. */

import { follows } from './travels'
import { handsOpen } from './zones'
import type { MomentKind, Phase, ViewMessage } from './wire'

/** Milliseconds of the end of a round. */
export const TIMES = {
  shout: 1200, // a shout is heard first
  breath: 350,
  hand: 420, // from one hand to the next
  known: 220, // the same, if there is nothing to turn over: an own hand, or none
  landing: 450, // the last card lands first
  count: 750,
  slide: 350,
}

const isScored = (phase: Phase | undefined): boolean => phase === 'between' || phase === 'over'

/** The seats that have just had such a moment. */
export const momentsOf = (before: ViewMessage | null, now: ViewMessage, wanted: MomentKind): number[] =>
  follows(before, now)
    ? now.happened
        .filter((entry) => entry.version > before!.version)
        .flatMap(({ moments = [] }) => moments.flatMap(({ kind, seat }) => (kind === wanted && seat != null ? [seat] : [])))
    : []

/** Whether the other players' hands have just been opened. */
export const opens = (before: ViewMessage | null, now: ViewMessage): boolean =>
  follows(before, now) && !!before?.view && !!now.view && before.view.round === now.view.round && !handsOpen(before.view) && handsOpen(now.view)

/** Whether a round has just been scored. */
export const isCounted = (before: ViewMessage | null, now: ViewMessage): boolean =>
  follows(before, now) && !isScored(before?.table.phase) && isScored(now.table.phase)

/** Until when later moments wait, so that they do not give away what is still hidden. */
export const ending = { until: 0 }
