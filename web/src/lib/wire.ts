// Made by `make wire` from the types of the server: change those.

export type ServerMessage =
  | ViewMessage
  | Ack
  | RefusalMessage
  | Tried
  | Advised
  | ServerPing
  | Pong
  | NewLink
  | Emoted
  | Bye

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
  stand_ins: StandInView[]
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
  most_wins: boolean // whether the most points win, or the fewest
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
  one_tap: boolean // whether one tap plays a card, where the ask allows it
  emotes: boolean // whether players may show emotes
  watching: number
  pace: Pace
  options: Record<string, OptionValue>
  house_rules: HouseRule[] // the options in words
  commitment: string
  secret: string | null // shown when the game is over, to check the shuffles
  words: string[] | null // everybody's, once the cards are dealt
  promises: string[] | null // their fingerprints, before the deal and after the game
  undo: UndoView | null
  returning: ReturnView[]
  rematch: string | null
  decor: Decor
  notice: string
  lesson: number | null // in a lesson: how many moves of its script have been made
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
  nudged: boolean // whether somebody has nudged them since their last move
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

/** A house rule that a table plays by, as a sentence. */
export type HouseRule = {
  rule: string
  say: string
  touches?: string[] // other rules that it changes
}

export type UndoView = {
  by: number
  agreed: number[]
  others: number // moves of others that would be taken back too
}

/** Somebody on a new device who says that a chair is theirs. */
export type ReturnView = {
  seat: number
  number: number // what their screen shows
  agreed: number[]
}

/** Everything that one seat (null: an onlooker) may know now. */
export type View = {
  game: string
  seat: number | null
  round: number
  of: number
  title: string // what this round is about
  prompt: string // one sentence: whose turn it is, what they may do
  seats: SeatView[]
  zones: Zone[]
  asks?: Ask[]
  later?: Ask[] // what the seat may already prepare and try, but not do yet
  waiting?: number[] // the seats that are waited for
  answering?: boolean // they only answer an offer or a call; it is not their turn
  sheet?: number[][] // points: one row per scored round, one column per seat
  winners?: number[]
  sides?: number[][] // partners, who have one score; (): everybody plays for themselves
  warning?: string // what is urgent for everybody now
  ledger?: Ledger // on a score sheet: everything that is written on it
}

/** A player as the others see them. The table adds name, bot and here. */
export type SeatView = {
  score: number
  cards?: number
  tags?: string[]
  bid?: string // what the seat has said it will do, with how far it is: "2 of 3"
  name?: string
  bot?: string
  here?: boolean
}

/** A place for cards. A pile shows a count and its top card, or the last few that lie open (the top one last).
 * Every other zone shows all its items. A trick has one item per seat, in the order of the seats: the card that
 * the seat played, or `EMPTY`. Where a seat has won tricks, `count` says how many; its items are the last trick,
 * if that seat took it, laid out as a trick. */
export type Zone = {
  id: string
  kind: ZoneKind
  label: string
  seat?: number // whose it is
  items?: (string | Item)[]
  count?: number // of a pile: how many cards in all; of won tricks: how many tricks
  columns?: number // of a grid: how many items a row
  note?: string // a short remark
  sums?: Sum[]
  room?: number // how many items it takes, if everybody knows
  lead?: number // of a trick: who led it
  best?: number // of a trick: whose card takes it, as it lies now
}

export type ZoneKind = 'pile' | 'hand' | 'grid' | 'held' | 'meld' | 'prize' | 'pieces' | 'trick' | 'won'

/** A card or piece for which its face alone does not say everything. */
export type Item = {
  face?: string
  down?: boolean // lies face down
  as?: string // what a joker stands for, or a wild card may: "A-7"
  on?: string // a piece that lies on it
  new?: boolean // has just arrived
  empty?: boolean // a place where nothing lies yet
}

/** What some items of a zone count together. */
export type Sum = {
  items: number[] // by their index
  points: number
  joined?: boolean // they belong together, like a pair: alone, each would count something else
}

/** Something the seat may do: an action in its JSON form, with holes where the player still has to choose.
 * Without holes it is a button; `at` names a zone that may be tapped instead, or an item of it ("pile@0"). If
 * one hole limits another, `fits` lists the allowed combinations: one value per hole, in the order of the
 * action's fields. `note` says what it costs or leads to. `brings` says what choosing a target leads to, if
 * players should read that first. */
export type Ask = {
  say: string
  action: Record<string, Filling | Hole>
  rule?: string
  at?: string
  fits?: Filling[][]
  note?: string
  brings?: Record<string, string>
  held?: boolean // the others are asked first: it has to wait for them, or until their time is up
  one_tap?: boolean // a tap on a card may do it at once, if the table likes it so; it can be taken back
}

export type Filling = string | number | boolean | string[] | string[][]

export type Hole = CardHole | SlotHole | TargetHole | ChoiceHole | CardsHole | GroupsHole

/** One face from a zone. Filled by its code: "7H". */
export type CardHole = {
  hole: 'card'
  from: string
  only?: string[] // missing: any card of the zone
}

/** One place in a zone, whatever lies there. Filled by its index, from 0. */
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

/** Several faces from a zone. Filled by a list of codes, whose order matters if it is `ordered`. */
export type CardsHole = {
  hole: 'cards'
  from: string
  min: number
  max: number
  ordered?: boolean
  examples?: string[][] // a few that are legal now; (): none are
}

/** Faces from a zone in groups, each of a named kind. Filled by a list of lists of codes. "JOK=JH" is a joker
 * that stands for a chosen card. */
export type GroupsHole = {
  hole: 'groups'
  from: string
  needs: string[]
  sizes?: number[] // how many cards each group needs, if the rules say so
  examples?: string[][][] // as in `CardsHole`
}

export type Ledger = {
  pad: Pad
  change: number // how many changes there were: an undo names it, so that nobody undoes a change they have not seen
  rounds?: LedgerRound[]
  next?: NextRound // missing: the match is decided
  undo?: string // what an undo would take back: "Round 3"
}

/** What can be written down for one player, and how a page asks for it. */
export type Pad = {
  unit: 'hand' | 'grid' | 'pieces' | 'bids'
  cards: string[] // what can be tapped
  size: number // the most cards there can be; in a grid, exactly how many; of bids, how many tricks there are
  points: [number, number] // the least and the most; of bids, those of a bid
  who: Winners | null
  calls: boolean // players can be caught, too
  blind: boolean // of bids: one of 0 can be made blind
}

/** The question of who ended the round. */
export type Winners = {
  say: string
  most: number
  none: string // the answer that nobody did, if that is possible and matters
  word: string // what can be typed before the name, instead of everybody's points: "moon Ann"
}

export type LedgerRound = {
  number: number
  title: string
  dealer: number
  cells: (LedgerCell | null)[] // null: did not play this round
  calls?: number[] // as written down: who was caught, and last who won or went out
  events?: Remark[]
  missing?: number[]
  idle?: boolean // written down after the match was decided, so it does not count
  caught?: number[]
  nobody?: boolean // it is written down that nobody won
  last?: boolean // whether it was the last round, if that is written down
  won?: number // who won or went out, written down or worked out
  unsaid?: boolean // a correction made it unclear who won, so it has to be written down again
}

/** One player's part of a round: what was written down, what it counts, and the total after it. */
export type LedgerCell = {
  total: number
  counted?: number // missing: nothing has been written down yet
  points?: number
  cards?: string[]
  note?: string
  bid?: number
  tricks?: number
  blind?: boolean
}

/** Something that a round led to. */
export type Remark = {
  say: string
  rule?: string
}

export type NextRound = {
  number: number
  title: string
  dealer: number
  seats: number[] // who plays it
}

/** Somebody who is away and waited for. */
export type StandInView = {
  seat: number
  seconds: number // until a bot plays for them
}

/** What one viewer is told about an entry, as it is sent. */
export type Happened = {
  version: number
  say: string[]
  travels?: Travel[]
  moments?: Moment[]
  rule?: string // the rule that was quoted, if any
  nudged?: number // who was nudged, if anybody
}

/** One card on its way from zone to zone. It has a face only if the viewer may know it, and an index only if a
 * certain place in the zone is meant. */
export type Travel = {
  from: string
  to: string
  face?: string
  fromIndex?: number
  toIndex?: number
}

/** Something that deserves a sound or a celebration: a call for a card out of turn, a card slapped down, a word
 * that the rules make players shout, a small joy, somebody going out, a hand thrown across the table. It depends
 * only on what everybody may know. */
export type Moment = {
  kind: MomentKind
  say: string // a word or two
  seat?: number // whose moment it is
}

export type MomentKind = 'call' | 'slam' | 'shout' | 'delight' | 'out' | 'throw'

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

export type SheetQuestion = '' | 'who' | 'winner' | 'moon' | 'last' | 'pieces' | 'points'

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

/** The table is reached by another link from now on. */
export type NewLink = {
  type: 'link'
  link: string
}

/** A seat shows an emote. */
export type Emoted = {
  type: 'emoted'
  seat: number
  emote: EmoteName
}

export type EmoteName = 'wave' | 'clap' | 'heart' | 'laugh' | 'gasp' | 'think'

export type Bye = {
  type: 'bye'
  why: string
}

export type Message = Act | Try | Hint | TableRequest | Arrange | Emote | Ping | ClientPong | Visible

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
  | AddChair
  | RemoveChair
  | Remove
  | SetBot
  | ChangeSettings
  | Decorate
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
  | LetIn
  | TurnAway
  | MakeGesture
  | Quote
  | Nudge
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

/** The host adds an open chair after the last one. */
export type AddChair = {
  what: 'add_chair'
}

/** The host takes away a chair on which nobody sits. The chairs after it move up. */
export type RemoveChair = {
  what: 'remove_chair'
  seat: number
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
export type ChangeSettings = {
  what: 'settle'
  locked?: boolean | null
  onlookers?: boolean | null
  pace?: Pace | null
  hints?: boolean | null // whether players may ask for hints
  lookback?: boolean | null // whether players may see their costliest moves after the game
  one_tap?: boolean | null // whether one tap plays a card, where a game allows it (`Ask.one_tap`)
  emotes?: boolean | null // whether players may show emotes
}

/** The host changes what the table looks like. */
export type Decorate = {
  what: 'decorate'
  decor: Decor
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

/** A person lets somebody on a new device back into a chair. Without the host it takes two. */
export type LetIn = {
  what: 'let_in'
  seat: number
}

/** A person says no to somebody who asks for a chair on a new device. */
export type TurnAway = {
  what: 'turn_away'
  seat: number
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

/** A person reminds a seat that it is waited for. */
export type Nudge = {
  what: 'nudge'
  seat: number
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

/** Show everybody a small picture at one's place. It is in no log. */
export type Emote = {
  type: 'emote'
  id: string
  emote: EmoteName
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

/** Say whether anybody can see the page. It gets no answer. */
export type Visible = {
  type: 'visible'
  id: string
  visible: boolean
}

export type SheetAction = Enter | Correct | Undo | Strike

/** Enter the next round. If `number` is given and somebody else has entered that round already, it is refused. */
export type Enter = {
  do: 'enter'
  cells: (Cell | null)[]
  calls?: number[] // who was caught, and last who won or went out
  number?: number | null
  caught?: number[] // who was caught, if the winner is not given
  nobody?: boolean // nobody won or went out
  last?: boolean | null // whether it was the last round, if the sheet cannot know
}

/** What one player was left with in a round: points, or the cards to count, or a bid and the tricks taken. */
export type Cell = {
  points?: number | null
  cards?: string[] | null // (): no cards left
  bid?: number | null
  tricks?: number | null
  blind?: boolean // the bid was made before the player saw any cards
}

/** Replace an earlier round. */
export type Correct = {
  do: 'correct'
  number: number
  cells: (Cell | null)[]
  calls?: number[]
  caught?: number[]
  nobody?: boolean
  last?: boolean | null
}

/** Take back the last change. `change` is the number of changes that the player has seen. */
export type Undo = {
  do: 'undo'
  change?: number | null
}

/** Remove the last round from the sheet, even if other rounds were corrected after it. */
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
  presets: Preset[]
  board: string // the address of the board that its package brings; empty: it brings none
  picture: string // that of its picture
}

/** One house rule, described for forms and tables. */
export type Option = {
  name: string
  kind: 'switch' | 'number' | 'choice' | 'counts' | 'words' | 'text'
  default: OptionValue
  about: string
  rule: string
  group: string
  least?: number
  most?: number
  choices?: Record<string, string> // value → words
  none?: string // words for no number at all; empty if a number is needed
  each?: string[] // what each of the numbers counts
  touches?: string[] // other rules that it changes
  here?: string // the sentence of a table that has set it, with {} for the value and (s) for a plural
  replaces?: string[] // other house rules, which do not apply when it is not the default
  takes?: string // what a text must be
  example?: string // the game as written, as such a text
  editor?: string // what the page edits it with; empty if it has nothing better than a line of text
}

/** House rules that belong together, under a name, as a game brings them along. Without any, it is the game as
 * written. */
export type Preset = {
  name: string // for the command line: "liverpool"
  title: string
  about: string
  options: Record<string, OptionValue>
}

/** A heading of the rules and the plain text below it. */
export type Section = {
  heading: string
  text: string[]
  rules: Rule[]
}

/** A rule as written and, at a table, what is different there. */
export type Rule = {
  number: string
  text: string
  choices?: string // what a table may choose
  here?: string[] // what this table has chosen, in sentences
  use?: '' | 'on' | 'off' // for a rule that is played only if the table switches it on
}

export type Lesson = {
  title: string
  seats: number
  options: Record<string, OptionValue>
  steps: LessonStep[]
  script: ScriptedMove[]
  seat: number // the learner's
  secret: string // the words that the table's secret is made of
}

export type LessonStep = {
  say: string
  rule: string
  at: number // how many moves have been made when it is said
  do: Form[] // the learner does one of these; (): this is only read
}

export type Form = Record<string, Filling>

/** A move of the script: the seat, and the actions that it may take. */
export type ScriptedMove = {
  seat: number
  do: Form[]
}

export type Learner = {
  name: string
}

export type Seated = {
  code: string
  link: string
  seat: number | null
  token: string
}

export type ServerLink = {
  link: string
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
  one_tap?: boolean
  emotes?: boolean
  circle?: string // the secret of the circle to put the table in
}

/** A chair of a new table: open, kept for somebody, or a bot's. */
export type NewChair = {
  name?: string
  bot?: string
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
  waiting: number[] // the seats that are waited for; none for people who may not look on
  moved: number // wall time of the last move; 0 before it, and for people who may not look on
}

export type WhoAmI = {
  seat: number | null
  host: boolean
  returning: number | null // the chair that this device asks for
}

export type SitDown = {
  name: string
  seat?: number | null
}

export type ReturnToSeat = {
  seat: number
}

export type Returning = {
  token: string // holds the chair as soon as people at the table have agreed
  number: number // the people at the table see it too
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
  most_wins: boolean
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

/** How a game ended: who won (several players may share it) and everybody's score. Partners are a side: they win
 * together, and each of them has the side's score. */
export type Result = {
  winners: number[]
  scores: number[]
  sides?: number[][] // (): everybody plays for themselves
}

export type RoundStart = {
  round: number
  title: string
  at: number // how many moves came before it
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
  proved: string[] // sentences
  not_proved: string[] // sentences
  why: string // why the game is not fair
  rule: string
  entry: number | null // the first wrong entry; 0: the opening, null: what follows the last
  moves: number
  seal: string // of the last entry: two logs with the same one hold the same game
  shuffles: Shuffle[]
  silent: number[] // who promised words but did not show them in time
  exchanged: number[] // whose words are not the promised ones
}

/** One shuffle of a game: the order of the cards before and after it. */
export type Shuffle = {
  n: number
  before: number[]
  after: number[]
}

/** A game as a file. It has the secret only once the game is over, or if the game was not played at a live table. */
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
  options: Record<string, unknown> // house rules that are not the default
  seats: string[] // names
  commitment: string // SHA-256 of the secret
  words?: string[] // what each seat added to the shuffle
  promises?: string[] // fingerprints of the words, from before any words were shown; "" for no promise
  seal?: string
}

/** One thing that happened. In a game's file every entry is a move; at a live table there are events too. */
export type Entry = {
  seq: number // 1, 2, 3 …
  at: number // wall time, seconds
  seat: number
  by: By
  body: Move
  id?: string // the client's own id for it, so that a resend is recognized
  seal?: string
  said?: string // a short hash of what the client asked for: the same id must ask for the same thing
}

export type By = 'person' | 'bot' | 'clock'

/** The body of an entry that is an action of the game. */
export type Move = {
  what: 'move'
  action: Record<string, unknown>
  points?: number[] // of the round that this move ended, for readers who cannot replay it
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
  next: number | null // when the next game is, in wall time
  decor: Decor // what its new tables look like
  running: Summary[]
  here: Record<string, string[]> // who is at a running table right now, by its code
  finished: Summary[]
  more: number // how many finished games come after these
  standings: GameStandings[]
  reading: number // tables that are still being read: ask again in a moment
}

/** When the family plays next, in wall time; null if nobody has said. */
export type NextGame = {
  at: number | null
}

export type Decor = {
  felt?: Felt
  back?: CardBack
  emblem?: BackEmblem // on the backs; the page draws it
  initials?: string // on the backs; `check_decor` has the real limit
}

export type Felt = 'moss' | 'wine' | 'dusk'

export type CardBack = 'leaves' | 'lattice' | 'waves'

export type BackEmblem = '' | 'leaf' | 'star' | 'moon' | 'anchor' | 'key' | 'bell' | 'feather' | 'wave'

export type PlayAgain = {
  code: string // of the table whose people and house rules are taken
  name: string // of the person who asks
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
  side?: number | null // partners have the same one
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

export type OfDevice = {
  device?: string | null
}

export type Telling = {
  on: boolean // whether this device is told
  key: string // the server's public key, which the browser's push service asks for
}

/** What a browser's push subscription consists of. */
export type Subscribe = {
  endpoint: string
  p256dh: string
  auth: string
}

export type Unsubscribe = {
  device: string
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
  /** Set up a guided first hand, and deal its cards. */
  'POST /api/games/{game}/lesson': { takes: Learner; gives: Seated }
  /** What links to this server begin with. */
  'GET /api/link': { gives: ServerLink }
  /** Set up a table. */
  'POST /api/tables': { takes: NewTable; gives: Seated }
  /** What anyone with the code may know. */
  'GET /api/tables/{code}': { gives: Lobby }
  /** The rules as this table plays them. */
  'GET /api/tables/{code}/rules': { gives: Section[] }
  /** Take a seat. */
  'POST /api/tables/{code}/sit': { takes: SitDown; gives: Seated }
  /** Ask for a chair that you had on another device; people at the table let you in. */
  'POST /api/tables/{code}/return': { takes: ReturnToSeat; gives: Returning }
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
  /** Say when the next game is. */
  'POST /api/circle/next': { takes: NextGame; gives: NextGame }
  /** Say what new tables look like. */
  'POST /api/circle/decor': { takes: Decor; gives: Decor }
  /** A new table with the people and house rules of one in the circle. */
  'POST /api/circle/again': { takes: PlayAgain; gives: Seated }
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
  /** Whether a device of yours is told when it's your turn, and the server's key for its push service. */
  'GET /api/tables/{code}/push': { query: OfDevice; gives: Telling }
  /** Tell this device when it's your turn. */
  'POST /api/tables/{code}/push': { takes: Subscribe; gives: Telling }
  /** Stop telling this device. */
  'POST /api/tables/{code}/push/stop': { takes: Unsubscribe; gives: Telling }
  /** Is the server healthy? */
  'GET /healthz': { gives: Health }
}
