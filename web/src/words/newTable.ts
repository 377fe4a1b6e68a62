/** Setting up a table: chairs, bots, house rules, pace. */

import type { CallTime } from '../lib/pace'

export const newTable = {
  tab: 'New table',
  title: (game: string) => `Set up ${game}`,
  missing: 'Not found',
  noSuchGame: (game: string) => `There’s no game called ${game} here.`,
  yourName: 'Your name',
  make: 'Set up the table',
  people: 'Who’s playing',
  peopleNow: (chairs: number, open: number) =>
    `${chairs} chairs${open === chairs - 1 ? '' : open === 0 ? ', none open' : `, ${open} open`}`,
  chairs: 'Chairs',
  chair: (number: number) => `Chair ${number}`,
  open: 'Open to anybody',
  kept: 'Saved for somebody',
  bot: 'A bot',
  forWhom: 'Who’s it for?',
  somebody: 'Grandma',
  nameless: (chair: number) => `Who is chair ${chair} saved for? Type a name, or leave the chair open.`,
  botsMeanwhile: 'If a chair is still open when you start, a bot plays it until somebody sits down.',
  rules: 'House rules',
  pace: 'Pace and hints',
  onlookers: 'Others can watch, but they don’t see anybody’s hand',
}

export const levels = {
  of: (chair: number) => `How the bot in chair ${chair} plays`,
  heard: (name: string, about: string) => `${name}: ${about}`,
  names: { gentle: 'Gentle', steady: 'Steady', sharp: 'Sharp' } as Record<string, string>,
  about: {
    gentle: 'makes mistakes, like people do',
    steady: 'plays well',
    sharp: 'thinks ahead',
  } as Record<string, string>,
}

export const houseRules = {
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  setBack: 'Reset',
  setBackOf: (about: string) => `Reset: ${about}`,
  range: (least?: number, most?: number) => `${least} to ${most}`,
  rangeEach: (least: number | undefined, most: number | undefined, sum: number) => `${least} to ${most} each, ${sum} total`,
  edit: 'Change the rounds',
  upTo: (most?: number) => `up to ${most}, with commas between them`,
  unknown: (name: string) => `The link asks for “${name}”, which this game doesn’t have. We left it out.`,
  impossible: (about: string, value: string) => `For “${about.replace(/[.:]$/, '')}”, the link asks for “${value}”. That isn’t possible, so this rule stays as written.`,
}

export const presets = {
  title: 'Saved house rules',
  asWritten: 'As written',
  asWrittenBy: (name: string) => `${name} (as written)`,
  name: 'Save these rules as',
  example: 'Sundays',
  keep: 'Save',
  nothing: 'These are the rules as written, so there’s nothing to save.',
  nameless: 'Type a name for these rules.',
  kept: (name: string) => `Saved as ${name}.`,
  forget: (name: string) => `Delete ${name}`,
  forgotten: (name: string) => `${name} is deleted.`,
  link: 'Link to these rules',
}

export const pace = {
  turn: 'Time for a turn',
  turns: [
    [0, 'No limit'],
    [30, 'Half a minute'],
    [60, 'A minute'],
    [120, 'Two minutes'],
    [300, 'Five minutes'],
  ] as [number, string][],
  why: 'Nobody is rushed on their own turn, unless you set a time for it here. Players who are asked out of turn have a clock, and they can see it.',
  callTime: (may: string) => `Time to ${may}`,
  callTimes: (seconds: number): [CallTime, string][] => [
    ['rules', `${seconds} seconds, as the rules say`],
    ['own', 'Choose the seconds'],
    ['wait', 'No limit: everybody answers'],
  ],
  callNone: 'Until the next player moves',
  callSeconds: 'Seconds to answer',
  calls: 'If two players call for the same card, it goes to',
  quickest: 'The quickest',
  inTurn: 'Next in turn',
  grace: 'Time to cut in',
  asRules: 'As the rules say',
  graces: [
    [0, 'None'],
    [1, 'A second'],
    [2, 'Two seconds'],
    [4, 'Four seconds'],
    [8, 'Eight seconds'],
  ] as [number, string][],
  patience: 'When somebody’s away',
  patiences: [
    [0, 'We wait'],
    [30, 'A bot plays after half a minute'],
    [120, 'A bot plays after two minutes'],
    [600, 'A bot plays after ten minutes'],
  ] as [number, string][],
  seconds: (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`,
  said: {
    title: 'How we play',
    noTurn: 'Nobody’s turn is timed.',
    turn: (time: string) => `A turn can take ${time}. Then the table plays for you.`,
    others: (time: string, may: string) => `Others have ${time} to ${may}.`,
    everybody: (may: string) => `We wait for everybody who can ${may}.`,
    nobody: (may: string) => `Others can ${may} until the next player moves.`,
    inTurn: 'If two players call for the same card, it goes to the player next in turn.',
    grace: (time: string) => `You have ${time} to cut in.`,
    noGrace: 'There’s no extra time to cut in.',
    standIn: (time: string) => `A bot plays for anybody who’s away for ${time}.`,
    noStandIn: 'If somebody’s away, we wait.',
    time: (seconds: number) => (seconds % 60 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : seconds === 60 ? 'a minute' : `${seconds / 60} minutes`),
  },
}
