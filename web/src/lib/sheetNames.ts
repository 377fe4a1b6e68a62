/** The score sheet of a game is a game of its own, called after it. */

const PREFIX = 'score-'

export const sheetName = (game: string): string => PREFIX + game
export const isSheet = (game: string): boolean => game.startsWith(PREFIX)
/** The game that is played, whether it is a table or a sheet. */
export const played = (game: string): string => (isSheet(game) ? game.slice(PREFIX.length) : game)
