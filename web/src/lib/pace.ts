import type { Pace } from './wire'

/** How long a short call ("Buy", "Grab") may take: as a person would say it, and as it travels. */

export const USUAL_PACE: Pace = { turn: 0, windows: true, window: null, calls: 'quickest', slam_grace: null, patience: 120 }

export type CallTime = 'rules' | 'own' | 'wait' | 'none'

const FIRST_OWN = 10

export function callTime(pace: Pace): CallTime {
  if (!pace.windows) return 'wait'
  if (pace.window == null) return 'rules'
  return pace.window === 0 ? 'none' : 'own'
}

export function withCallTime(pace: Pace, time: CallTime, seconds = pace.window || FIRST_OWN): Pace {
  const window = { rules: null, wait: null, none: 0, own: seconds }[time]
  return { ...pace, windows: time !== 'wait', window }
}
