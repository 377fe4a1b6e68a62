/** Joining a table, and the lobby before the cards are dealt: chairs, links, the host's settings. */

export const lobby = {
  connected: 'Connected',
  reconnecting: 'Reconnecting …',
  begin: 'Start the game',
  hostWaits: (missing: string[], open: number) =>
    [
      missing.length ? `Not here yet: ${missing.join(', ')}.` : open === 0 ? 'Everybody’s here.' : '',
      open === 1 ? 'One chair is open. A bot plays it until somebody sits down.' : '',
      open > 1 ? `${open} chairs are open. Bots play them until somebody sits down.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  guestWaits: (host: string, here: boolean) =>
    `Waiting for ${host || 'the host'} to deal the cards.${here ? '' : ` ${host || 'The host'} isn’t here right now.`}`,
  deal: 'Deal the cards',
  more: 'More',
  words: 'Words for the shuffle',
  wordsOf: (adding: number, people: number, seated: boolean) =>
    adding < people
      ? `${adding} of ${people} devices have added their own words to the shuffle.`
      : people === 1 && seated
        ? 'Your device has added its own words to the shuffle.'
        : 'Everybody’s device has added its own words to the shuffle.',
  wordsWhy:
    'Your device adds random words to the shuffle, so nobody can rig it, and shows them when the cards are dealt. You can add a few words of your own in front. Bots add none: theirs would come from the server and prove nothing.',
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
  hint: (fewer: boolean) => `Tap a chair to change who sits there${fewer ? ', or to take it away' : ''}.`,
  change: (number: number, name: string, state: string) => `Change chair ${number}, ${name || 'open'}, ${state}`,
  changing: (number: number, name: string) => (name ? `Chair ${number}: ${name}` : `Chair ${number}`),
  giveToBot: 'Give it to a bot',
  botPlays: 'How the bot plays',
  open: 'Open it',
  takeAway: 'Take this chair away',
  add: 'Add a chair',
  swap: (other: string) => `Swap with ${other}`,
  makeHost: 'Make host',
  beHost: 'Be the host',
  newLink: 'New personal link',
  linksEnd: (name: string) => `${name}’s old links will stop working.`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} will lose the chair.`,
  no: 'No',
  personal: (name: string) => `For ${name} only. Older links to this chair no longer work.`,
  take: 'Take an open chair',
}

export const share = {
  title: 'Invite family',
  invitation: (host: string, title: string) => (host ? `${host} invites you to ${title}.` : `Come play ${title}!`),
  message: (host: string, title: string, link: string, code: string) => `${share.invitation(host, title)} Tap to join: ${link} (code ${code})`,
  toPaste: 'A message to paste',
  link: 'Link to the table',
  code: 'Code',
  share: 'Send the link …',
  scan: 'Scan it, say the code, or send the link.',
  picture: 'QR code of the link to the table',
}

export const newLink = {
  title: 'This table has a new link:',
  about: 'Send it to anybody who’s missing. If this page stops working, open it here.',
  open: 'Open it',
  close: 'Close',
}

export const personal = {
  title: 'A personal link',
  picture: 'QR code of the personal link',
  link: 'Personal link',
  own: 'Open this on your other device. It opens your chair, so keep it to yourself.',
  show: 'Use another device',
  close: 'Close',
}

export const join = {
  table: 'Table',
  over: ', finished',
  playing: ', already playing',
  here: 'At the table',
  locked: 'The host has locked this table. Ask them to unlock it, then reload this page.',
  finished: 'This game is over.',
  full: (bots: boolean) => `All chairs are taken.${bots ? ' The host can open a bot’s chair for you.' : ''}`,
  kept: 'Is one of these you?',
  iAm: (name: string) => `I’m ${name}`,
  yourName: 'Your name',
  otherName: 'Or type your name',
  sit: 'Sit down',
  noChair: 'Host without a chair',
  lookOn: 'Just watch',
  otherDevice: 'Already sitting here on another device? Tap “Use another device” there, then open its link here.',
}

export const returning = {
  title: 'Lost your phone, or on a new one?',
  waiting: (name: string) => `We asked the others to let you in as ${name}. This page goes on by itself.`,
  tell: 'If they want to be sure it’s you, tell them this number:',
  turnedAway: 'They said no. If that was a mistake, call them and ask again.',
  label: 'Somebody on a new device',
  asks: (name: string, number: number) => `Somebody on a new device says they’re ${name}. Their screen shows ${number}.`,
  asYou: (number: number) => `Somebody on a new device says they’re you. Their screen shows ${number}.`,
  oneMore: 'You said yes. One more person has to.',
  letIn: 'Let them in',
  no: 'No',
}

export const leave = {
  leave: 'Leave the table',
  consequence: 'Then somebody else can take your chair.',
  sure: 'Leave for good',
  stay: 'Stay',
}

export const rename = { title: 'Your name', change: 'Change it' }

export const hostSettings = {
  title: 'Host settings',
  locked: 'Lock the table: nobody else can sit down',
  onlookers: 'Others can watch',
  hints: 'Players can ask for hints',
  lookback: 'Show the costliest moves after the game',
  one_tap: 'One tap plays a card',
  emotes: 'Players can show reactions',
}

export const houseRulesHere = { label: 'House rules at this table', title: 'At this table:' }
