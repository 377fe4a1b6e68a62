/** Setting up a table: chairs, bots, house rules, pace. */

import type { CallTime } from '../lib/pace'

export const newTable = {
  tab: 'New table',
  title: (game: string) => `A table of ${game}`,
  missing: 'Not in this house',
  noSuchGame: (game: string) => `There is no game called ${game} in this house.`,
  yourName: 'Your name',
  make: 'Set up the table',
  makeSo: 'Set it up like this',
  people: 'Who plays',
  peopleNow: (chairs: number, open: number) =>
    `${chairs} chairs${open === chairs - 1 ? '' : open === 0 ? ', none open' : `, ${open} open`}`,
  chairs: 'Chairs',
  chair: (number: number) => `Chair ${number}`,
  open: 'Open to anybody',
  kept: 'Kept for somebody',
  bot: 'A bot',
  forWhom: 'For whom?',
  somebody: 'Grandma',
  nameless: (chair: number) => `For whom is chair ${chair} kept? Type a name, or leave it open.`,
  botsMeanwhile: 'A bot plays every chair that is still open when you start; whoever comes later takes it over.',
  rules: 'House rules',
  pace: 'Pace and hints',
  onlookers: 'Others may look on, without seeing any hand',
}

export const levels = {
  of: (chair: number) => `How the bot on chair ${chair} plays`,
  heard: (name: string, about: string) => `${name}: ${about}`,
  names: { gentle: 'Gentle', steady: 'Steady', sharp: 'Sharp' } as Record<string, string>,
  about: {
    gentle: 'makes the mistakes people make',
    steady: 'plays soundly',
    sharp: 'thinks ahead',
  } as Record<string, string>,
}

export const houseRules = {
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  setBack: 'Set back',
  setBackOf: (about: string) => `Set back: ${about}`,
  range: (least?: number, most?: number) => `${least} to ${most}`,
  rangeEach: (least: number | undefined, most: number | undefined, sum: number) => `${least} to ${most} each, ${sum} in all`,
  upTo: (most?: number) => `up to ${most}, with commas between them`,
  unknown: (name: string) => `The link asks for “${name}”, which this game does not have. It is left out.`,
  impossible: (about: string, value: string) => `The link asks for “${value}” at “${about}” That is not possible, so it stays as written.`,
}

export const presets = {
  title: 'Sets of house rules',
  asWritten: 'As written',
  name: 'Keep these rules as',
  example: 'Sundays',
  keep: 'Keep them',
  nothing: 'These are the rules as written: they need no keeping.',
  nameless: 'What shall they be called?',
  kept: (name: string) => `Kept as ${name}.`,
  forget: (name: string) => `Forget ${name}`,
  forgotten: (name: string) => `${name} is forgotten.`,
  link: 'These rules as a link',
}

export const pace = {
  turn: 'A turn may take',
  turns: [
    [0, 'As long as it takes'],
    [30, 'Half a minute'],
    [60, 'A minute'],
    [120, 'Two minutes'],
    [300, 'Five minutes'],
  ] as [number, string][],
  why: 'We wait for whoever’s turn it is. Seconds run only for those who are asked out of turn, and they are seen running.',
  callTime: (may: string) => `To ${may}, the others have`,
  callTimes: (seconds: number): [CallTime, string][] => [
    ['rules', `${seconds} seconds, as the rules say`],
    ['own', 'As many seconds as we like'],
    ['wait', 'All the time they need: everybody answers'],
  ],
  callNone: 'Until the next one goes on',
  callSeconds: 'Seconds for an answer',
  calls: 'If two call for the same card, it goes to',
  quickest: 'The quickest',
  inTurn: 'Whoever is next in turn, however slow',
  grace: 'To cut in before the next one goes on there is time',
  asRules: 'As long as the rules say',
  graces: [
    [0, 'None: whoever is next may go on at once'],
    [1, 'A second'],
    [2, 'Two seconds'],
    [4, 'Four seconds'],
    [8, 'Eight seconds'],
  ] as [number, string][],
  patience: 'Who plays for somebody who is away',
  patiences: [
    [0, 'Nobody: we wait'],
    [30, 'A bot, after half a minute'],
    [120, 'A bot, after two minutes'],
    [600, 'A bot, after ten minutes'],
  ] as [number, string][],
  seconds: (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`,
  said: {
    title: 'How we play',
    noTurn: 'Nobody’s turn is timed.',
    turn: (time: string) => `A turn may take ${time}. Then the table plays for you.`,
    others: (time: string, may: string) => `Others have ${time} to ${may}.`,
    everybody: (may: string) => `Everybody answers: we wait for all who may ${may}.`,
    nobody: (may: string) => `Others may ${may} until the next one goes on.`,
    inTurn: 'If two call for the same card, it goes to the next in turn.',
    grace: (time: string) => `To cut in there is time: ${time}.`,
    noGrace: 'Nobody waits for those who may cut in.',
    standIn: (time: string) => `A bot stands in for somebody who is away for ${time}.`,
    noStandIn: 'Nobody plays for somebody who is away.',
    time: (seconds: number) => (seconds % 60 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : seconds === 60 ? 'a minute' : `${seconds / 60} minutes`),
  },
}
