// Made by `make wire` from the types of the server: change those.

export type ServerMessage = ViewMessage | Ack | RefusalMessage | Tried | Advised | ServerPing | Pong | Bye

/** Everything that a viewer is shown. */
export type ViewMessage = {
  type: 'view'
  version: number
  you: You
  table: TableView
  view: View | null // null before the deal, and for people who may not look on
  deadline: number | null // seconds left to the viewer, or to the seat that is asked
  grace: number | null // seconds in which only cutting in is allowed
  hold: number | null // seconds until the viewer may do what is `held`, while the others answer
  happened: Happened[] // since the version that the client last saw
}

export type You = {
  seat: number | null
  host: boolean
  undo: boolean
  order: Order
  standing: boolean // whether the seat passes for the rest of the round
  gestures: GestureView[] // those that the seat may make now
}

export type Order = string | string[]

export type GestureView = {
  name: string
  say: string
}

/** What everybody may know about the table. */
export type TableView = {
  code: string
  game: string
  title: string
  round_word: string
  windows: boolean // whether the game has calls out of turn
  window: WindowView | null // what the calls are for
  races: boolean // whether the quickest call may win
  grace: boolean // whether the others wait for seats that may cut in
  phase: Phase
  chairs: ChairView[]
  locked: boolean
  onlookers: boolean
  hints: boolean // whether players may ask for hints
  lookback: boolean // whether players may see their costliest moves after the game
  watching: number
  pace: Pace
  options: Record<string, OptionValue>
  house_rules: HouseRule[] // the options in words
  commitment: string
  secret: string | null // shown when the game is over, to check the shuffles
  words: string[] | null // everybody's, once the cards are dealt
  promises: string[] | null // their fingerprints, before the deal and after the game
  undo: UndoView | null
  rematch: string | null
  notice: string
}

/** What a game asks people out of turn, and the seconds that its rules give them. */
export type WindowView = {
  seconds: number
  may: string // "buy the discard"
}

export type Phase = 'lobby' | 'dealing' | 'playing' | 'between' | 'paused' | 'over' | 'stopped'

export type ChairView = {
  name: string
  state: 'open' | 'person' | 'away' | 'bot'
  kept: string // whom an open chair is kept for
  bot: string | null
  here: boolean
  host: boolean
  words: boolean
  ready: boolean
}

/** How long the table waits. Nobody is hurried unless the family asks for it. */
export type Pace = {
  turn?: number // to take a turn; 0: no clock
  windows?: boolean // whether time for calls runs out; if not, every answer is waited for
  window?: number | null // for a call; null: what the rules give; 0: the player at bat need not wait
  calls?: 'quickest' | 'in turn' // who wins if several call
  slam_grace?: number | null // for cutting in before the game goes on; null: what the rules give
  patience?: number // before a bot stands in for a person who is away; 0: never
}

export type OptionValue = boolean | number | string | (number | string)[] | null

/** A house rule that this table plays by, in a sentence. */
export type HouseRule = {
  rule: string
  say: string
  touches?: string[] // other rules that read differently because of it
}

export type UndoView = {
  by: number
  agreed: number[]
  others: number // moves of others that would be taken back too
}

/** Everything one seat (or an onlooker: null) may know now. */
export type View = {
  game: string
  seat: number | null
  round: number
  of: number
  title: string // what this round is about
  prompt: string // one sentence: whose turn, what is asked
  seats: SeatView[]
  zones: Zone[]
  asks?: Ask[]
  later?: Ask[] // what may be prepared and tried already, and done once it is asked
  waiting?: number[] // the seats that are waited for
  answering?: boolean // they only answer an offer or a call; it is not their turn
  sheet?: number[][] // points a seat, a row a scored round
  winners?: number[]
  warning?: string // what presses everybody now ("{1} went out: last turns")
  ledger?: Ledger // of a score sheet: all that is written on it
}

/** A player as the others see one. The table adds name, bot and here. */
export type SeatView = {
  score: number
  cards?: number
  tags?: string[]
  name?: string
  bot?: string
  here?: boolean
}

/** A place for cards. A pile shows a count and its top card, or the last few that lie open (the top one last);
 * every other zone shows all its items. */
export type Zone = {
  id: string
  kind: ZoneKind
  label: string
  seat?: number // whose it is
  items?: (string | Item)[]
  count?: number // of a pile: how many cards in all
  columns?: number // of a grid: how many items a row
  note?: string // a short remark ("14 open")
  sums?: Sum[]
  room?: number // how many items it takes, where everybody knows
}

export type ZoneKind = 'pile' | 'hand' | 'grid' | 'held' | 'meld' | 'prize' | 'pieces'

/** A card or piece that is more than its face. */
export type Item = {
  face?: string
  down?: boolean // lies face down
  as?: string // what a joker stands for, or a wild card may: "A-7"
  on?: string // a piece that lies on it
  new?: boolean // came just now
}

/** What some items of a zone count, taken together. */
export type Sum = {
  items: number[] // by their index
  points: number
  joined?: boolean // they belong together, as a pair does: each by itself would count something else
}

/** Something the seat may do: an action in its JSON form, with holes where the player still has to choose.
 * Without holes it is a button; `at` names a zone that may be tapped instead, or an item of it ("pile@0").
 * `fits` lists the allowed combinations, a value a hole in the order of the action's fields, where one hole
 * limits another. `note` says what it costs, or leads to. `brings` says what a target brings about, where that
 * should be read before it is chosen. */
export type Ask = {
  say: string
  action: Record<string, Filling | Hole>
  rule?: string
  at?: string
  fits?: Filling[][]
  note?: string
  brings?: Record<string, string>
  held?: boolean // the others are asked first: one waits for them, or until their seconds are over
}

export type Filling = string | number | boolean | string[] | string[][]

export type Hole = CardHole | SlotHole | TargetHole | ChoiceHole | CardsHole | GroupsHole

/** One face from a zone. Filled by its code: "7H". */
export type CardHole = {
  hole: 'card'
  from: string
  only?: string[] // missing: any card of the zone
}

/** One place in a zone, whatever lies there. Filled by its index, counted from 0. */
export type SlotHole = {
  hole: 'slot'
  from: string
  only?: number[]
}

/** A zone to play on, or a spot of it: "meld:1", "meld:1@low", "meld:1@2" (its third item). Filled by that text. */
export type TargetHole = {
  hole: 'target'
  only: string[]
}

/** One of a few labelled values. Filled by the value. */
export type ChoiceHole = {
  hole: 'choice'
  of: Choice[]
}

export type Choice = {
  value: string | number | boolean
  say: string
}

/** Several faces from a zone. Filled by a list of codes; where the order means something it is `ordered`. */
export type CardsHole = {
  hole: 'cards'
  from: string
  min: number
  max: number
  ordered?: boolean
  examples?: string[][] // a few that are legal now; none: nothing is
}

/** Faces from a zone in groups, each of a named sort. Filled by a list of lists of codes; a joker whose meaning
 * is chosen is written "JOK=JH". */
export type GroupsHole = {
  hole: 'groups'
  from: string
  needs: string[]
  sizes?: number[] // of each: how many cards are enough, where the rules say so
  examples?: string[][][] // as above
}

export type Ledger = {
  pad: Pad
  change: number // how often the sheet has been changed: an undo names it, so that nobody undoes what they have not seen
  rounds?: LedgerRound[]
  next?: NextRound // missing: the match is decided
  undo?: string // what an undo would take back: "Round 3"
}

/** What can be written down for one player: how a page asks for it. */
export type Pad = {
  unit: 'hand' | 'grid' | 'pieces'
  cards: string[] // what can be tapped
  size: number // how many of them at most; of a grid, exactly
  points: [number, number] // the least and the most
  who: Winners | null
  calls: boolean // besides who won, there are those who were caught
}

/** The question who it was that ended the round. */
export type Winners = {
  say: string
  most: number
  none: string // the answer that nobody did, where that can be and makes a difference
}

export type LedgerRound = {
  number: number
  title: string
  dealer: number
  cells: (LedgerCell | null)[] // null: had no part in it
  calls?: number[] // as it was said: who was caught, and last who won or went out
  events?: Remark[]
  missing?: number[]
  idle?: boolean // written down after the match was decided, so it does not count
  caught?: number[]
  nobody?: boolean // it was said that nobody won
  last?: boolean // whether it was the last one, where that was said
  won?: number // who won it or went out, said or not
  unsaid?: boolean // who won has to be said again, after a correction
}

/** One player's part of a round: what was written down, what it counts, and the total after it. */
export type LedgerCell = {
  total: number
  counted?: number // missing: it is not there yet
  points?: number
  cards?: string[]
  note?: string
}

/** Something that a round brought about. */
export type Remark = {
  say: string
  rule?: string
}

export type NextRound = {
  number: number
  title: string
  dealer: number
  seats: number[] // who has a part in it
}

/** What one viewer is told about an entry, as it is sent. */
export type Happened = {
  version: number
  say: string[]
  travels?: Travel[]
  moments?: Moment[]
  rule?: string // the rule that was quoted, if any
}

/** One card on its way from zone to zone. The face is there only if the viewer may know it; an index where one
 * place of the zone is meant. */
export type Travel = {
  from: string
  to: string
  face?: string
  fromIndex?: number
  toIndex?: number
}

/** Something that deserves a sound or a celebration: a call for a card out of turn, a card slapped down, a word
 * that the rules shout, a small joy, somebody going out. It rests on what everybody may know. */
export type Moment = {
  kind: MomentKind
  say: string // in a word or two
  seat?: number // whose it is
}

export type MomentKind = 'call' | 'slam' | 'shout' | 'delight' | 'out'

export type Ack = {
  type: 'ack'
  id: string
  version: number
}

export type RefusalMessage = {
  type: 'refused'
  id: string
  rule: string
  why: string
  meanings?: Meanings // for a try: what its jokers could stand for
  faults?: string[] // for a try: what is wrong with each group, "" if nothing
  counts?: (number | null)[] // for a score sheet: what each cell would count
  asks?: SheetQuestion
}

export type Meanings = string[][][]

export type SheetQuestion = '' | 'who' | 'winner' | 'last' | 'pieces'

export type Tried = {
  type: 'tried'
  id: string
  say: string
  meanings?: Meanings
  faults?: string[]
  counts?: (number | null)[]
}

/** A hint: what sharp would do on your seat, and why. */
export type Advised = {
  type: 'advice'
  id: string
  version: number // of the table that the hint is for
  action: Record<string, Filling> | null // null: wait
  say: string
  why: string
}

/** The client answers it at once, to measure the round trip. */
export type ServerPing = {
  type: 'ping'
  id: string
}

export type Pong = {
  type: 'pong'
  id: string
}

export type Bye = {
  type: 'bye'
  why: string
}

export type Message = Act | Try | Hint | TableRequest | Arrange | Ping | ClientPong

/** Make a move. */
export type Act = {
  type: 'act'
  id: string
  action: Record<string, unknown>
  seen?: number | null
}

/** Ask whether a move would be allowed. */
export type Try = {
  type: 'try'
  id: string
  action: Record<string, unknown>
}

/** Ask for a hint. */
export type Hint = {
  type: 'hint'
  id: string
}

/** Ask for a change of the table. */
export type TableRequest = {
  type: 'table'
  id: string
  event: Request
}

export type Request =
  | Rename
  | LeaveSeat
  | SwapChairs
  | Remove
  | SetBot
  | Settle
  | Host
  | Start
  | ShuffleWords
  | PromiseWords
  | Show
  | Ready
  | Pause
  | Resume
  | Agree
  | Refuse
  | StandingPass
  | MakeGesture
  | Quote
  | AskUndo
  | AskRematch

export type Rename = {
  what: 'rename'
  name: string
}

/** A person gives up the seat. */
export type LeaveSeat = {
  what: 'leave'
}

/** Two chairs change places. */
export type SwapChairs = {
  what: 'swap'
  a: number
  b: number
}

/** The host opens a person's chair. */
export type Remove = {
  what: 'remove'
  seat: number
}

/** The host gives a chair to a bot, or opens it if no bot is named. */
export type SetBot = {
  what: 'bot'
  seat: number
  bot?: string
}

/** The host changes how the table is run. */
export type Settle = {
  what: 'settle'
  locked?: boolean | null
  onlookers?: boolean | null
  pace?: Pace | null
  hints?: boolean | null // whether players may ask for hints
  lookback?: boolean | null // whether players may see their costliest moves after the game
}

/** The person on this seat is the host from now on. */
export type Host = {
  what: 'host'
  seat: number
}

/** The cards are dealt. */
export type Start = {
  what: 'start'
}

/** A seat adds words to the shuffle, and tells them to the server at once. */
export type ShuffleWords = {
  what: 'words'
  words: string
}

/** A seat's device publishes the fingerprint of its words for the shuffle (`promise_of`). */
export type PromiseWords = {
  what: 'promise'
  hash: string
}

/** A seat's device shows the words it promised, after the last promise has been made. */
export type Show = {
  what: 'show'
  words: string
}

/** A person has seen the scores of the last round. */
export type Ready = {
  what: 'ready'
}

export type Pause = {
  what: 'pause'
}

export type Resume = {
  what: 'resume'
}

/** A person agrees to the undo that was asked for. */
export type Agree = {
  what: 'agree'
}

export type Refuse = {
  what: 'refuse'
}

/** The entry's seat passes for the rest of this round, or no longer does. */
export type StandingPass = {
  what: 'standing'
  on: boolean
}

/** A seat makes a gesture, which changes nothing in the game. */
export type MakeGesture = {
  what: 'gesture'
  name: string
}

/** A seat quotes a rule for everybody to read. */
export type Quote = {
  what: 'quote'
  rule: string
}

/** A person asks to take their last move back. */
export type AskUndo = {
  what: 'undo'
}

export type AskRematch = {
  what: 'rematch'
}

/** Choose the order of one's hand. */
export type Arrange = {
  type: 'arrange'
  id: string
  order: string | string[]
}

export type Ping = {
  type: 'ping'
  id: string
}

/** The answer to a ServerPing. */
export type ClientPong = {
  type: 'pong'
  id: string
}

export type SheetAction = Enter | Correct | Undo | Strike

/** The next round. With a number it is refused if somebody else has entered that one meanwhile. */
export type Enter = {
  do: 'enter'
  cells: (Cell | null)[]
  calls?: number[] // who won or went out; before it, who was caught
  number?: number | null
  caught?: number[] // who was caught, where it is not said who won
  nobody?: boolean // nobody won or went out
  last?: boolean | null // whether that was the last round, where the sheet cannot know
}

/** What somebody is left with in a round: points, or the cards that they are counted from. */
export type Cell = {
  points?: number | null
  cards?: string[] | null // none of them: has nothing left
}

/** An earlier round, as it should have been written. */
export type Correct = {
  do: 'correct'
  number: number
  cells: (Cell | null)[]
  calls?: number[]
  caught?: number[]
  nobody?: boolean
  last?: boolean | null
}

/** Takes the last change back. `change` is the number of changes that whoever asks has seen. */
export type Undo = {
  do: 'undo'
  change?: number | null
}

/** Takes the last round off the sheet, whatever was corrected since. */
export type Strike = {
  do: 'strike'
  number?: number | null
}

export type Refusal = {
  why: string
  rule: string
}

export type GameInfo = {
  name: string
  title: string
  about: string
  seats: [number, number]
  round_word: string
  windows: boolean
  window: WindowView | null
  races: boolean
  grace: boolean
  lesson: boolean // whether the game has a guided first hand
  sheet: Pad | null // what the score sheet for real cards asks for, if the game has one
  bots: string[]
  options: Option[]
}

/** One house rule, described for whoever draws a form or prints a table. */
export type Option = {
  name: string
  kind: 'switch' | 'number' | 'choice' | 'counts' | 'words'
  default: OptionValue
  about: string
  rule: string
  group: string
  least?: number
  most?: number
  choices?: Record<string, string> // value → words
  none?: string // words for no number at all; empty where there has to be one
  each?: string[] // what each of the counts is of
  touches?: string[] // rules besides its own that it changes
  here?: string // how a table that has set it tells it, with {} for the value and (s) for more than one
}

/** A heading of the rules and what stands under it, as plain text for whoever draws it. */
export type Section = {
  heading: string
  text: string[]
  rules: Rule[]
}

/** A rule as it is written; at a table also what is different there. */
export type Rule = {
  number: string
  text: string
  choices?: string // what the table could have chosen
  here?: string[] // what it has chosen, a sentence each
  use?: '' | 'on' | 'off' // of a rule that is not played unless the table switches it on
}

export type Lesson = {
  title: string
  seats: number
  options: Record<string, OptionValue>
  steps: LessonStep[]
}

export type LessonStep = {
  on: string[]
  say: string
  rule: string
}

/** A request to set up a table. */
export type NewTable = {
  game: string
  seats: NewChair[]
  name?: string
  options?: Record<string, OptionValue>
  pace?: Pace
  onlookers?: boolean
  hints?: boolean
  lookback?: boolean
  circle?: string // the secret of the circle to put the table in
}

/** A chair of a new table: open, kept for somebody, or a bot's. */
export type NewChair = {
  name?: string
  bot?: string
}

export type Seated = {
  code: string
  link: string
  seat: number | null
  token: string
}

export type Lobby = {
  code: string
  game: string
  title: string
  phase: Phase
  chairs: ChairView[]
  locked: boolean
  onlookers: boolean
  house_rules: HouseRule[]
  link: string
  you: WhoAmI
}

export type WhoAmI = {
  seat: number | null
  host: boolean
}

export type SitDown = {
  name: string
  seat?: number | null
}

export type ClaimSeat = {
  token: string
}

export type Link = {
  link: string
  qr: string // the link as a QR code, in a `data:` URL
}

/** An empty body, for requests whose path says it all. */
export type Nothing = Record<string, never>

/** Which part of a game, and from whose view. */
export type ReplayPart = {
  seat?: AsWhom
  from?: number
  to?: number
}

export type AsWhom = '' | 'open' | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7'

export type Replay = {
  game: string
  title: string
  round_word: string
  house_rules: HouseRule[]
  names: string[]
  commitment: string
  words: string[]
  secret: string | null
  result: Result | null
  moves: number
  rounds: RoundStart[]
  frames: FrameThen[]
}

/** How a game ended: who won (several if they share it) and everybody's score. */
export type Result = {
  winners: number[]
  scores: number[]
}

export type RoundStart = {
  round: number
  title: string
  at: number // after so many moves it begins
}

/** The game after some number of moves, and what the last of them looked like. */
export type FrameThen = {
  at: number
  phase: Phase
  view: View
  happened: Happened[]
}

/** The verdict, and the log for people who want to check the shuffles and seals themselves. */
export type Verification = {
  verdict: Verdict
  log: Log
}

export type Verdict = {
  ok: boolean
  proved: string[] // a sentence each; so are the rest
  not_proved: string[]
  why: string // it is not a fair game
  rule: string
  entry: number | null // the first that is wrong; 0: the opening, null: what follows the last
  moves: number
  seal: string // of the last entry: whoever has the same has the same game
  shuffles: Shuffle[]
  silent: number[] // promised words, and did not show them in time
  exchanged: number[] // whose words are not the promised ones
}

/** One shuffle of a game: the cards as they lay before it and after it. */
export type Shuffle = {
  n: number
  before: number[]
  after: number[]
}

/** A game as a file. The secret is in it only when the game is over (or was never anybody else's). */
export type Log = {
  opening: Opening
  entries: Entry[]
  secret: string | null // hex
  result: Result | null
}

/** What was fixed before the first card. */
export type Opening = {
  game: string
  edition: number
  options: Record<string, unknown> // the house rules that differ from the game as written
  seats: string[] // names
  commitment: string // SHA-256 of the secret
  words?: string[] // what each seat added to the shuffle
  promises?: string[] // the fingerprints of the words, from before the first of them was shown; or ""
  seal?: string
}

/** One thing that happened. In a game's file they are all moves; a live table has more to tell. */
export type Entry = {
  seq: number // 1, 2, 3 …
  at: number // wall time, seconds
  seat: number
  by: By
  body: Move
  id?: string // the client's own number for it, so that a resend is recognised
  seal?: string
  said?: string // a short hash of what the client asked for: under the same number it must be the same
}

export type By = 'person' | 'bot' | 'clock'

/** The body of an entry that is an action of the game. */
export type Move = {
  what: 'move'
  action: Record<string, unknown>
  points?: number[] // the round's, if this move ended one: for readers who cannot replay
}

export type SeatQuery = {
  seat: number
}

/** The result so far. */
export type Lookback = {
  seat: number
  weighed: number
  of: number
  done: boolean
  decisions: Decision[] // the costliest first, once it is done
}

/** A move that was worse than another one, judged by what the player could know. */
export type Decision = {
  at: number // the number of moves before it
  round: number
  did: string
  better: string
  why: string
  cost: number // how much of the chance to win it gave away, from 0 to 1
  sure: number // the cost in standard errors
}

export type PartOfLogFile = {
  log: string
  seat?: AsWhom
  from?: number
  to?: number
}

export type LogFile = {
  log: string // as JSON or as text
}

export type CircleName = {
  name: string
}

export type NewCircle = {
  name: string
  secret: string
  link: string
}

/** Which finished games of a circle to send. */
export type CircleQuery = {
  game?: string // empty: all of them
  skip?: number
}

export type CircleView = {
  name: string
  running: Summary[]
  finished: Summary[]
  more: number // how many finished games come after these
  standings: GameStandings[]
  reading: number // tables that are still being read: ask again in a moment
}

export type TableCode = {
  code: string
}

export type Membership = {
  name: string // of the circle
  belongs: boolean
}

export type Summary = {
  code: string
  game: string // a score sheet of Golf counts as Golf
  moved: number // when the last move was made
  players: PlayerScore[]
  title: string
  sheet: boolean // a score sheet for real cards
  phase: Phase
  began: number
  rounds: number // scored rounds
  round_word: string
}

export type PlayerScore = {
  name: string
  score?: number | null // null before the start
  won?: boolean
  bot?: boolean // a bot held the chair at the end
  awards?: Record<string, number> // how often each was earned
}

export type ManyPlayed = {
  games: Played[]
}

/** What the standings need to know about a finished game. */
export type Played = {
  code: string
  game: string // a score sheet of Golf counts as Golf
  moved: number // when the last move was made
  players: PlayerScore[]
}

export type GameStandings = {
  game: string
  title: string
  games: number
  most_wins: boolean
  people: Standing[]
}

/** A person's record at one game. */
export type Standing = {
  name: string
  games: number
  wins: number // not shared
  shared: number
  average: number
  best: number
  worst: number
  streak: number // wins in a row up to now, shared wins included
  longest: number
  awards: Record<string, number>
  course: Point[]
}

/** A person's result in one game, with their totals so far. */
export type Point = {
  code: string
  at: number
  score: number
  won: boolean
  wins: number // up to this game, shared wins included
  average: number
}

export type Health = {
  ok: boolean
}

/** Every request that is answered in JSON. */
export type Endpoints = {
  /** Every game, with its house rules and bots. */
  'GET /api/games': { gives: GameInfo[] }
  /** The rules of a game. */
  'GET /api/games/{game}/rules': { gives: Section[] }
  /** A guided first hand. */
  'GET /api/games/{game}/lesson': { gives: Lesson }
  /** Set up a table. */
  'POST /api/tables': { takes: NewTable; gives: Seated }
  /** What anyone with the code may know. */
  'GET /api/tables/{code}': { gives: Lobby }
  /** The rules as this table plays them. */
  'GET /api/tables/{code}/rules': { gives: Section[] }
  /** Take a seat. */
  'POST /api/tables/{code}/sit': { takes: SitDown; gives: Seated }
  /** Use a personal link on this device. */
  'POST /api/tables/{code}/claim': { takes: ClaimSeat; gives: Seated }
  /** Your personal link, for another device. */
  'GET /api/tables/{code}/link': { gives: Link }
  /** Make a new personal link for a seat (host only); the old links stop working. */
  'POST /api/tables/{code}/seats/{seat}/link': { takes: Nothing; gives: Link }
  /** Take your seat at the rematch. */
  'POST /api/tables/{code}/follow': { takes: Nothing; gives: Seated }
  /** Part of a finished game. */
  'GET /api/tables/{code}/replay': { query: ReplayPart; gives: Replay }
  /** Was a finished game fair? */
  'GET /api/tables/{code}/verify': { gives: Verification }
  /** A player's costliest moves in a finished game; ask again until it is done. */
  'GET /api/tables/{code}/lookback': { query: SeatQuery; gives: Lookback }
  /** Part of the game in a file. */
  'POST /api/replay': { takes: PartOfLogFile; gives: Replay }
  /** Was the game in a file fair? */
  'POST /api/verify': { takes: LogFile; gives: Verification }
  /** Start a new circle. */
  'POST /api/circles': { takes: CircleName; gives: NewCircle }
  /** A circle's tables and standings. */
  'GET /api/circle': { query: CircleQuery; gives: CircleView }
  /** Rename a circle. */
  'POST /api/circle/name': { takes: CircleName; gives: CircleName }
  /** The link to a circle, and its QR code. */
  'GET /api/circle/link': { gives: Link }
  /** Take a table out of a circle. */
  'POST /api/circle/without': { takes: TableCode; gives: Membership }
  /** Is the table in this circle? */
  'GET /api/tables/{code}/circle': { gives: Membership }
  /** Put the table in a circle. */
  'POST /api/tables/{code}/circle/join': { takes: Nothing; gives: Membership }
  /** A summary of the table. */
  'GET /api/tables/{code}/summary': { gives: Summary }
  /** Standings from a list of finished games. */
  'POST /api/standings': { takes: ManyPlayed; gives: GameStandings[] }
  /** Is the server healthy? */
  'GET /healthz': { gives: Health }
}
