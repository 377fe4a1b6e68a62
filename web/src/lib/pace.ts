import type { Pace, WindowView } from './wire'
import * as words from '../words'

/** How long players are waited for: in sentences, and as it is sent. */

export type WholePace = Required<Pace>

export const USUAL_PACE: WholePace = { turn: 0, windows: true, window: null, calls: 'quickest', slam_grace: null, patience: 120 }

export type CallTime = 'rules' | 'own' | 'wait' | 'none'

const FIRST_OWN = 10

export function callTime(pace: WholePace): CallTime {
  if (!pace.windows) return 'wait'
  if (pace.window == null) return 'rules'
  return pace.window === 0 ? 'none' : 'own'
}

export function withCallTime(pace: WholePace, time: CallTime, seconds = pace.window || FIRST_OWN): WholePace {
  const window = { rules: null, wait: null, none: 0, own: seconds }[time]
  return { ...pace, windows: time !== 'wait', window }
}

/** What the game itself says about clocks: who is asked out of turn, who can cut in, whether calls race. */
export interface GameClocks {
  window?: WindowView | null
  grace?: boolean
  races?: boolean
}

/** A table's pace in sentences, the two most important first. */
export function paceSaid(pace: WholePace, { window, grace, races }: GameClocks): string[] {
  const say = words.pace.said
  const said = [pace.turn ? say.turn(say.time(pace.turn)) : say.noTurn]
  if (window) {
    const seconds = pace.window ?? window.seconds
    said.push(!pace.windows ? say.everybody(window.may) : seconds ? say.others(say.time(seconds), window.may) : say.nobody(window.may))
  }
  if (races && pace.calls === 'in turn') said.push(say.inTurn)
  if (grace && pace.slam_grace != null) said.push(pace.slam_grace ? say.grace(say.time(pace.slam_grace)) : say.noGrace)
  said.push(pace.patience ? say.standIn(say.time(pace.patience)) : say.noStandIn)
  return said
}
