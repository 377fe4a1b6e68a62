/** Cards that fly over the table. The table shows the new state at once; a ghost flies there while the card under it is hidden. */

import { faceOf, zoneOf } from './asks'
import { play } from './sounds'
import { gathered, startsOf, type Gathered } from './travels'
import type { ZoneItem } from './zones'
import type { Travel, View, ZoneKind } from './wire'

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)'
const FOLLOWED = 'cubic-bezier(0.4, 0.2, 0.3, 1)' // what somebody else does: it does not start before one has seen where
const DRAW = 250
const SPEED: Record<ZoneKind, number> = { hand: DRAW, held: DRAW, grid: DRAW, pile: 200, meld: 350, prize: 350, pieces: 350, trick: 350, won: 200 }
const AWAY = 350 // from or to somebody whose cards are hidden: it is all that the others see of it
const SHIFT = 150
const FADE = 100
const BREATH = 550 // milliseconds that a finished trick lies before it goes to the winner
/** Milliseconds until a finished trick has left the middle. */
export const TRICK_GONE = SPEED.trick + BREATH + SPEED.won
const APART = 40
const DEAL = 1200 // milliseconds until the last card of a deal starts
const LONGEST = 4000 // milliseconds that a card stays hidden at most, whatever happens to its ghost
const TURN = 24
const PLATE = { width: 26, height: 36 } // a card at the name of a player whose cards are hidden
const BACK: ZoneItem = { down: true }

interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Place {
  element: HTMLElement
  index: number
  box: Box
  item: ZoneItem | undefined
  small: boolean
}

/** Where everything is now. */
export interface Picture {
  view: View
  middle: Box
  zones: Map<string, { box: Box; places: Place[] }>
  plates: Map<number, Box>
}

/** One end of a flight: a place, or the name plate of the player who has the card, or where a pile was that is gone. */
interface End {
  box: Box
  place?: Place
  small?: boolean
  away: boolean
}

interface Flight {
  travel: Travel
  from: End
  to: End
  face: ZoneItem | null // null: only its back is known
  flips: boolean
  deal: boolean
  wait: number
  lasts: number
  turn: number // degrees: a card that is thrown turns
}

/** A card that was dropped, and where. */
export type Drop = { zone: string; face: string | null; box: Box } | null

let dropped: Drop = null

export function dropAt(drop: Drop): void {
  dropped = drop
}

export const lastDrop = (): Drop => dropped

export type Draw = (item: ZoneItem, small: boolean) => Element

/** Measures everything in one go. */
export function picture(root: HTMLElement, view: View): Picture {
  const zones: Picture['zones'] = new Map()
  for (const zone of root.querySelectorAll<HTMLElement>('[data-zone]')) {
    const id = zone.dataset.zone!
    const items = zoneOf(view, id)?.items
    const places = [...zone.querySelectorAll<HTMLElement>('[data-place]')].map((element): Place => {
      const index = Number(element.dataset.place)
      const card = element.querySelector<HTMLElement>('.item') ?? element
      const box = centred(card.getBoundingClientRect(), card.offsetWidth, card.offsetHeight) // some are rotated
      return { element, index, box, item: items?.[index], small: !!element.closest('.small') }
    })
    zones.set(id, { box: zone.getBoundingClientRect(), places })
  }
  const plates = [...root.querySelectorAll<HTMLElement>('[data-seat]')]
  return {
    view,
    middle: (root.querySelector('main') ?? root).getBoundingClientRect(),
    zones,
    plates: new Map(plates.map((plate) => [Number(plate.dataset.seat), plate.getBoundingClientRect()])),
  }
}

const centred = (box: Box, width: number, height: number, x = box.width / 2): Box => ({
  x: box.x + x - width / 2,
  y: box.y + (box.height - height) / 2,
  width,
  height,
})

const isNew = (item: ZoneItem | undefined): boolean => typeof item === 'object' && !!item.new
const isDown = (item: ZoneItem | undefined): boolean => !item || (typeof item === 'object' && !!item.down && !item.face)

/** The place in a zone: by its number, by what lies there, or else the last. */
function placeIn(places: Place[], travel: Travel, index: number | undefined, taken: Set<Place>): Place | undefined {
  const free = places.filter((place) => !taken.has(place))
  const like = travel.face ? free.filter((place) => faceOf(place.item) === travel.face) : free
  return like.find((place) => place.index === index) ?? like.find((place) => isNew(place.item)) ?? like.at(-1) ?? places.at(-1)
}

function endOf(shown: Picture, other: Picture, id: string, travel: Travel, index: number | undefined, taken: Set<Place>): End {
  const found = shown.zones.get(id)
  const place = found && placeIn(found.places, travel, index, taken)
  if (place) return { box: place.box, place, small: place.small, away: false }
  const gone = !found && zoneOf(other.view, id)?.kind === 'pile' ? other.zones.get(id)?.places.at(-1) : undefined
  if (gone) return { box: gone.box, small: gone.small, away: true }
  const seat = (zoneOf(shown.view, id) ?? zoneOf(other.view, id))?.seat
  const plate = seat == null ? undefined : shown.plates.get(seat)
  const box = found?.box ?? plate ?? shown.middle
  return { box: centred(box, PLATE.width, PLATE.height, plate && Math.min(box.width / 2, 48)), away: true }
}

export class Flights {
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  private readonly running = new Set<Animation>()
  /** The cards of a finished trick, and when each leaves; the next change sends them off at once. */
  private readonly lying = new Map<Animation, number>()

  constructor(private readonly layer: () => HTMLElement, private readonly draw: Draw) {}

  /** From one state to the next: traveling cards fly, a dropped one from where it was dropped; cards that only make room slide. */
  show(before: Picture, after: Picture, travels: Travel[], { deal, still, drop }: { deal: boolean; still: boolean; drop: Drop }): void {
    this.sendOff()
    const kindOf = (id: string): ZoneKind | undefined => (zoneOf(after.view, id) ?? zoneOf(before.view, id))?.kind
    const { gathered: tricks, rest } = gathered(travels, kindOf)
    const less = document.documentElement.dataset.motion === 'less'
    if (!less) this.gather(before, after, tricks, drop)
    travels = rest
    const left = new Set<Place>()
    const taken = new Set<Place>()
    const gap = Math.min(APART, (deal ? DEAL : DEAL / 2) / travels.length)
    const starts = startsOf(travels, gap, kindOf)
    const flights = travels.map((travel, at): Flight => {
      const from = endOf(before, after, travel.from, travel, travel.fromIndex, left)
      if (drop?.zone === travel.from && (!drop.face || drop.face === travel.face)) from.box = drop.box
      const to = endOf(after, before, travel.to, travel, travel.toIndex, taken)
      if (from.place) left.add(from.place)
      if (to.place) taken.add(to.place)
      const lies = to.place?.item
      const face = travel.face ? (lies && faceOf(lies) === travel.face ? lies : travel.face) : null
      const flips = !!face && (deal || (isDown(from.place?.item) && !from.away))
      const kind = zoneOf(after.view, travel.to)?.kind ?? 'hand'
      const turn = kind === 'pile' ? (to.box.x < from.box.x ? -TURN : TURN) : 0
      return { travel, from, to, face, flips, deal, wait: starts[at]!, lasts: to.away || from.away ? AWAY : SPEED[kind], turn }
    })
    if (less) return this.fade(flights)
    for (const flight of flights) this.prepare(flight, before)
    if (!still) this.shift(before, after, taken)
  }

  /** The cards of a finished trick: the last one flies to its place, all lie for a breath, and then go to the winner. */
  private gather(before: Picture, after: Picture, tricks: Gathered[], drop: Drop): void {
    const arrival = tricks.some(({ arrives }) => arrives) ? SPEED.trick : 0
    const leaves = arrival + BREATH
    const lasts = leaves + SPEED.meld
    const none = new Set<Place>()
    for (const { travel, arrives } of tricks) {
      const index = travel.fromIndex ?? arrives?.toIndex
      const lie = endOf(before, after, travel.from, index === undefined ? travel : { ...travel, face: undefined }, index, none)
      const to = endOf(after, before, travel.to, travel, travel.toIndex, none)
      const ghost = this.ghost(lie.box, travel.face ?? BACK, lie.place?.small ?? false)
      if (index !== undefined && index === zoneOf(after.view, travel.to)?.seat) ghost.classList.add('taker')
      const at = (box: Box): string => {
        const { x, y } = centred(box, lie.box.width, lie.box.height)
        return `translate(${x}px, ${y}px) scale(${box.width / lie.box.width})`
      }
      const frames: Keyframe[] = [
        { transform: at(lie.box), opacity: 1, offset: arrives ? arrival / lasts : 0 },
        { transform: at(lie.box), opacity: 1, offset: leaves / lasts, easing: EASE },
        { transform: at(to.box), opacity: 0.2 },
      ]
      if (arrives) {
        const from = endOf(before, after, arrives.from, arrives, arrives.fromIndex, none)
        if (drop?.zone === arrives.from && (!drop.face || drop.face === arrives.face)) from.box = drop.box
        frames.unshift({ transform: at(from.box), opacity: from.away ? 0 : 1, easing: EASE })
        play('slide')
      }
      this.layer().append(ghost)
      const animation = this.run(ghost, frames, { duration: lasts }, () => {
        ghost.remove()
        this.lying.delete(animation)
        if (arrives) play('land')
      })
      this.lying.set(animation, leaves)
    }
  }

  /** A finished trick goes to the winner now. */
  private sendOff(): void {
    for (const [animation, leaves] of this.lying) animation.currentTime = Math.max(leaves, Number(animation.currentTime ?? 0))
  }

  /** A tap ends a deal and a lay-down, and a finished trick lies no longer; what flies alone lands by itself. */
  readonly end = (): void => {
    this.sendOff()
    if (this.timers.size) this.clear()
  }

  clear(): void {
    for (const timer of this.timers) clearTimeout(timer)
    for (const animation of this.running) animation.cancel()
    this.timers.clear()
    this.layer().replaceChildren()
  }

  private run(element: Element, frames: Keyframe[] | PropertyIndexedKeyframes, options: KeyframeAnimationOptions, done = (): void => {}): Animation {
    const animation = element.animate(frames, options)
    this.running.add(animation)
    animation.onfinish = animation.oncancel = () => {
      this.running.delete(animation)
      done()
    }
    return animation
  }

  private fade(flights: Flight[]): void {
    for (const { to } of flights)
      if (to.place) this.run(to.place.element, { opacity: [0.3, 1] }, { duration: FADE })
  }

  /** Hides a card until its ghost lands; a pile shows its previous top card until then. */
  private prepare(flight: Flight, before: Picture): void {
    const { travel, to } = flight
    const arrived = to.place && (travel.face ? faceOf(to.place.item) === travel.face : isDown(to.place.item))
    const pile = zoneOf(before.view, travel.to)?.kind === 'pile'
    const under = pile ? before.zones.get(travel.to)?.places : undefined
    const veils: (() => void)[] = []
    if (arrived && to.place && !(pile && isDown(to.place.item))) {
      const veil = this.run(to.place.element, { opacity: [0, 0] }, { duration: LONGEST })
      veils.push(() => veil.cancel())
      const old = under?.length === 1 ? under[0]?.item : undefined
      if (old) {
        const cover = this.ghost(to.box, old, to.place.small)
        this.layer().prepend(cover)
        veils.push(() => cover.remove())
      }
    }
    const lift = (): void => veils.forEach((veil) => veil())
    if (flight.wait < 10) return this.launch(flight, lift)
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      this.launch(flight, lift)
    }, flight.wait)
    this.timers.add(timer)
  }

  private launch({ from, to, face, flips, deal, lasts, turn }: Flight, lift: () => void): void {
    const size = to.away && from.box.width > to.box.width ? from.box : to.box
    const small = to.small ?? from.small ?? true
    const ghost = this.ghost(size, face ?? BACK, small)
    const at = (box: Box, grown = 1, turn = 0): string => {
      const { x, y } = centred(box, size.width, size.height)
      return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${(box.width / size.width) * grown})`
    }
    const mean = (one: number, other: number): number => (one + other) / 2
    const half = {
      x: mean(from.box.x, to.box.x),
      y: mean(from.box.y, to.box.y),
      width: mean(from.box.width, to.box.width),
      height: mean(from.box.height, to.box.height),
    }
    if (flips) {
      const back = document.createElement('div')
      back.append(this.draw(BACK, small))
      ghost.classList.add('turns')
      ghost.firstElementChild!.append(back)
      this.run(ghost.firstElementChild!, { transform: ['rotateY(180deg)', 'rotateY(0deg)'] }, { duration: lasts, easing: 'ease-in-out' })
    }
    this.layer().append(ghost)
    play('slide')
    this.run(
      ghost,
      [
        { transform: at(from.box), opacity: from.away ? 0 : 1 },
        { opacity: 1, offset: 0.15 },
        { transform: at(half, 1.1, turn), offset: 0.5 },
        { opacity: 1, offset: 0.85 },
        { transform: at(to.box), opacity: to.away ? 0 : 1 },
      ],
      { duration: lasts, easing: from.away || to.away ? FOLLOWED : EASE },
      () => {
        lift()
        ghost.remove()
        if (!deal) play('land')
      },
    )
  }

  private ghost(box: Box, item: ZoneItem, small: boolean): HTMLElement {
    const ghost = document.createElement('div')
    const turner = document.createElement('div')
    const side = document.createElement('div')
    ghost.className = 'ghost'
    Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px`, transform: `translate(${box.x}px, ${box.y}px)` })
    side.append(this.draw(item, small))
    turner.append(side)
    ghost.append(turner)
    return ghost
  }

  /** Slides cards from where they were, as when a hand closes a gap or a meld grows, and piles that make room. */
  private shift(before: Picture, after: Picture, taken: Set<Place>): void {
    const busy = new Set([...taken].map(({ element }) => element))
    const slide = (element: Element, was: Box, now: Box, origin: string): void => {
      const [x, y, scale] = [was.x - now.x, was.y - now.y, was.width / now.width]
      if (Math.abs(x) + Math.abs(y) < 2 || !Number.isFinite(scale)) return
      const start = `translate(${x}px, ${y}px) scale(${scale})`
      this.run(element, { transform: [start, 'none'], transformOrigin: [origin, origin] }, { duration: SHIFT, easing: EASE })
    }
    for (const [id, { box, places }] of after.zones) {
      const old = before.zones.get(id)?.places ?? []
      if (zoneOf(after.view, id)?.kind === 'pile') {
        const [was, top] = [old.at(-1), places.at(-1)]
        const whole = top?.element.closest('[data-zone]')
        if (was && top && whole && !places.some(({ element }) => busy.has(element)))
          slide(whole, was.box, top.box, `${top.box.x - box.x}px ${top.box.y - box.y}px`)
        continue
      }
      const first = numbered(old)
      for (const [key, place] of numbered(places)) {
        const was = first.get(key)?.box
        if (was && !busy.has(place.element) && place.index >= 0) slide(place.element, was, place.box, '0 0')
      }
    }
  }
}

/** Places by the card there; equal cards are numbered. Face-down cards stay unknown. */
function numbered(places: Place[]): Map<string, Place> {
  const found = new Map<string, Place>()
  for (const place of places) {
    const face = faceOf(place.item)
    for (let copy = 0; face; copy++) {
      const key = `${face} ${copy}`
      if (found.has(key)) continue
      found.set(key, place)
      break
    }
  }
  return found
}
