/** Every word that people read on the page, by the place where it stands. Sentences about a game come from the server. */

import type { Motion, Theme, Volume } from './lib/kept.svelte'

export const words = {
  house: 'Parlour',
  away: 'The house does not answer. Is this device online? We keep trying.',
  home: {
    about: 'A card table for families who live far apart.',
    haveCode: 'I have a code',
    enter: 'Go to the table',
    wrongCode: 'A code has six letters and figures, like BCD234.',
    recent: 'Tables you sat at',
    games: 'What shall we play?',
    players: (least: number, most: number) => (least === most ? `${least} players` : `${least} to ${most} players`),
    setUp: 'Set up a table',
    setUpOf: (title: string) => `Set up a table of ${title}`,
    learn: 'Learn it',
    learnOf: (title: string) => `Learn ${title}`,
  },
  settings: {
    title: 'How it looks, sounds and plays here',
    kept: 'This device remembers it, for every table.',
    theme: 'Light',
    themes: [
      ['auto', 'As this device'],
      ['morning', 'Morning'],
      ['evening', 'Evening'],
    ] as [Theme, string][],
    motion: 'Motion',
    motions: [
      ['auto', 'As this device'],
      ['less', 'Less'],
      ['full', 'Full'],
    ] as [Motion, string][],
    sound: 'Sound',
    sounds: [
      [0, 'Off'],
      [1, 'Quiet'],
      [2, 'Middling'],
      [3, 'Loud'],
    ] as [Volume, string][],
    switches: {
      fourColours: ['Four colours.', 'Diamonds are blue, clubs green.'],
      hints: ['Hints.', 'What you may do lights up.'],
      keys: ['Shortcut keys.', 'Single letters and figures do things at the table.'],
      spoken: ['Read out what the others do.', 'For screen readers; your own turn is always told.'],
    },
  },
  table: {
    felt: 'The table',
    heading: (title: string, code: string): string => `${title}, table ${code}`,
    noOnlookers: 'The host does not want onlookers at this table.',
  },
}
