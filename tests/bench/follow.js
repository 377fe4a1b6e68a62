// Plays games by bench/peer/golf.js: reads one JSON array of steps per line, and writes what everybody sees and may do
// after each step. A step has a move and, where cards were dealt or shuffled, the cards to use instead.

process.env.NODE_ENV = 'production'

const { createInterface } = require('node:readline')
const { Golf } = require('../../bench/peer/golf.js')
const { after, begin } = require('../../bench/peer/tables.js')

const SLOTS = [0, 1, 2, 3, 4, 5, 6]
const ANY = ['draw', 'take', 'discard', 'leave', 'deal', 'swap', 'turn'].map((name) => [name])
ANY.push(...['swap', 'turn'].flatMap((name) => SLOTS.map((slot) => [name, slot])))

console.error = () => {} // boardgame.io complains about every move that it refuses

function seen(state, refused) {
  const seats = Object.keys(state.G.grids)
  const again = () => ({ ...state, ctx: structuredClone(state.ctx) }) // because boardgame.io counts moves in it
  const tries = (seat) => ANY.filter((move) => !after(again(), [seat, ...move]).refused)
  return {
    refused,
    views: [...seats, null].map((playerID) => Golf.playerView({ G: state.G, ctx: state.ctx, playerID })),
    legal: seats.map(tries),
    result: state.ctx.gameover ?? null,
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  let { initialState: state } = begin('parlour', 4)
  const shown = JSON.parse(line).map(({ move, cards }) => {
    const next = move ? after(state, move) : { state, refused: false }
    state = { ...next.state, G: { ...next.state.G, ...cards } }
    return seen(state, next.refused)
  })
  console.log(JSON.stringify(shown))
})
