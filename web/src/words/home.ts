/** The home page. */

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
const LATELY = 7 // days

export const home = {
  about: 'A card table for families who live far apart.',
  haveCode: 'I have a code',
  enter: 'Go to the table',
  exampleCode: 'BCD234',
  wrongCode: 'A code has six letters and numbers, like BCD234.',
  recent: 'Your recent tables',
  others: (names: string[]) => (names.length ? `with ${names.join(', ')}` : 'nobody else yet'),
  yourTurn: 'Your turn',
  waitingFor: (names: string[]) => `Waiting for ${names.join(', ')}`,
  phases: { lobby: 'Not started yet', dealing: 'Not started yet', playing: 'In progress', between: 'In progress', paused: 'Paused', over: 'Finished', stopped: 'Played by older rules' },
  gone: 'This table no longer exists.',
  silent: 'We can’t reach this table right now.',
  remove: 'Remove',
  removeOf: (title: string, code: string) => `Remove from this list: ${title}, table ${code}`,
  ago: (at: number, now = Date.now() / 1000): string => {
    const past = Math.max(0, now - at)
    if (past >= LATELY * 86_400) return new Date(at * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' })
    const [unit, seconds] = UNITS.find(([, size]) => past >= size) ?? ['second', Infinity]
    return relative.format(-Math.floor(past / seconds), unit)
  },
  all: 'All games and standings',
  games: 'What should we play?',
  players: (least: number, most: number) => (least === most ? `${least} players` : `${least} to ${most} players`),
  setUp: 'Set up a table',
  setUpOf: (title: string) => `Set up a table of ${title}`,
  learn: 'Learn it',
  learnOf: (title: string) => `Learn ${title}`,
  watch: 'Watch a saved game',
}
