/** What opens at a table now and then: drawers, questions, what comes after a game, lessons. */

import type { Sound } from '../lib/tunes'

export const lookback = {
  ask: 'Costliest moves',
  title: 'Costliest moves',
  about: (count: number, name: string): string =>
    count === 1 ? `The move that cost ${name || 'you'} most:` : `The ${count === 2 ? 'two' : 'three'} moves that cost ${name || 'you'} most:`,
  whose: 'Whose moves',
  yours: 'Yours',
  looking: (of: number, name: string): string =>
    !of ? 'Looking back at the game …' : `Looking at ${name ? `${name}’s` : 'your'} ${of === 1 ? 'one move' : `${of} moves`} …`,
  none: (name: string): string => `No move cost ${name || 'you'} much. Well played.`,
  did: (name: string): string => (name ? 'Played' : 'You played'),
  better: 'Better',
  cost: (hundredths: number, name: string): string =>
    `That cost ${name || 'you'} about ${hundredths}% of ${name ? 'their' : 'your'} chance to win.`,
  watch: 'See it',
  watchOf: (moment: string): string => `See it: ${moment}`,
}

export const showdown = { hand: (name: string, points: string): string => `${name || 'You'}: ${points}.` }

export const eachSound = {
  title: 'Each sound',
  names: {
    turn: 'Your turn',
    slide: 'A card slides',
    land: 'A card lands',
    knock: 'A knock: somebody calls for a card or nudges you',
    slap: 'A slam',
    gong: 'A shout',
    flip: 'A hand opens',
    tick: 'Scores count up',
    pop: 'A reaction, or a small joy',
    last: 'The last round',
    win: 'Somebody goes out or wins',
  } satisfies Record<Sound, string>,
}

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

export const drawer = { close: 'Close', holds: 'Contents', noScores: 'No scores yet.' }

export const log = { empty: 'Nothing has happened since you got here.' }

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
  known: 'Everybody knows the secret of a lesson, so its cards are always dealt the same. Its fingerprint:',
  secret: 'Now that the game is over, here’s what it fixed:',
  later: 'When the game is over, you can see here what it fixed, and check it.',
}

export const afterRound = {
  watch: 'Watch replay',
  follow: 'Join the rematch',
  rematch: 'Rematch',
  waiting: (names: string[]): string => `Waiting for ${names.join(', ') || 'the dealer'}.`,
  ready: 'Ready',
}

export const rulebook = {
  find: 'Search by number or word',
  nothing: 'The rules don’t mention that.',
  quote: 'Quote',
  quoteRule: (number: string) => `Quote ${number} to everybody`,
  here: 'Here:',
  otherwise: 'Otherwise as written:',
  on: 'Used here.',
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
