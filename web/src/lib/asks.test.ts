import { describe, expect, test } from 'vitest'
import {
  actionOf,
  asksAt,
  asksFor,
  begin,
  holeFor,
  isChosen,
  isLegal,
  isReady,
  jokersIn,
  meaning,
  openHole,
  put,
  putItem,
  reachOf,
  settleJokers,
  spotsOf,
  targets,
  wantsDone,
} from './asks'
import { VIEW } from './fixtures'
import type { Ask, View, Zone } from './wire'

function viewOf(zones: Zone[], asks: Ask[]): View {
  return { ...VIEW, zones, asks }
}

const hand: Zone = { id: 'hand:0', kind: 'hand', label: 'Hand', seat: 0, items: ['7H', '7S', 'JOK', '7H', { down: true }] }
const grid: Zone = { id: 'grid:0', kind: 'grid', label: 'Grid', seat: 0, items: ['KD', { down: true }, { down: true }] }
const meld: Zone = { id: 'meld:1', kind: 'meld', label: 'Sevens', items: ['7D', '7C', { face: 'JOK', as: '7S' }] }

const draw: Ask = { say: 'Draw', action: { do: 'draw' }, at: 'stock' }
const turn: Ask = { say: 'Turn up', action: { do: 'turn', slot: { hole: 'slot', from: 'grid:0', only: [1, 2] } } }
const swap: Ask = { say: 'Swap', action: { do: 'swap', slot: { hole: 'slot', from: 'grid:0' } } }
const hide: Ask = { say: 'Hide', action: { do: 'hide', card: { hole: 'card', from: 'hand:0' } } }
const gather: Ask = { say: 'Gather', action: { do: 'gather', cards: { hole: 'cards', from: 'hand:0', min: 2, max: 3 } } }
const lay: Ask = { say: 'Lay', action: { do: 'lay', sets: { hole: 'groups', from: 'hand:0', needs: ['pair', 'single'] } } }
const add: Ask = {
  say: 'Add',
  action: {
    do: 'add',
    card: { hole: 'card', from: 'hand:0' },
    meld: { hole: 'target', only: ['meld:1@low', 'meld:1@2', 'meld:2'] },
  },
  fits: [
    ['7H', 'meld:1@low'],
    ['7S', 'meld:1@2'],
    ['7S', 'meld:2'],
  ],
}
const pick: Ask = {
  say: 'Pick',
  action: { do: 'pick', colour: { hole: 'choice', of: [{ value: 'R', say: 'red' }] }, slot: { hole: 'slot', from: 'grid:0' } },
}

describe('before anything is chosen', () => {
  test('a place starts the asks that can take it', () => {
    const view = viewOf([grid], [turn])
    expect(asksFor(view, 'grid:0', 0)).toEqual([])
    expect(asksFor(view, 'grid:0', 1)).toEqual([turn])
    expect(asksFor(viewOf([grid], [turn, swap]), 'grid:0', 1)).toEqual([turn, swap])
  })

  test('a zone answers the asks without holes that name it', () => {
    const view = viewOf([], [draw, turn])
    expect(asksAt(view, 'stock')).toEqual([draw])
    expect(asksAt(view, 'discard')).toEqual([])
  })

  test('fits narrow the first hole; later holes wait', () => {
    const view = viewOf([hand, meld], [hide, add])
    expect(asksFor(view, 'hand:0', 0)).toEqual([hide, add])
    expect(asksFor(view, 'hand:0', 2)).toEqual([hide])
    expect(asksFor(view, 'meld:1', 2)).toEqual([])
  })

  test('a hidden card without a face fills no card hole', () => {
    expect(asksFor(viewOf([hand], [hide]), 'hand:0', 4)).toEqual([])
  })

  test('an earlier choice does not block an item', () => {
    expect(asksFor(viewOf([grid], [pick]), 'grid:0', 2)).toEqual([pick])
  })
})

describe('choosing', () => {
  test('a slot is an index, a card its face', () => {
    const view = viewOf([hand, grid], [])
    expect(actionOf(view, putItem(begin(turn), 'slot', 'grid:0', 2))).toEqual({ do: 'turn', slot: 2 })
    expect(actionOf(view, putItem(begin(hide), 'card', 'hand:0', 1))).toEqual({ do: 'hide', card: '7S' })
  })

  test('a card, then only the targets it fits', () => {
    const view = viewOf([hand, meld], [])
    let now = begin(add)
    expect(holeFor(view, now, 'hand:0', 2)).toBeUndefined()
    expect(targets(view, now)).toEqual([])
    now = putItem(now, 'card', 'hand:0', 1)
    expect(isChosen(now, 'hand:0', 1)).toBe(true)
    expect(openHole(view, now)?.[0]).toBe('meld')
    expect(targets(view, now)).toEqual(['meld:1@2', 'meld:2'])
    expect(spotsOf(targets(view, now), 'meld:1')).toEqual([])
    expect(spotsOf(targets(view, now), 'meld:2')).toEqual([''])
    expect(spotsOf(['meld:1@low', 'meld:11'], 'meld:1')).toEqual(['low'])
    expect(holeFor(view, now, 'meld:1', 2)).toBe('meld')
    expect(holeFor(view, now, 'meld:1', 1)).toBeUndefined()
    now = putItem(now, 'meld', 'meld:1', 2)
    expect(isReady(view, now)).toBe(true)
    expect(actionOf(view, now)).toEqual({ do: 'add', card: '7S', meld: 'meld:1@2' })
  })

  test('several cards: two copies are two items, up to the maximum', () => {
    const view = viewOf([hand], [])
    let now = begin(gather)
    expect(wantsDone(gather)).toBe(true)
    now = putItem(now, 'cards', 'hand:0', 0)
    expect(isReady(view, now)).toBe(false)
    now = putItem(now, 'cards', 'hand:0', 3)
    expect(isReady(view, now)).toBe(true)
    expect(actionOf(view, now)).toEqual({ do: 'gather', cards: ['7H', '7H'] })
    now = putItem(now, 'cards', 'hand:0', 1)
    expect(holeFor(view, now, 'hand:0', 2)).toBeUndefined()
    expect(holeFor(view, now, 'hand:0', 1)).toBe('cards')
    now = putItem(now, 'cards', 'hand:0', 0)
    expect(actionOf(view, now)).toEqual({ do: 'gather', cards: ['7H', '7S'] })
  })

  test('fits know lists, in order or not', () => {
    const fits = [[['7H', 'JOK']], [['7S', '7H']]]
    const view = viewOf([hand], [])
    const loose: Ask = { ...gather, fits }
    expect(isLegal(view, begin(loose), 'cards', ['JOK'])).toBe(true)
    const ordered: Ask = {
      say: '',
      action: { do: 'gather', cards: { hole: 'cards', from: 'hand:0', min: 2, max: 2, ordered: true } },
      fits,
    }
    expect(isLegal(view, begin(ordered), 'cards', ['JOK'])).toBe(false)
    expect(isLegal(view, begin(ordered), 'cards', ['7S', '7H'])).toBe(true)
  })

  test('groups fill tray by tray, and a joker can say what it is', () => {
    const view = viewOf([hand], [])
    let now = begin(lay)
    now = putItem(now, 'sets', 'hand:0', 1)
    now = putItem(now, 'sets', 'hand:0', 2)
    expect(isReady(view, now)).toBe(false)
    now = putItem({ ...now, tray: 1 }, 'sets', 'hand:0', 0)
    expect(isReady(view, now)).toBe(true)
    now = meaning(now, 'sets', 2, '7S')
    expect(actionOf(view, now)).toEqual({ do: 'lay', sets: [['7S', 'JOK=7S'], ['7H']] })
    now = meaning(now, 'sets', 2, '')
    now = putItem(now, 'sets', 'hand:0', 1)
    expect(actionOf(view, now)).toEqual({ do: 'lay', sets: [['JOK'], ['7H']] })
  })

  test('a choice and a place, in either order', () => {
    const view = viewOf([grid], [])
    const placed = putItem(begin(pick), 'slot', 'grid:0', 0)
    expect(openHole(view, placed)?.[0]).toBe('colour')
    const chosen = put(placed, 'colour', { value: 'R' })
    expect(actionOf(view, chosen)).toEqual({ do: 'pick', colour: 'R', slot: 0 })
    expect(isLegal(view, placed, 'colour', 'G')).toBe(false)
  })
})

describe('a picked card', () => {
  test('can go wherever an ask for it leads', () => {
    const exchange: Ask = {
      say: 'Exchange',
      action: { do: 'exchange', card: { hole: 'card', from: 'hand:0' }, joker: { hole: 'target', only: ['meld:1@2'] } },
      fits: [['7S', 'meld:1@2']],
    }
    const view = viewOf([hand, meld], [hide, gather, { ...add, fits: [['7S', 'meld:2'], ['7H', 'meld:1@low']] }, exchange])
    const reach = reachOf(view, 'hand:0', 1)
    expect([...reach].map(([target, { ask }]) => [target, ask.say])).toEqual([
      ['meld:2', 'Add'],
      ['meld:1@2', 'Exchange'],
    ])
    expect(actionOf(view, put(reach.get('meld:1@2')!, 'joker', { value: 'meld:1@2' }))).toEqual({
      do: 'exchange',
      card: '7S',
      joker: 'meld:1@2',
    })
    expect(reachOf(view, 'hand:0', 2).size).toBe(0)
  })
})

describe('what a joker stands for', () => {
  const laid = putItem(putItem(begin(lay), 'sets', 'hand:0', 1), 'sets', 'hand:0', 2)

  test('is offered by card, wherever it is in its group', () => {
    expect([...jokersIn(laid, [[[], ['8H', '4H']], []])]).toEqual([[2, ['8H', '4H']]])
    expect(jokersIn(begin(lay), [[['8H']]]).size).toBe(0)
  })

  test('is filled in when only one is possible, and kept or dropped as that changes', () => {
    const view = viewOf([hand], [])
    const only = settleJokers(laid, new Map([[2, ['7S']]]))
    expect(actionOf(view, only)).toEqual({ do: 'lay', sets: [['7S', 'JOK=7S'], []] })
    const two = new Map([[2, ['8H', '4H']]])
    expect(settleJokers(laid, two)).toBe(laid)
    expect(settleJokers(only, two)).toEqual(laid)
    const said = meaning(laid, 'sets', 2, '4H')
    expect(settleJokers(said, two)).toBe(said)
  })
})
