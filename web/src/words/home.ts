/** The home page. */

export const home = {
  about: 'A card table for families who live far apart.',
  haveCode: 'I have a code',
  enter: 'Go to the table',
  exampleCode: 'BCD234',
  wrongCode: 'A code has six letters and numbers, like BCD234.',
  recent: 'Your recent tables',
  all: 'All games and standings',
  games: 'What should we play?',
  players: (least: number, most: number) => (least === most ? `${least} players` : `${least} to ${most} players`),
  setUp: 'Set up a table',
  setUpOf: (title: string) => `Set up a table of ${title}`,
  learn: 'Learn it',
  learnOf: (title: string) => `Learn ${title}`,
  watch: 'Watch a saved game',
}
