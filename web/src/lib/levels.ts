import * as words from '../words'

/** How a bot plays, where somebody chooses. */

const MEASURE = 'random' // other bots are measured by it, and nobody would enjoy it
const USUAL = 'steady'
const SLIPS = 'gentle' // comes first, and is for whoever chooses it

/** The levels to choose from, as the house lists them, the gentlest first. */
export const offered = (bots: string[]): string[] => bots.filter((bot) => bot !== MEASURE)

/** Steady, or the first of the game's own. */
export const usualOf = (bots: string[]): string =>
  bots.includes(USUAL) ? USUAL : (offered(bots).find((bot) => bot !== SLIPS) ?? offered(bots)[0] ?? '')

/** One that we have no words for has its name. */
export const levelName = (bot: string): string => words.levels.names[bot] ?? bot
export const levelAbout = (bot: string): string => words.levels.about[bot] ?? ''
