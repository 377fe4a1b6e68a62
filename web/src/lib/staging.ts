/** What is worth a scene between two frames, and when everything in it happens. Knows no page and no rules. */

import { zoneOf } from './asks'
import { follows, travelsOf } from './travels'
import { handsOpen } from './zones'
import type { MomentKind, Phase, ViewMessage } from './wire'

/** Milliseconds of the end of a round. */
export const TIMES = {
  shout: 1200, // a shout is heard first
  breath: 350,
  hand: 420, // from one hand to the next
  known: 220, // the same, if there is nothing to turn over: an own hand, or none
  landing: 450, // the last card lands first
  moved: 160, // cards have moved to their places beside the sheet
  out: 900, // somebody who goes out is seen first
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

/** Whether somebody takes a trick, which is still seen after the frame that says so. */
export const takesTrick = (before: ViewMessage | null, now: ViewMessage): boolean =>
  travelsOf(now).some(({ to }) => [now, before].some((frame) => frame?.view && zoneOf(frame.view, to)?.kind === 'won'))

/** Until when later moments wait, so that they do not give away what is still hidden; and a win, until the scores are counted. */
export const ending = { until: 0, won: 0 }
