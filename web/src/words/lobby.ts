/** The way to a table, and the time before the cards are dealt: joining, chairs, links, what the host decides. */

export const lobby = {
  connected: 'Connected',
  reconnecting: 'Trying to reconnect …',
  begin: 'To begin',
  hostWaits: (missing: string[], open: number) =>
    [
      missing.length ? `Not here yet: ${missing.join(', ')}.` : open === 0 ? 'Everybody is here.' : '',
      open === 1 ? 'One chair is open. A bot plays it until somebody comes.' : '',
      open > 1 ? `${open} chairs are open. Bots play them until somebody comes.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  guestWaits: (host: string, here: boolean) =>
    `Waiting for ${host || 'the host'} to deal the cards${here ? '' : ', who is not here just now'}.`,
  deal: 'Deal the cards',
  more: 'More',
  words: 'Words for the shuffle',
  wordsOf: (adding: number, people: number, seated: boolean) =>
    adding < people
      ? `${adding} of ${people} devices have added words of their own to the shuffle.`
      : people === 1 && seated
        ? 'Your device has added words of its own to the shuffle.'
        : 'Everybody’s device has added words of its own to the shuffle.',
  wordsWhy:
    'Your device draws words for the shuffle, so that nobody can have chosen it, and shows them when the cards are dealt. You may put a few of yours before them. Bots add none: theirs would come from the house, and count for nothing.',
  addWords: 'Add them',
  wordsIn: 'Your words are in.',
  dealing: 'Dealing the cards …',
}

export const chairs = {
  title: 'Chairs',
  code: 'Table',
  openChair: 'Open',
  forAnybody: 'to anybody',
  you: 'you',
  host: ', host',
  here: 'here',
  notHereYet: 'not here yet',
  number: (number: number) => `chair ${number}`,
  hint: 'Tap a chair to change who sits there.',
  change: (number: number, name: string, state: string) => `Change chair ${number}, ${name || 'open'}, ${state}`,
  changing: (number: number, name: string) => (name ? `Chair ${number}: ${name}` : `Chair ${number}`),
  giveToBot: 'Give it to a bot',
  botPlays: 'How the bot plays',
  open: 'Open it',
  swap: (other: string) => `Swap with ${other}`,
  makeHost: 'Make host',
  beHost: 'Be the host',
  newLink: 'New personal link',
  linksEnd: (name: string) => `The links ${name} has used so far will end.`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} will lose the chair.`,
  no: 'No',
  personal: (name: string) => `For ${name} only. Older links to this chair have ended.`,
  take: 'Take an open chair',
}

export const share = {
  title: 'Call the others',
  way: 'The way to this table',
  invitation: (title: string) => `${title} at the Parlour`,
  link: 'Link to the table',
  code: 'Code',
  share: 'Send the link …',
  scan: 'Scan it, say the code, or send the link.',
  picture: 'The link to the table as a QR code',
}

export const personal = {
  title: 'A personal link',
  picture: 'The personal link as a QR code',
  link: 'Personal link',
  own: 'Open this on your other device. It is your chair: keep it to yourself.',
  show: 'This seat on another device',
  close: 'Put it away',
}

export const join = {
  table: 'Table',
  over: ', finished',
  playing: ', already playing',
  here: 'At the table',
  locked: 'The host has locked this table. Ask them to open it, and load this page again.',
  finished: 'This game is finished.',
  full: (bots: boolean) => `All chairs are taken.${bots ? ' The host can open one that a bot plays.' : ''}`,
  kept: 'Is a chair kept for you?',
  iAm: (name: string) => `I am ${name}`,
  yourName: 'Your name',
  otherName: 'Or another name',
  sit: 'Sit down',
  noChair: 'Go on without a chair',
  lookOn: 'Only look on',
  otherDevice: 'Did you sit here on another device? Open “This seat on another device” there, and follow its link here.',
}

export const arriving = {
  looking: 'Looking for the table …',
  table: (code: string) => `Table ${code}`,
  shut: 'This table does not open',
  gone: 'You are no longer at the table',
}

export const leave = {
  leave: 'Leave the table',
  consequence: 'Your chair will be open to others.',
  sure: 'Leave for good',
  stay: 'Stay',
}

export const rename = { title: 'Your name', change: 'Change it' }

export const hostSettings = {
  title: 'What the host decides',
  locked: 'Nobody else may sit down',
  onlookers: 'Others may look on',
  hints: 'Hints: anybody may ask what sharp would do',
  lookback: 'Afterwards: show which decisions cost most',
}

export const houseRulesHere = { label: 'House rules of this table', title: 'At this table:' }
