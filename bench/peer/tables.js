// Tables in the middle of games, as boardgame.io's own reducer leaves them.

const { CreateGameReducer, createMatch } = require('boardgame.io/internal')
const { Golf } = require('./golf.js')

const reduce = CreateGameReducer({ game: Golf })

// The state after a move, and apart from it what the move adds to the log; `refused` if the move was not legal.
function after(state, [seat, type, ...args]) {
  const payload = { type, args, playerID: String(seat) }
  const { deltalog, transients, ...next } = reduce(state, { type: 'MAKE_MOVE', payload })
  return { state: next, deltalog, refused: transients !== undefined }
}

function begin(seed, numPlayers) {
  return createMatch({ game: { ...Golf, seed }, numPlayers, unlisted: true })
}

// The match and its log, as if all of it had been played on this server.
function keep(db, code, tokens, moves) {
  const { metadata, initialState } = begin(code, tokens.length)
  tokens.forEach((credentials, seat) => Object.assign(metadata.players[seat], { name: `Player ${seat}`, credentials }))
  db.createMatch(code, { initialState, metadata })
  let state = initialState
  for (const move of moves) {
    const next = after(state, move)
    if (next.refused) throw new Error(`${code}: ${move} is not legal`)
    db.setState(code, next.state, next.deltalog)
    state = next.state
  }
}

module.exports = { after, begin, keep }
