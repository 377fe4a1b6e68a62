// Six-Card Golf for boardgame.io, by the rules (and rule numbers) of src/parlour/games/golf/RULES.md, without house rules.

const { INVALID_MOVE, Stage } = require('boardgame.io/core')

const HOLES = 9
const INITIAL_FLIPS = 2
const TURN_CAP = 30
const SLOTS = [0, 1, 2, 3, 4, 5]
const DECK = [...'A23456789TJQK'].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit))
const VALUES = { A: 1, 2: -2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, T: 10, J: 10, Q: 10, K: 0 } // G9

const faceDown = (up) => up.filter((it) => !it).length
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0)
const leftOf = (seat, { numPlayers }) => (seat + 1) % numPlayers

// G1
function dealt({ random, ctx }, dealer) {
  const cards = random.Shuffle(ctx.numPlayers > 4 ? [...DECK, ...DECK] : DECK)
  return {
    dealer,
    grids: Array.from({ length: ctx.numPlayers }, () => cards.splice(0, 6)),
    up: Array.from({ length: ctx.numPlayers }, () => Array(6).fill(false)),
    discards: [cards.pop()],
    stock: cards,
    step: 'draw', // then 'place' the held card, and 'flip' after discarding a card from the stock
    held: null,
    out: null, // who went out (G8)
    turns: 0, // taken in this hole
  }
}

// G9, G10
function gridValue(grid) {
  const columns = [0, 1, 2].map((top) => [grid[top][0], grid[top + 3][0]])
  return total(columns.map(([top, bottom]) => (top === bottom ? 0 : VALUES[top] + VALUES[bottom])))
}

function endOfTurn({ G, ctx, events }, seat) {
  G.step = 'draw'
  G.turns += 1
  if (G.out === null && !faceDown(G.up[seat])) G.out = seat
  const everybodyHadOneMore = leftOf(seat, ctx) === G.out // G8
  const nothingToDraw = !G.stock.length && !G.discards.length // G32
  if (everybodyHadOneMore || nothingToDraw || G.turns === ctx.numPlayers * TURN_CAP) {
    G.up.forEach((up) => up.fill(true))
    G.sheet.push(G.grids.map(gridValue))
    events.endPhase()
  } else {
    events.endTurn()
  }
}

function faceUp(up, slot) {
  if (up[slot] !== false) return INVALID_MOVE // face up already, or no such card
  up[slot] = true
}

const moves = {
  // G3, G32
  draw({ G, random }) {
    if (G.step !== 'draw') return INVALID_MOVE
    if (!G.stock.length) {
      if (G.discards.length < 2) return INVALID_MOVE
      const top = G.discards.pop()
      G.stock = random.Shuffle(G.discards)
      G.discards = [top]
    }
    G.held = { card: G.stock.pop(), openly: false }
    G.step = 'place'
  },

  // G3
  take({ G }) {
    if (G.step !== 'draw') return INVALID_MOVE
    G.held = { card: G.discards.pop(), openly: true }
    G.step = 'place'
  },

  // G4, G6
  swap({ G, playerID, ...context }, slot) {
    if (G.step !== 'place' || !SLOTS.includes(slot)) return INVALID_MOVE
    const seat = Number(playerID)
    G.discards.push(G.grids[seat][slot])
    G.grids[seat][slot] = G.held.card
    G.up[seat][slot] = true
    G.held = null
    endOfTurn({ G, ...context }, seat)
  },

  // G4, G5
  discard({ G, playerID, ...context }) {
    if (G.step !== 'place' || G.held.openly) return INVALID_MOVE
    const seat = Number(playerID)
    G.discards.push(G.held.card)
    G.held = null
    if (faceDown(G.up[seat])) G.step = 'flip'
    else endOfTurn({ G, ...context }, seat)
  },

  // G7
  turn({ G, playerID, ...context }, slot) {
    const seat = Number(playerID)
    if (G.step !== 'flip' || faceUp(G.up[seat], slot) === INVALID_MOVE) return INVALID_MOVE
    endOfTurn({ G, ...context }, seat)
  },

  leave({ G, playerID, ...context }) {
    if (G.step !== 'flip') return INVALID_MOVE
    endOfTurn({ G, ...context }, Number(playerID))
  },
}

// The player left of the dealer begins, and deals next (G3, G11).
const order = {
  first: ({ G, ctx }) => leftOf(G.dealer, ctx),
  next: ({ ctx }) => leftOf(ctx.playOrderPos, ctx),
}

const Golf = {
  name: 'golf',
  minPlayers: 2,
  maxPlayers: 6,
  disableUndo: true, // a card that was seen cannot be unseen

  setup: (context) => ({ ...dealt(context, 0), sheet: [] }),

  phases: {
    // G2: everybody at once
    turningUp: {
      start: true,
      turn: { activePlayers: { all: Stage.NULL, maxMoves: INITIAL_FLIPS } },
      moves: { turn: ({ G, playerID }, slot) => faceUp(G.up[playerID], slot) },
      endIf: ({ G }) => G.up.every((up) => faceDown(up) === 6 - INITIAL_FLIPS),
      next: 'playing',
    },
    playing: {
      turn: { order },
      moves: { ...moves, draw: { move: moves.draw, client: false } }, // a client does not know the stock
      next: 'scored',
    },
    scored: {
      turn: { order },
      moves: {
        deal: {
          move(context) {
            Object.assign(context.G, dealt(context, leftOf(context.G.dealer, context.ctx)))
            context.events.endPhase()
          },
          client: false,
        },
      },
      next: 'turningUp',
    },
  },

  // G11
  endIf({ G }) {
    if (G.sheet.length < HOLES) return
    const totals = G.grids.map((_, seat) => total(G.sheet.map((hole) => hole[seat])))
    return { totals, winners: totals.flatMap((points, seat) => (points === Math.min(...totals) ? [seat] : [])) }
  },

  // G6: nobody knows a card that lies face down, and only the player who drew a card knows it.
  playerView({ G, ctx, playerID }) {
    const { up, ...shown } = G
    const knowsHeld = G.held && (G.held.openly || playerID === ctx.currentPlayer)
    return {
      ...shown,
      grids: G.grids.map((grid, seat) => grid.map((card, slot) => (up[seat][slot] ? card : null))),
      held: G.held && { ...G.held, card: knowsHeld ? G.held.card : null },
      discards: G.discards.slice(-1),
      stock: G.stock.length,
    }
  },
}

module.exports = { Golf }
