import * as words from '../words'

/** The bot levels that people can choose. */

const MEASURE = 'random' // for measuring other bots; it is no fun to play against
const USUAL = 'steady'
const SLIPS = 'gentle' // comes first, but is never the default

/** The levels to choose from, as the server lists them, gentlest first. */
export const offered = (bots: string[]): string[] => bots.filter((bot) => bot !== MEASURE)

/** The default level: steady, or the game's first. */
export const usualOf = (bots: string[]): string =>
  bots.includes(USUAL) ? USUAL : (offered(bots).find((bot) => bot !== SLIPS) ?? offered(bots)[0] ?? '')

/** The level in words, or its name if we have none. */
export const levelName = (bot: string): string => words.levels.names[bot] ?? bot
export const levelAbout = (bot: string): string => words.levels.about[bot] ?? ''
