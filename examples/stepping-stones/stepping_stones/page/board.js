// @ts-check
/** @import { Lay, Mount } from 'parlour-board' */

/** The brook from bank to bank: the stock lies on the near bank, and the last stones lead across. The page draws the cards. */

const WATER = 'color-mix(in srgb, #3f8f9c 45%, var(--table))'
const WAVE = 'color-mix(in srgb, #3f8f9c 70%, var(--table))'
const BANK = 'color-mix(in srgb, #7fa05f 25%, var(--table))'
const STONE = 'color-mix(in srgb, #8b8578 60%, var(--table))'

/** Where the stones lie, in percent of the brook: first those that have no card any more. */
const WORN = [{ x: 25, y: 74 }, { x: 29, y: 28 }]
const STONES = [{ x: 41, y: 62, turn: -7 }, { x: 60, y: 38, turn: 5 }, { x: 79, y: 60, turn: -3 }]

/** @type {Lay} */
const lay = (index) => STONES[index] ?? { x: 79, y: 60 }

/** @param {{ x: number, y: number }} spot @param {number} size a card is 1 wide */
function stone({ x, y }, size) {
  const drawn = document.createElement('div')
  Object.assign(drawn.style, {
    position: 'absolute',
    left: `${x}%`,
    top: `${y}%`,
    width: `calc(var(--card) * ${size})`,
    height: `calc(var(--card) * ${size * 1.15})`,
    translate: '-50% -50%',
    borderRadius: '48% 52% 45% 55% / 55% 48% 52% 45%',
    background: STONE,
    boxShadow: '0 5px 0 #0003',
  })
  return drawn
}

function water() {
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  drawn.setAttribute('viewBox', '0 0 100 100')
  drawn.setAttribute('preserveAspectRatio', 'none')
  drawn.setAttribute('aria-hidden', 'true')
  Object.assign(drawn.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', borderRadius: '18px' })
  drawn.innerHTML = `
    <rect width="100" height="100" fill="${BANK}" />
    <path d="M19 0Q25 25 20 50T21 100H92Q95 75 91 50T93 0z" fill="${WATER}" />
    <path d="M30 12q4-4 8 0t8 0M64 14q4-4 8 0t8 0M46 88q4-4 8 0t8 0M66 90q4-4 8 0" fill="none" stroke="${WAVE}" stroke-width="5"
      vector-effect="non-scaling-stroke" />`
  return drawn
}

/** @type {Mount} */
export function mount(area, table) {
  const brook = document.createElement('div')
  Object.assign(brook.style, { position: 'absolute', inset: '0' })
  brook.style.setProperty('--card', 'min(18cqw, 40cqh, 96px)')
  const worn = WORN.map((spot) => stone(spot, 0.55))
  const under = STONES.map((spot) => stone(spot, 1.5))

  const stock = table.zone('stock')
  Object.assign(stock.style, { position: 'absolute', left: '10%', top: '50%', translate: '-50% -50%' })
  const stones = table.zone('stones', lay)
  Object.assign(stones.style, { position: 'absolute', inset: '0' })

  brook.append(water(), ...worn, ...under, stock, stones)
  area.append(brook)

  return {
    update(frame) {
      const { count = 0, items = [] } = frame.view?.zones.find(({ id }) => id === 'stones') ?? {}
      worn.forEach((drawn, at) => (drawn.hidden = count - items.length <= at))
      under.forEach((drawn, at) => (drawn.hidden = items.length <= at))
    },
    destroy: () => brook.remove(),
  }
}
