/** A game's score sheet is a game of its own, named after it. */

const PREFIX = 'score-'

export const sheetName = (game: string): string => PREFIX + game
export const isSheet = (game: string): boolean => game.startsWith(PREFIX)
/** The game being played, for a table or a sheet. */
export const played = (game: string): string => (isSheet(game) ? game.slice(PREFIX.length) : game)
