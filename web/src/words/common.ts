/** What is said in more than one place: the name, a page that is not found, a server that does not answer, a copy, a rule. */

import type { Motion, Theme, Volume } from '../lib/storage.svelte'

export const house = 'Parlour'

export const away = 'The house does not answer. Is this device online? We keep trying.'

export const moment = 'One moment.'

export const notFound = {
  title: 'Nobody sits here',
  nothing: 'There is nothing at this address.',
  back: 'Back to the table',
  home: 'To the front room',
}

export const later = {
  failed: 'This part of the page didn’t load. Check your connection, then try again. Your game is safe.',
  again: 'Try again',
}

export const refused = {
  away: 'The house does not answer. Is this device online?',
  broken: 'The answer broke off. Please try again.',
  wrong: 'Something went wrong at the house. Please try again.',
  page: 'Something went wrong on this page. Please reload it.',
}

export const copy = { copy: 'Copy', done: 'Copied.', marked: 'Marked: now copy it yourself.' }

export const rule = (number: string) => `Rule ${number}`

export const settings = {
  title: 'Settings of this device',
  kept: 'They hold for every table you sit at here.',
  theme: 'Light',
  themes: [
    ['auto', 'Device'],
    ['morning', 'Morning'],
    ['evening', 'Evening'],
  ] as [Theme, string][],
  motion: 'Motion',
  motions: [
    ['auto', 'Device'],
    ['less', 'Less'],
    ['full', 'Full'],
  ] as [Motion, string][],
  sound: 'Sound',
  sounds: [
    [0, 'Off'],
    [1, 'Quiet'],
    [2, 'Clear'],
    [3, 'Loud'],
  ] as [Volume, string][],
  switches: {
    fourColours: ['Four colours.', 'Diamonds are blue, clubs green.'],
    hints: ['Brass edges.', 'What you may do lights up.'],
    keys: ['Shortcut keys.', 'Single letters and figures do things at the table.'],
    spoken: ['Read out what the others do.', 'For screen readers; your own turn is always told.'],
  },
}
