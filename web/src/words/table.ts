/** A table of any game: prompts, buttons, panels and drawers. */

export const cheer = {
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
  close: 'Close the hint',
}

export const lookback = {
  ask: 'Costliest moves',
  title: 'Costliest moves',
  about: (count: number, name: string): string =>
    count === 1 ? `The move that cost ${name || 'you'} most:` : `The ${count === 2 ? 'two' : 'three'} moves that cost ${name || 'you'} most:`,
  whose: 'Whose moves',
  yours: 'Yours',
  looking: (of: number, name: string): string =>
    !of ? 'Looking back at the game …' : `Looking at ${name ? `${name}’s` : 'your'} ${of === 1 ? 'one move' : `${of} moves`} …`,
  none: (name: string): string => `Nothing ${name || 'you'} did cost much. Well played.`,
  did: (name: string): string => (name ? 'Played' : 'You played'),
  better: 'Better',
  cost: (hundredths: number, name: string): string =>
    `That cost ${name || 'you'} about ${hundredths}% of ${name ? 'their' : 'your'} chance to win.`,
  watch: 'See it',
  watchOf: (moment: string): string => `See it: ${moment}`,
}

export const sideButtons = { takeBack: 'Take back', standing: 'Pass for the rest of this round' }

export const grace = { held: 'Wait: somebody can still cut in' }

export const hold = { held: 'Wait: others can still answer' }

export const clock = {
  left: (seconds: number) => `${seconds} s`,
  ahead: (seconds: number) => `in ${seconds} s`,
  over: 'last call',
}

export const drawer = { close: 'Close', holds: 'Contents', noScores: 'No scores yet.' }

export const log = { empty: 'Nothing has happened since you got here.' }

export const paused = { title: 'Paused', rest: 'The cards stay as they are.', resume: 'Resume' }

export const quoted = { label: 'A quoted rule', read: 'Read it' }

export const undo = {
  label: 'Taking a move back',
  along: (others: number): string =>
    others === 1 ? 'That takes back somebody else’s move, too.' : `That takes back ${others} moves by others, too.`,
  mine: 'You asked to take your move back.',
  waiting: 'Waiting for the others.',
  withdraw: 'Never mind',
  asked: (name: string): string => `${name} asked to take a move back.`,
  wish: (name: string): string => `${name} wants to take a move back.`,
  agree: 'Agree',
  refuse: 'No',
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

export const tablePanel = {
  pause: 'Pause',
  undo: 'Take my last move back',
  hand: 'Your hand',
  orders: [
    ['suit', 'By suit'],
    ['rank', 'By rank'],
    ['', 'As dealt'],
  ] as [string, string][],
  stays: ' (you keep your chair)',
  fair: 'Is the shuffle fair?',
  fingerprint: 'The server fixed its part of every shuffle before the first card. Your device keeps this fingerprint of it:',
  known: 'This is a lesson: its secret is known to everybody, so its cards are always dealt the same. Its fingerprint:',
  secret: 'Now that the game is over, here’s what it fixed:',
  later: 'When the game is over, you can see here what it fixed, and check it.',
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

export const afterRound = {
  watch: 'Watch replay',
  follow: 'Join the rematch',
  rematch: 'Rematch',
  waiting: (names: string[]): string => `Waiting for ${names.join(', ') || 'the dealer'}.`,
  ready: 'Ready',
}

export const seat = {
  bot: (level: string): string => (level ? `${level} bot` : 'bot'),
  away: 'away',
  open: 'open',
  botFor: { away: 'away, a bot plays', open: 'a bot for now' },
}

export const rulebook = {
  find: 'Search by number or word',
  nothing: 'The rules don’t mention that.',
  quote: 'Quote',
  quoteRule: (number: string) => `Quote ${number} to everybody`,
  here: 'Here:',
  otherwise: 'Otherwise as written:',
  on: 'In play here.',
  off: 'Not used here.',
  unused: (count: number) => (count === 1 ? 'Show a house rule not used here' : `Show ${count} house rules not used here`),
  fold: 'Hide what isn’t used here',
}

export const lesson = {
  title: (game: string) => (game ? `Learn ${game}` : 'Learn a game'),
  about: 'Five minutes with a coach who shows you what to tap. The cards are dealt the same way every time, and nobody hurries you.',
  name: 'Your name',
  begin: 'Begin',
  dealing: 'Dealing the cards …',
  coach: 'The coach',
  idle: 'Watch what the others do …',
  rule: (number: string) => `Rule ${number}`,
  next: 'Next',
  stop: 'Stop the lesson',
  close: 'Close',
  real: 'Set up a real table',
}
