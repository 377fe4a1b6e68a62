import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Chooser } from './chooser.svelte'
import type { Guest } from './guest.svelte'
import { stored } from './storage.svelte'
import type { Action } from './asks'
import type { Answer } from './connection'
import type { Ask, View, Zone } from './wire'

/** A turn at a rummy table: sixteen cards in hand, and two of another player's melds. */
const FACES = ['AS', '3S', '8H', 'KH', '7D', '7C', 'JOK', '2C', '4C', '5C', '6C', '8C', '9C', '10C', 'JC', 'QC']
const hand: Zone = { id: 'hand:2', kind: 'hand', label: 'Your hand', seat: 2, items: FACES }
const run: Zone = { id: 'meld:1', kind: 'meld', label: 'Run', seat: 0, items: ['9H', '10H', { face: 'JOK', as: 'JH' }, 'QH'] }
const book: Zone = { id: 'meld:2', kind: 'meld', label: 'Book', seat: 0, items: ['7H', '7S', 'JOK'] }
const card = { hole: 'card', from: 'hand:2' } as const

const draw: Ask = { say: 'Draw', action: { do: 'draw' }, at: 'stock' }
const discard: Ask = { say: 'Discard', action: { do: 'discard', card }, at: 'discard' }
const playOn: Ask = {
  say: 'Play on',
  action: { do: 'play_on', card, meld: { hole: 'target', only: ['meld:1@low', 'meld:1@high', 'meld:2'] } },
  fits: [['8H', 'meld:1@low'], ['KH', 'meld:1@high'], ['7D', 'meld:2'], ['7C', 'meld:2'], ['JOK', 'meld:1@low'], ['JOK', 'meld:1@high'], ['JOK', 'meld:2']],
}
const exchange: Ask = {
  say: 'Exchange',
  action: { do: 'exchange', card, joker: { hole: 'target', only: ['meld:2@2'] } },
  fits: [['7D', 'meld:2@2'], ['7C', 'meld:2@2']],
}
const layDown: Ask = { say: 'Lay down', action: { do: 'lay_down', melds: { hole: 'groups', from: 'hand:2', needs: ['book', 'run'] } } }

const at = (face: string): number => FACES.indexOf(face)

let acts: Action[]
let tries: Action[]
let answers: Answer[]
let chooser: Chooser
let held = false
let hold: number | null = null
let oneTap = true

function ask(...asks: Ask[]): void {
  const view: View = { game: 'any', seat: 2, round: 1, of: 1, title: '', prompt: '', seats: [], zones: [hand, run, book], asks }
  const guest = {
    busy: '',
    get held() {
      return held
    },
    get hold() {
      return hold
    },
    frame: { view, table: { one_tap: oneTap } },
    act: (_: string, action: Action) => (acts.push(action), Promise.resolve(true)),
    try: (action: Action) => (tries.push(action), Promise.resolve(answers.shift()!)),
  }
  chooser = new Chooser(guest as unknown as Guest)
}

beforeEach(() => {
  acts = []
  tries = []
  answers = []
  held = false
  hold = null
  oneTap = true
})

describe('a card of the hand', () => {
  test('is only picked up by a tap, even if there is only one thing to do with it', () => {
    ask(discard)
    chooser.tapItem('hand:2', 0)
    expect(acts).toEqual([])
    expect(chooser.isChosen('hand:2', 0)).toBe(true)
    chooser.tapItem('hand:2', 0)
    expect(chooser.picked).toBeNull()
  })

  test('goes to the discards by a tap on them, or by the button', () => {
    ask(discard, playOn)
    chooser.tapItem('hand:2', at('AS'))
    expect(chooser.asks).toEqual([discard])
    expect(chooser.spots('discard')).toEqual([''])
    chooser.tapSpot('discard', '')
    chooser.tapItem('hand:2', at('3S'))
    chooser.tapAsk(discard)
    expect(acts).toEqual([{ do: 'discard', card: 'AS' }, { do: 'discard', card: '3S' }])
  })

  test('goes to the end of a meld that takes it, or for its joker', () => {
    ask(discard, playOn, exchange)
    chooser.tapItem('hand:2', at('8H'))
    expect(chooser.spots('meld:1')).toEqual(['low'])
    expect(chooser.spotWords('meld:1', 'low')).toBe('Play on')
    chooser.tapSpot('meld:1', 'low')
    chooser.tapItem('hand:2', at('7D'))
    expect(chooser.spots('meld:2')).toEqual([''])
    expect(chooser.isOpen('meld:2', 2)).toBe(true)
    expect(chooser.isOpen('meld:2', 1)).toBe(false)
    chooser.tapItem('meld:2', 2)
    chooser.tapItem('hand:2', at('7C'))
    chooser.tapSpot('meld:2', '')
    expect(acts).toEqual([
      { do: 'play_on', card: '8H', meld: 'meld:1@low' },
      { do: 'exchange', card: '7D', joker: 'meld:2@2' },
      { do: 'play_on', card: '7C', meld: 'meld:2' },
    ])
  })

  test('with several places for it waits for one of them', () => {
    ask(discard, playOn)
    chooser.tapItem('hand:2', at('JOK'))
    chooser.tapAsk(playOn)
    expect(acts).toEqual([])
    expect(chooser.spots('meld:1')).toEqual(['low', 'high'])
    chooser.tapSpot('meld:1', 'high')
    expect(acts).toEqual([{ do: 'play_on', card: 'JOK', meld: 'meld:1@high' }])
  })

  test('can start a tray', () => {
    ask(layDown, discard)
    chooser.tapItem('hand:2', at('7D'))
    chooser.tapAsk(layDown)
    expect(chooser.openAsk?.picks).toEqual({ melds: { groups: [[{ index: at('7D') }], []] } })
  })
})

test('a pile is drawn from by a tap', () => {
  ask(draw)
  chooser.tapSpot('stock', '')
  expect(acts).toEqual([{ do: 'draw' }])
})

test('what a joker stands for is offered, filled in where it is certain, and asked again', async () => {
  vi.useFakeTimers()
  ask(layDown)
  chooser.tapAsk(layDown)
  for (const face of ['7D', '7C', 'JOK']) chooser.tapItem('hand:2', at(face))
  chooser.useTray(1)
  answers = [
    { type: 'refused', id: '', rule: '', why: 'Say what the joker is.', meanings: [[[], [], ['7S']], [[]]] },
    { type: 'tried', id: '', say: 'Lay down', meanings: [[[], [], ['7S']], [[]]] },
  ]
  chooser.tapItem('hand:2', at('2C'))
  await vi.advanceTimersByTimeAsync(500)
  expect(tries).toEqual([
    { do: 'lay_down', melds: [['7D', '7C', 'JOK'], ['2C']] },
    { do: 'lay_down', melds: [['7D', '7C', 'JOK=7S'], ['2C']] },
  ])
  expect(chooser.tried).toEqual({ ok: true, say: 'Lay down', rule: '' })
  answers = [{ type: 'tried', id: '', say: 'Lay down', meanings: [[[], [], ['7S', '7H']], [[], []]] }]
  chooser.tapItem('hand:2', at('4C'))
  await vi.advanceTimersByTimeAsync(500)
  expect(chooser.jokers.get(at('JOK'))).toEqual(['7S', '7H'])
  vi.useRealTimers()
})

describe('cards to place in order', () => {
  const place: Ask = { say: 'Place', action: { do: 'place', cards: { hole: 'cards', from: 'hand:2', min: 1, max: 5, ordered: true } }, at: 'pile' }

  test('are chosen from the first tap on, and put where they go', async () => {
    vi.useFakeTimers()
    ask(place)
    answers = [{ type: 'tried', id: '', say: 'Place' }]
    chooser.tapItem('hand:2', at('7C'))
    chooser.tapItem('hand:2', at('7D'))
    expect([at('7C'), at('7D'), at('AS')].map((index) => chooser.orderOf('hand:2', index))).toEqual([1, 2, 0])
    expect(chooser.spots('pile')).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(chooser.spots('pile')).toEqual([''])
    chooser.tapSpot('pile', '')
    expect(acts).toEqual([{ do: 'place', cards: ['7C', '7D'] }])
    vi.useRealTimers()
  })
})

test('an ask can be at an item: a tap on it does it, and no other item is highlighted', () => {
  ask({ say: 'Pick up', action: { do: 'take' }, at: 'meld:2@0' })
  expect([0, 1].map((index) => chooser.isOpen('meld:2', index))).toEqual([true, false])
  expect([chooser.spots('meld:2'), chooser.itemWords('meld:2', 0)]).toEqual([[], 'Pick up'])
  chooser.tapItem('meld:2', 0)
  expect(acts).toEqual([{ do: 'take' }])
})

describe('while somebody can still cut in', () => {
  beforeEach(() => (held = true))

  test('a button does nothing, and its pile is not highlighted', () => {
    ask(draw)
    chooser.tapAsk(draw)
    expect(acts).toEqual([])
    expect(chooser.isHeld(draw)).toBe(true)
    expect(chooser.spots('stock')).toEqual([])
    held = false
    chooser.tapAsk(draw)
    expect(acts).toEqual([{ do: 'draw' }])
  })

  test('the player can choose, up to the last tap', () => {
    ask(playOn)
    chooser.tapItem('hand:2', at('KH'))
    chooser.tapSpot('meld:1', 'high')
    expect(acts).toEqual([])
    held = false
    chooser.tapSpot('meld:1', 'high')
    expect(acts).toEqual([{ do: 'play_on', card: 'KH', meld: 'meld:1@high' }])
  })
})

describe('while the others are asked first', () => {
  beforeEach(() => (hold = 1))

  test('only the held action has to wait, and no longer than that', () => {
    const late = { ...draw, held: true }
    ask(late, { say: 'Take', action: { do: 'take' }, at: 'discard' })
    expect(chooser.asks.map((one) => chooser.isHeld(one))).toEqual([true, false])
    chooser.tapAsk(late)
    expect(acts).toEqual([])
    expect(chooser.spots('stock')).toEqual([])
    hold = null
    chooser.tapAsk(late)
    expect(acts).toEqual([{ do: 'draw' }])
  })

  test('the player can choose, up to the last tap', () => {
    ask({ ...playOn, held: true })
    chooser.tapItem('hand:2', at('KH'))
    chooser.tapSpot('meld:1', 'high')
    expect(acts).toEqual([])
    hold = null
    chooser.tapSpot('meld:1', 'high')
    expect(acts).toEqual([{ do: 'play_on', card: 'KH', meld: 'meld:1@high' }])
  })
})

describe('during a choice', () => {
  const place = (...only: string[]): Ask => ({
    say: 'Place a card',
    action: { do: 'place', card: { hole: 'card', from: 'hand:2' }, to: { hole: 'target', only }, down: { hole: 'choice', of: [{ value: true, say: 'down' }] } },
  })

  test('a change of the table that undoes it is told, in the server\'s words', () => {
    ask(place('meld:1', 'meld:2'))
    chooser.tapItem('hand:2', 0)
    chooser.tapSpot('meld:1', '')
    expect(chooser.openAsk).not.toBeNull()
    const before = chooser.view!
    chooser.refresh(before, { ...before, asks: [place('meld:2')] })
    expect(chooser.openAsk).toBeNull()
    expect(chooser['guest'].refusal?.why).toMatch('choose again')
  })

  test('an ask that is gone disappears without a word', () => {
    ask(place('meld:1', 'meld:2'))
    chooser.tapItem('hand:2', 0)
    chooser.tapSpot('meld:1', '')
    chooser.refresh(chooser.view, { ...chooser.view!, asks: [] })
    expect(chooser.openAsk).toBeNull()
    expect(chooser['guest'].refusal).toBeUndefined()
  })
})

describe('a zone that rests', () => {
  const zones = ['hand:2', 'meld:1', 'meld:2', 'stock', 'discard', 'hand:0']
  const isDead = (zone: string): boolean =>
    chooser.spots(zone).length === 0 && FACES.every((_, index) => !chooser.isOpen(zone, index) && !chooser.isChosen(zone, index) && !chooser.itemWords(zone, index))

  test.each([[[draw]], [[discard]], [[playOn]], [[exchange]], [[discard, playOn, exchange]], [[layDown]], [[]]])('has nothing to tap, before and after a card is picked up: %j', (asks: Ask[]) => {
    ask(...asks)
    for (const zone of zones) if (chooser.rests(zone)) expect(isDead(zone)).toBe(true)
    if (chooser.isOpen('hand:2', at('7D'))) chooser.tapItem('hand:2', at('7D'))
    for (const zone of zones) if (chooser.rests(zone)) expect(isDead(zone)).toBe(true)
  })

  test('is one that no ask is about', () => {
    ask(discard, playOn)
    expect(zones.filter((zone) => !chooser.rests(zone))).toEqual(['hand:2', 'meld:1', 'meld:2', 'discard'])
    ask()
    expect(zones.every((zone) => chooser.rests(zone))).toBe(true)
  })
})

describe('one tap', () => {
  const play: Ask = { say: 'Play', action: { do: 'play', card: { ...card, only: ['7D', '7C'] } }, at: 'trick', one_tap: true }

  test('plays a card where the table likes it so', () => {
    ask(play)
    chooser.tapItem('hand:2', at('7D'))
    expect(acts).toEqual([{ do: 'play', card: '7D' }])
    expect(chooser.itemWords('hand:2', at('7C'))).toBe('Play')
  })

  test('only picks it up where it does not', () => {
    oneTap = false
    ask(play)
    chooser.tapItem('hand:2', at('7D'))
    expect([acts, chooser.isChosen('hand:2', at('7D'))]).toEqual([[], true])
  })

  test('is not what a drag begins with', () => {
    ask(play)
    expect(chooser.lift('hand:2', at('7D'))).toBe(true)
    expect([acts, chooser.takes('trick')]).toEqual([[], true])
    chooser.tapSpot('trick', '')
    expect(acts).toEqual([{ do: 'play', card: '7D' }])
  })

  test('on a card that may not be played says why', async () => {
    ask(play)
    answers = [{ type: 'refused', id: '', rule: 'H4', why: 'Play a diamond.' }]
    expect([at('AS'), at('7D')].map((index) => chooser.isBarred('hand:2', index))).toEqual([true, false])
    chooser.tapItem('hand:2', at('AS'))
    await Promise.resolve()
    expect([tries, acts]).toEqual([[{ do: 'play', card: 'AS' }], []])
    expect(chooser['guest'].refusal).toEqual({ rule: 'H4', why: 'Play a diamond.' })
    expect(chooser.picked).toBeNull()
  })
})

test('what no hole limits needs no explaining', () => {
  ask(draw, playOn)
  expect(chooser.isBarred('hand:2', at('AS'))).toBe(false)
  ask({ say: 'Turn up', action: { do: 'turn', slot: { hole: 'slot', from: 'meld:1', only: [1] } } })
  expect([0, 1].map((index) => chooser.isBarred('meld:1', index))).toEqual([true, false])
})

test('a choice among many is answered by one tap', () => {
  const bid: Ask = { say: 'Bid', action: { do: 'bid', tricks: { hole: 'choice', of: [0, 1, 2, 3, 4].map((value) => ({ value, say: String(value) })) } } }
  ask(bid)
  chooser.answer(bid, 'tricks', 3)
  expect(acts).toEqual([{ do: 'bid', tricks: 3 }])
})

describe('in easy mode', () => {
  beforeEach(() => (stored.easy = true))
  afterEach(() => (stored.easy = false))

  const play: Ask = { say: 'Play', action: { do: 'play', card }, at: 'trick', one_tap: true }
  const turn: Ask = { say: 'Turn up', action: { do: 'turn', slot: { hole: 'slot', from: 'meld:1', only: [1] } } }

  test('no single tap plays a card, and a button does', () => {
    ask(play)
    chooser.tapItem('hand:2', at('7D'))
    expect([acts, chooser.isChosen('hand:2', at('7D')), chooser.asks]).toEqual([[], true, [play]])
    chooser.tapAsk(play)
    expect(acts).toEqual([{ do: 'play', card: '7D' }])
  })

  test('a card that is tapped after its button is chosen, and not thrown', () => {
    ask(discard, draw)
    chooser.tapAsk(discard)
    chooser.tapItem('hand:2', at('7D'))
    expect([acts, chooser.isChosen('hand:2', at('7D')), chooser.asks]).toEqual([[], true, [discard]])
    chooser.tapAsk(discard)
    expect(acts).toEqual([{ do: 'discard', card: '7D' }])
  })

  test('a card that fits only one place is not put there by a tap', () => {
    ask(playOn)
    chooser.tapAsk(playOn)
    chooser.tapItem('hand:2', at('KH'))
    expect([acts, chooser.picked]).toEqual([[], { zone: 'hand:2', index: at('KH') }])
    chooser.tapSpot('meld:1', 'high')
    expect(acts).toEqual([{ do: 'play_on', card: 'KH', meld: 'meld:1@high' }])
  })

  test('a tap on a pile or on a card of the table chooses it, and another tap lets it be', () => {
    ask(draw, { say: 'Take', action: { do: 'take' }, at: 'discard' }, turn)
    chooser.tapSpot('stock', '')
    expect([acts, chooser.asks, chooser.isChosen('stock', 0)]).toEqual([[], [draw], true])
    chooser.tapSpot('stock', '')
    expect([acts, chooser.picked]).toEqual([[], null])
    chooser.tapItem('meld:1', 1)
    expect([acts, chooser.asks]).toEqual([[], [turn]])
    chooser.tapAsk(turn)
    expect(acts).toEqual([{ do: 'turn', slot: 1 }])
  })

  test('a card with a button of its own is chosen first', () => {
    const take: Ask = { say: 'Take the second', action: { do: 'take' }, at: 'meld:1@1' }
    ask(take, draw)
    chooser.tapItem('meld:1', 1)
    expect([acts, chooser.asks]).toEqual([[], [take]])
  })

  test('a picked card goes to the discards by a tap on them', () => {
    ask(discard)
    chooser.tapItem('hand:2', 0)
    chooser.tapSpot('discard', '')
    expect(acts).toEqual([{ do: 'discard', card: 'AS' }])
  })

  test('lists of cards are chosen as ever', () => {
    ask(layDown)
    chooser.tapItem('hand:2', 0)
    expect(chooser.openAsk?.ask).toBe(layDown)
  })
})
