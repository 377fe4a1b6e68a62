/** All the page's own words, by screen. Words for a single game are with its board, in
 * `games/<game>/words.ts`. Sentences about a game come from the server. */

export * from './cards'
export * from './common'
export * from './decor'
export * from './history'
export * from './home'
export * from './lobby'
export * from './newTable'
export * from './nowAndThen'
export * from './people'
export * from './replay'
export * from './score'
export * from './table'
export * from './waiting'
