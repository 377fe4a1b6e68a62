/** What travels between page and server: docs/protocol.md in types. Fields that have their usual value may be left out. */

// ---------------------------------------------------------------- games and house rules

/** null: no number, where the rule allows it. Lists: counts, or words. */
export type OptionValue = boolean | number | string | number[] | string[] | null

export interface Option {
  name: string
  kind: 'switch' | 'number' | 'choice' | 'counts' | 'words'
  default: OptionValue
  about: string
  rule: string
  group: string
  least?: number
  most?: number
  none?: string // of a number: the words for "no number"; empty means there must be one
  choices?: Record<string, string>
  each?: string[] // what each of the counts is of
}

export interface Game {
  name: string
  title: string
  about: string
  seats: [least: number, most: number]
  round_word: string
  races?: boolean // whether the quickest call wins
  window?: OutOfTurn | null
  grace?: boolean // whether there is a time to cut in
  lesson?: boolean // whether there is a guided first hand
  bots: string[]
  options: Option[]
  sheet?: object | null // whether it has a score sheet for real cards
}

export interface LessonStep {
  on: string[] // what must be on offer (with a minus: must not), or the situation
  say: string
  rule?: string
}

/** A guided first hand. */
export interface Lesson {
  title: string
  seats: number
  options: Record<string, OptionValue>
  steps: LessonStep[]
}

export interface RulesSection {
  heading: string
  text: string[]
  rules: Rule[]
}

/** A rule as it is written, and what is different at a table. */
export interface Rule {
  number: string
  text: string
  choices?: string // what the table could have chosen
  here?: string[] // what it has chosen
  use?: 'on' | 'off' // of one that a table may switch on
}

// ---------------------------------------------------------------- tables

/** What people are asked out of turn in a game, and the seconds that its rules give them for it. */
export interface OutOfTurn {
  seconds: number
  may: string // "buy the discard"
}

export interface Pace {
  turn: number
  windows: boolean // whether seconds run for those who are asked out of turn; if not, everybody answers
  window?: number | null // these seconds; null: what the rules say; 0: nobody is held back for them
  calls?: 'quickest' | 'in turn'
  slam_grace?: number | null // seconds to cut in; null: what the rules say
  patience: number
}

export interface NewTable {
  game: string
  options: Record<string, OptionValue>
  name?: string
  onlookers: boolean
  hints?: boolean
  lookback?: boolean
  seats: { name?: string; bot?: string }[]
  pace: Pace
  circle?: string // the secret of one that the table is to belong to
}

export interface Seated {
  code: string
  link: string
  seat: number | null
  token: string
}

export type Phase = 'lobby' | 'dealing' | 'playing' | 'between' | 'paused' | 'over' | 'stopped'

export interface Chair {
  name?: string
  state: 'open' | 'person' | 'away' | 'bot'
  kept?: string // of an open chair: for whom
  bot?: string | null
  here?: boolean
  host?: boolean
  words?: boolean
  ready?: boolean
}

export interface You {
  seat?: number | null
  host?: boolean
  undo?: boolean
  order?: string | string[]
  standing?: boolean // passes for the rest of the round
  gestures?: Gesture[]
}

/** Something that changes nothing in the game. */
export interface Gesture {
  name: string
  say: string
}

/** A house rule that this table plays by, in a sentence. */
export interface HouseRule {
  rule: string
  say: string
}

export interface Lobby {
  game: string
  title: string
  phase: Phase
  chairs: Chair[]
  locked?: boolean
  onlookers?: boolean
  house_rules?: HouseRule[]
  link: string
  you?: You | null
}

export interface Table {
  code: string
  game: string
  title: string
  round_word?: string
  phase: Phase
  chairs: Chair[]
  locked?: boolean
  onlookers?: boolean
  hints?: boolean // whether one may ask what sharp would do
  lookback?: boolean // whether, when it is over, one may see what cost most
  watching?: number
  pace?: Partial<Pace>
  house_rules?: HouseRule[]
  commitment?: string
  secret?: string | null
  promises?: string[] | null // of words for the shuffle, until the cards are dealt
  races?: boolean
  window?: OutOfTurn | null
  grace?: boolean
  undo?: { by: number; agreed: number[]; others?: number } | null
  rematch?: string | null
  notice?: string
}

export interface Refusal {
  why: string
  rule?: string
}

// ---------------------------------------------------------------- the view

export interface Piece {
  face?: string | null
  down?: boolean
  as?: string | null
  on?: string | null
  new?: boolean
}

export type Item = string | Piece

export type ZoneKind = 'pile' | 'hand' | 'grid' | 'held' | 'meld' | 'prize' | 'pieces'

export interface Zone {
  id: string
  kind: ZoneKind
  label: string
  seat?: number | null
  items?: Item[]
  count?: number | null
  columns?: number | null
  note?: string
  sums?: Sum[]
  room?: number | null // how many items it takes, where everybody knows
}

/** What some items of a zone count, taken together; `joined`: they belong together, as a pair does. */
export interface Sum {
  items: number[]
  points: number
  joined?: boolean
}

export interface SeatView {
  name?: string
  score: number
  cards?: number
  tags?: string[]
  bot?: string | null
  here?: boolean
}

export type Single = string | number | boolean
export type Value = Single | string[] | string[][]

export interface CardHole {
  hole: 'card'
  from: string
  only?: string[] | null
}
export interface SlotHole {
  hole: 'slot'
  from: string
  only?: number[] | null
}
export interface TargetHole {
  hole: 'target'
  only: string[]
}
export interface ChoiceHole {
  hole: 'choice'
  of: { value: Single; say: string }[]
}
export interface CardsHole {
  hole: 'cards'
  from: string
  min: number
  max: number
  ordered?: boolean
  examples?: string[][] | null // a few that are legal now
}
export interface GroupsHole {
  hole: 'groups'
  from: string
  needs: string[]
  sizes?: number[] // of each: how many cards are enough
  examples?: string[][][] | null
}
export type Hole = CardHole | SlotHole | TargetHole | ChoiceHole | CardsHole | GroupsHole

export type Action = Record<string, Value>

export interface Ask {
  say: string
  rule?: string
  action: Record<string, Value | Hole>
  at?: string | null
  fits?: Value[][] | null
  note?: string // what it costs, or leads to
  brings?: Record<string, string> | null // what a target brings about
  held?: boolean // not while `hold` runs: others are asked first
}

export interface View {
  game: string
  seat?: number | null
  round: number
  of: number
  title: string
  prompt: string
  seats: SeatView[]
  zones: Zone[]
  asks?: Ask[]
  later?: Ask[] // may be prepared and tried already, and done once it is asked
  waiting?: number[]
  answering?: boolean // they only answer an offer or a call; it is not their turn
  sheet?: number[][]
  winners?: number[]
  warning?: string // what presses everybody now
  ledger?: Ledger | null // of a score sheet
}

// ---------------------------------------------------------------- a score sheet for real cards

/** What can be written down for one player: points, or what is left in the hand, lies in the grid, is held in pieces. */
export interface Pad {
  unit: 'hand' | 'grid' | 'pieces'
  cards: string[] // the faces that can be tapped
  size: number // how many of them at most; of a grid, exactly
  points: [least: number, most: number]
  who?: { say: string; most: number; none?: string } | null // none: the answer that it was nobody
  calls?: boolean // besides who won there are those who were caught
}

export interface Entered {
  points?: number | null
  cards?: string[] | null
}

export interface LedgerCell extends Entered {
  counted?: number | null // for the round; nothing: it is not there yet
  total: number // after it
  note?: string
}

export interface LedgerRound {
  number: number
  title?: string
  dealer?: number | null
  cells: (LedgerCell | null)[] // null: had no part
  calls?: number[]
  events?: { say: string; rule?: string }[]
  missing?: number[] // seats whose points are not there after a correction
  idle?: boolean // after the end of the match: it does not count
  caught?: number[]
  nobody?: boolean // it was said that nobody won
  last?: boolean | null // whether it was the last one, where that was said
  won?: number | null // who won it or went out, said or not
  unsaid?: boolean // after a correction something has to be said again
}

export interface Ledger {
  pad: Pad
  change: number // how often it has been changed
  rounds?: LedgerRound[]
  next?: { number: number; title?: string; dealer?: number | null; seats: number[] } | null
  undo?: string // what an undo would take back
}

/** What a sheet cannot know: who won (or that nobody did), who of them did, whether it was the last round, which pieces. */
export type SheetAsks = 'who' | 'winner' | 'last' | 'pieces'

export type Writing =
  | { do: 'enter' | 'correct'; number: number; cells: (Entered | null)[]; calls?: number[]; caught?: number[]; nobody?: boolean; last?: boolean }
  | { do: 'undo'; change: number }

// ---------------------------------------------------------------- the socket

export interface Happening {
  version: number
  say: string[]
  rule?: string // somebody quotes it: the rules open there
  travels?: Travel[]
  moments?: Moment[]
}

/** One card on its way from zone to zone; the face only if this viewer may know it. */
export interface Travel {
  from: string
  to: string
  face?: string
  fromIndex?: number
  toIndex?: number
}

/** Something worth a sound or a short celebration. */
export interface Moment {
  kind: 'call' | 'slam' | 'shout' | 'delight' | 'out'
  say: string
  seat?: number | null
}

/** One `view` message: everything there is to show. */
export interface Frame {
  type: 'view'
  version: number
  you: You
  table: Table
  view?: View | null
  deadline?: number | null
  grace?: number | null // seconds in which whoever is waited for holds back
  hold?: number | null // seconds until what is `held` may be done
  happened?: Happening[]
}

export type TableEvent =
  | { what: 'start' | 'leave' | 'ready' | 'pause' | 'resume' | 'undo' | 'agree' | 'refuse' | 'rematch' }
  | { what: 'promise'; hash: string }
  | { what: 'show'; words: string }
  | { what: 'rename'; name: string }
  | { what: 'swap'; a: number; b: number }
  | { what: 'remove' | 'host'; seat: number }
  | { what: 'bot'; seat: number; bot: string }
  | { what: 'standing'; on: boolean }
  | { what: 'gesture'; name: string }
  | { what: 'quote'; rule: string }
  | { what: 'settle'; locked?: boolean; onlookers?: boolean; hints?: boolean; lookback?: boolean; pace?: Pace }

export type Message =
  | { type: 'act'; action: Action | Writing; seen: number }
  | { type: 'try'; action: Action | Writing }
  | { type: 'hint' }
  | { type: 'table'; event: TableEvent }
  | { type: 'arrange'; order: string | string[] }

/** For every card of every group, in the order given: what it could stand for; nothing for a natural card. */
export type Meanings = string[][][]

/** What sharp would do on one's seat, and why; without an action: wait. */
export interface Advice {
  version: number // of the table that was thought about
  action: Action | null
  say: string
  why: string
}

export type Answer =
  | { type: 'ack'; id: string; version?: number }
  | { type: 'tried'; id: string; say: string; meanings?: Meanings; faults?: string[]; counts?: (number | null)[] }
  | { type: 'refused'; id: string; why: string; rule?: string; meanings?: Meanings; faults?: string[]; counts?: (number | null)[]; asks?: SheetAsks }
// faults: of each group or cell, "" if none; counts: of each cell of a score sheet; asks: what it has to be told first

export type AnswerToHint = ({ type: 'advice'; id: string } & Advice) | Extract<Answer, { type: 'refused' }>
export type AnswerTo<Sent extends Message> = Sent extends { type: 'hint' } ? AnswerToHint : Answer

export type FromServer = Frame | Answer | AnswerToHint | { type: 'ping' | 'pong'; id: string } | { type: 'bye'; why: string }
