/** All the page's own words, by screen. Words for a single game are with its board, in
 * `games/<game>/words.ts`. Sentences about a game come from the server. */

import * as cards from './cards'
import * as common from './common'
import * as history from './history'
import * as home from './home'
import * as lobby from './lobby'
import * as newTable from './newTable'
import * as replay from './replay'
import * as score from './score'
import * as table from './table'

export const words = { ...cards, ...common, ...history, ...home, ...lobby, ...newTable, ...replay, ...score, ...table }
