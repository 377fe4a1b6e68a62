/** A table of any game: prompts, buttons, panels and drawers. */

export const storyLine = { open: ' Open the log.' }

export const cheer = {
  last: (word: string): string => `The last ${word}`,
  youWin: 'You win',
  wins: (names: string[], together: boolean): string =>
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)} ${together ? 'win' : 'share the win'}` : `${names[0]} wins`,
}

export const table = {
  felt: 'The table',
  yourMove: 'Your turn',
  pile: (label: string, top: string, count: number): string => `${label}: ${top ? `${top} on top, ` : ''}${count === 1 ? '1 card' : `${count} cards`}`,
  handOf: (label: string, count: number): string => `${label}, ${count === 1 ? '1 card' : `${count} cards`}`,
  movedTo: (card: string, place: number, of: number): string => `${card}, now ${place} of ${of}`,
  turnInTab: 'Your turn · ',
  others: 'Other players',
  middle: 'In the middle',
  you: 'You',
  chair: (seat: number): string => `Chair ${seat + 1}`,
  cards: (count: number): string => (count === 1 ? ' card' : ' cards'),
  score: ', score ',
  sides: 'Scores',
  us: 'Us',
  them: 'Them',
  together: (names: string[]): string => names.join(' & '),
  with: (names: string[]): string => `, with ${names.join(' and ')}`,
  isYou: '(you)',
  dealer: 'dealer', // as the rules say it in a tag
  toPlay: 'playing',
  deciding: 'deciding',
  inTray: (tray: number): string => `in tray ${tray}`,
  before: (card: string): string => `before ${card}`,
  after: (card: string): string => `after ${card}`,
  sort: 'Sort your hand',
  inOrder: '123',
  sorts: { suit: 'Sort by suit', rank: 'Sort by rank' },
  connection: { open: 'Connected', connecting: 'Reconnecting …', closed: 'Not connected' },
  round: (word: string, round: number, of: number): string => `${word.charAt(0).toUpperCase()}${word.slice(1)} ${round}${of ? ` of ${of}` : ''}`,
  watching: (count: number): string => `${count} watching`,
  paused: 'The game is paused.',
  closed: 'This table is closed.',
  beside: 'Log, scores, rules, table',
  drawers: { log: 'Log', scores: 'Scores', rules: 'Rules', table: 'Table' },
  chooseAgain: (happened: string[]): string => [...happened, 'Please choose again.'].join(' '),
  heading: (title: string, code: string): string => `${title}, table ${code}`,
  noOnlookers: 'The host doesn’t let others watch this table.',
  plainBoard: 'The game’s board failed. Here’s a plain one.',
}

export const roundResult = {
  round: 'round',
  isOver: 'The game is over',
  after: (word: string, number: number): string => `After ${word} ${number}`,
  /** `you` is your index among the winners, or −1. */
  won: (names: string[], you: number, together: boolean): string => {
    if (names.length === 0) return 'The game is over.'
    if (names.length === 1) return you === 0 ? 'You win.' : `${names[0]} wins.`
    const all = [...(you < 0 ? [] : ['You']), ...names.filter((_, at) => at !== you)]
    return `${all.slice(0, -1).join(', ')} and ${all.at(-1)} ${together ? 'win' : 'share the win'}.`
  },
  fold: 'See the table',
  show: 'Show the scores',
  standings: 'Points and totals',
  fewestWin: 'Lowest wins',
  mostWins: 'Most points win',
  thisRound: (word: string): string => `This ${word}`,
  total: 'Total',
  places: 'Places',
  moved: (by: number): string => `${by > 0 ? 'up' : 'down'} ${Math.abs(by) === 1 ? '1 place' : `${Math.abs(by)} places`}`,
}

export const status = {
  you: 'You',
  nothingYet: 'Nothing has happened yet.',
  empty: 'empty',
  nothingLaid: 'Nothing has been laid down.',
  help: 'Keys: T whose turn it is, H your cards, P the piles, M what’s on the table, S everybody’s score and cards, L what happened last, W a hint. Numbers press the buttons, arrows move through the cards.',
  zone: (label: string, cards: string, note: string): string => `${label}: ${cards}${note ? ` (${note})` : ''}.`,
  seat: (name: string, score: string, cards: number, more: string[]): string =>
    `${name}: ${[`${score} ${score === '1' ? 'point' : 'points'}`, cards === 1 ? '1 card' : `${cards} cards`, ...more].join(', ')}.`,
}

export const actionBar = {
  label: (card: string): string => (card ? `What you can do with ${card}` : 'What you can do'),
  offline: 'You’re offline. What you tap is sent when you’re back.',
  cancel: 'Cancel',
}

export const hint = {
  ask: 'Hint',
  asking: 'Thinking …',
  sign: '?',
  askingSign: '…',
  key: 'W',
  label: 'Hint',
  sharp: 'Hint: ',
  /** The reason may be missing. */
  sentence: (say: string, why: string): string => `${say}${why ? `: ${why}` : ''}.`,
  putThere: 'Put them there',
  close: 'Close the hint',
}

export const sideButtons = { takeBack: 'Take back', standing: 'Pass for the rest of this round' }

export const grace = { held: 'Wait: somebody can still cut in' }

export const hold = { held: 'Wait: others can still answer' }

export const clock = {
  left: (seconds: number) => `${seconds} s`,
  ahead: (seconds: number) => `in ${seconds} s`,
  over: 'last call',
}

/** In easy mode: no seconds that tick. */
export const calmClock = {
  left: (seconds: number) => (seconds > 10 ? `about ${Math.ceil(seconds / 10) * 10} s` : 'under 10 s'),
  ahead: () => 'in a moment',
  over: clock.over,
}

export const trick = {
  led: 'led',
  winning: 'winning',
  took: 'took it',
  last: 'Last trick',
  won: (count: number): string => (count === 1 ? '1 trick' : `${count} tricks`),
  look: (tricks: string): string => `${tricks}. Look at the last trick`,
}

export const melds = { label: 'Laid down', nobody: 'On the table', by: (name: string): string => `Laid down by ${name}` }

export const scores = {
  label: 'Score sheet',
  all: (word: string): string => `Points for every ${word}`,
  total: 'Total',
}

export const trays = {
  label: (need: string, count: number): string => `${need}, ${count === 1 ? '1 card' : `${count} cards`}`,
  back: (card: string): string => `Take ${card} back`,
  joker: 'The joker stands for',
  fits: (card: string): string => `best fit: ${card}`,
  empty: 'Tap cards in your hand.',
}

export const askPanel = {
  label: 'Choosing',
  card: 'choose a card',
  slot: 'choose a place',
  choice: 'choose one',
  target: (first: boolean): string => (first ? 'choose which one' : 'choose where it goes'),
  cards: (least: number, most: number, ordered: boolean): string =>
    `choose ${most === 1 ? 'a card' : least === most ? `${least} cards` : least > 1 ? `${least} to ${most} cards` : 'one or more cards'}${ordered && most > 1 ? ', in order' : ''}`,
  groups: (needs: string[]): string => (needs.length === 1 ? `choose the cards of your ${needs[0]}` : 'tap a tray, then its cards'),
  chosen: (cards: string): string => `Chosen: ${cards}.`,
}

export const seat = {
  bot: (level: string): string => (level ? `${level} bot` : 'bot'),
  away: 'away',
  open: 'open',
  botFor: { away: 'away, a bot plays', open: 'a bot for now' },
}

export const arriving = {
  looking: 'Looking for the table …',
  table: (code: string) => `Table ${code}`,
  shut: 'Can’t open this table',
  gone: 'You’re no longer at the table',
}
