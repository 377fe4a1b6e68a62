/** Words that several screens share: the name, errors, copying, rule numbers, the device's settings. */

import type { Letters, Motion, Theme, Volume } from '../lib/storage.svelte'

export const house = 'Parlour'

export const away = 'Parlour isn’t answering. Is this device online? We’ll keep trying. If that takes long, ask your host whether there’s a new link.'

export const moment = 'One moment.'

export const dismiss = 'Dismiss'

export const notFound = {
  title: 'Page not found',
  nothing: 'There’s nothing at this address.',
  back: 'Back to the table',
  home: 'Home',
}

export const later = {
  failed: 'This part of the page didn’t load. Check your connection, then try again. Your game is safe.',
  again: 'Try again',
}

export const refused = {
  away: 'Parlour isn’t answering. Is this device online?',
  broken: 'The answer got cut off. Please try again.',
  page: 'Something went wrong on this page. Please reload it.',
}

export const copy = { copy: 'Copy', done: 'Copied.', marked: 'Selected. Now copy it yourself.' }

export const rule = (number: string) => `Rule ${number}`

export const settings = {
  title: 'Device settings',
  kept: 'They apply to every table you open here.',
  theme: 'Theme',
  themes: [
    ['auto', 'Device'],
    ['morning', 'Morning'],
    ['evening', 'Evening'],
  ] as [Theme, string][],
  letters: 'Letters',
  letterSizes: [
    [100, 'Usual'],
    [125, 'Large'],
    [150, 'Larger'],
    [200, 'Huge'],
  ] as [Letters, string][],
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
    [2, 'Medium'],
    [3, 'Loud'],
  ] as [Volume, string][],
  offer: {
    title: 'Would you like larger cards, too?',
    why: 'Easy mode has large cards and few words. A single tap never plays a card, and you can turn it off here at any time.',
    yes: 'Turn on easy mode',
    no: 'No, thanks',
  },
  easy: {
    name: 'Easy mode.',
    brief: 'Large cards, few words, nothing by accident.',
    whole: 'Large cards, whole names, few words. You choose a card, then press a button. The table’s own clocks still run.',
  },
  switches: {
    fourColours: ['Four colors.', 'Diamonds are blue, clubs are green.'],
    hints: ['Highlights.', 'What you can tap lights up.'],
    keys: ['Shortcut keys.', 'Use letters and numbers at the table.'],
    spoken: ['Read out what others do.', 'For screen readers. Your own turn is always read out.'],
  },
}
