/** What is left when a game is over: summaries, standings, replays and verdicts, as they travel. */

import type { Happening, HouseRule, Phase, View } from './wire'

// ---------------------------------------------------------------- what was played

export interface SummaryPlayer {
  name: string
  score?: number | null // nothing before the start
  won?: boolean
  bot?: boolean
  awards?: Record<string, number> // how often each was earned
}

/** What the standings are made of. */
export interface Played {
  code: string
  game: string // also where it was scored on a sheet
  moved: number // seconds: when the last move was made
  players: SummaryPlayer[]
}

/** How a table stands. */
export interface Summary extends Played {
  title: string
  sheet: boolean
  phase: Phase
  began: number
  rounds: number
  round_word: string
}

export interface Point {
  code: string
  at: number
  score: number
  won: boolean
  wins: number // up to here, shared ones too
  average: number
}

export interface Standing {
  name: string
  games: number
  wins: number // alone
  shared: number
  average: number
  best: number
  worst: number
  streak: number // up to now
  longest: number
  awards: Record<string, number>
  course: Point[]
}

export interface GameStandings {
  game: string
  title: string
  games: number
  most_wins: boolean
  people: Standing[] // the best first
}

/** A circle's name, and whether a table belongs to it. */
export interface Belongs {
  name: string
  belongs: boolean
}

export interface Circle {
  name: string
  running: Summary[]
  finished: Summary[]
  more: number
  standings: GameStandings[]
  reading: number
}

// ---------------------------------------------------------------- after the game

/** How it was after so many moves, and what the last of them looked like. */
export interface FrameThen {
  at: number
  phase: Phase
  view: View
  happened: Happening[]
}

/** A part of a finished game, and what is known of the whole. */
export interface Replay {
  game: string
  title: string
  round_word: string
  house_rules: HouseRule[]
  names: string[]
  commitment: string
  words: string[]
  secret: string | null
  moves: number
  rounds: { round: number; title: string; at: number }[]
  frames: FrameThen[]
}

/** Something that was done where something else was better, as far as whoever did it could know. */
export interface Decision {
  at: number // after so many moves
  round: number
  did: string
  better: string
  why: string
  cost: number // of the chance to win, from 0 to 1
}

/** What cost somebody most, as far as it has been weighed. */
export interface Lookback {
  seat: number
  weighed: number
  of: number
  done: boolean
  decisions: Decision[]
}

export interface RecordedLog {
  opening: { commitment: string; words?: string[]; promises?: string[]; seal?: string; seats: string[] }
  entries: { seq: number; seal?: string }[]
  secret?: string | null
}

export interface Verdict {
  ok: boolean
  proved: string[]
  not_proved: string[]
  why: string
  rule: string
  entry: number | null // the first that is wrong; 0: the opening
  moves: number
  seal: string
  shuffles: { n: number; before: number[]; after: number[] }[]
}

export interface Verification {
  verdict: Verdict
  log: RecordedLog
}
