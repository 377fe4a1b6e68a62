import type { ZoneItem } from './zones'
import type { Ask, ChoiceHole, Filling, Hole, Meanings, View, Zone } from './wire'

/** Turns asks and taps into an action, by pure functions that know no game's rules: what is legal is in `only`, `of`, `fits` and the
 * zones' items. */

/** An ask with all its holes filled. */
export type Action = Record<string, Filling>

/** Something chosen by name. */
export type Single = ChoiceHole['of'][number]['value']

/** An item of the hole's zone, and what it stands for if it is a joker. */
export interface Spot {
  index: number
  as?: string
}

/** What has been chosen for one hole: items of a zone, groups of them, or a value by name. */
export type Picked = { items: Spot[] } | { groups: Spot[][] } | { value: string | number | boolean }

export interface OpenAsk {
  ask: Ask
  picks: Record<string, Picked>
  tray: number // the group that takes the next card
}

export const isHole = (value: Filling | Hole): value is Hole =>
  typeof value === 'object' && !Array.isArray(value) && 'hole' in value

export const holesOf = (ask: Ask): [key: string, hole: Hole][] =>
  Object.entries(ask.action).filter((entry): entry is [string, Hole] => isHole(entry[1]))

export const begin = (ask: Ask): OpenAsk => ({ ask, picks: {}, tray: 0 })

/** The same ask after an update of the view. */
export const askKey = (ask: Ask): string => JSON.stringify(ask.action)

export const faceOf = (item: ZoneItem | undefined): string | null =>
  item === undefined ? null : typeof item === 'string' ? item : (item.face ?? null)

export const zoneOf = (view: View, id: string): Zone | undefined => view.zones.find((zone) => zone.id === id)

const faceAt = (view: View, zone: string, index: number): string | null => faceOf(zoneOf(view, zone)?.items?.[index])

const written = (view: View, zone: string, spot: Spot): string => {
  const face = faceAt(view, zone, spot.index) ?? ''
  return spot.as ? `${face}=${spot.as}` : face
}

/** The value of a pick so far; undefined if nothing is chosen yet. */
export function valueOf(view: View, hole: Hole, pick: Picked | undefined): Filling | undefined {
  if (!pick) return undefined
  if ('value' in pick) return pick.value
  if ('groups' in pick)
    return hole.hole === 'groups'
      ? pick.groups.map((group) => group.map((spot) => written(view, hole.from, spot)))
      : undefined
  if (hole.hole === 'cards') return pick.items.map((spot) => written(view, hole.from, spot))
  const first = pick.items[0]
  if (!first) return undefined
  if (hole.hole === 'slot') return first.index
  return hole.hole === 'card' ? written(view, hole.from, first) : undefined
}

/** Whether this hole has all it needs. */
export function isFilled(view: View, hole: Hole, pick: Picked | undefined): boolean {
  const value = valueOf(view, hole, pick)
  if (value === undefined) return false
  if (hole.hole === 'cards') return (value as string[]).length >= hole.min
  if (hole.hole === 'groups') return (value as string[][]).every((group) => group.length > 0)
  return true
}

export const isReady = (view: View, openAsk: OpenAsk): boolean =>
  holesOf(openAsk.ask).every(([key, hole]) => isFilled(view, hole, openAsk.picks[key]))

/** A list of cards has no natural end, so the player has to say "done". */
export const wantsDone = (ask: Ask): boolean =>
  holesOf(ask).some(([, hole]) => hole.hole === 'cards' || hole.hole === 'groups')

export function actionOf(view: View, openAsk: OpenAsk): Action {
  const entries = Object.entries(openAsk.ask.action).map(([key, value]): [string, Filling] => {
    if (!isHole(value)) return [key, value]
    return [key, valueOf(view, value, openAsk.picks[key]) ?? '']
  })
  return Object.fromEntries(entries)
}

// ---------------------------------------------------------------- what is legal

const same = (a: Filling | undefined, b: Filling | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether `part` could still grow into `whole`. */
function leadsTo(part: Filling, whole: Filling | undefined, hole: Hole): boolean {
  if (hole.hole !== 'cards' || !Array.isArray(part) || !Array.isArray(whole)) return same(part, whole)
  if (hole.ordered) return part.every((face, at) => same(face, whole[at]))
  const left = [...whole]
  return part.every((face) => {
    const at = left.findIndex((other) => same(face, other))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Whether this value can go into this hole, given what is chosen for the others. */
export function isLegal(view: View, openAsk: OpenAsk, key: string, value: Filling): boolean {
  const holes = holesOf(openAsk.ask)
  const hole = holes.find(([name]) => name === key)?.[1]
  if (!hole || !takes(hole, value)) return false
  const { fits } = openAsk.ask
  if (!fits) return true
  return fits.some((row) =>
    holes.every(([other, otherHole], at) => {
      const chosen = other === key ? value : valueOf(view, otherHole, openAsk.picks[other])
      return chosen === undefined || leadsTo(chosen, row[at], otherHole)
    }),
  )
}

function takes(hole: Hole, value: Filling): boolean {
  switch (hole.hole) {
    case 'card':
      return typeof value === 'string' && value !== '' && (!hole.only || hole.only.includes(value))
    case 'slot':
      return typeof value === 'number' && (!hole.only || hole.only.includes(value))
    case 'target':
      return typeof value === 'string' && hole.only.includes(value)
    case 'choice':
      return hole.of.some((choice) => choice.value === value)
    case 'cards':
      return Array.isArray(value) && value.length <= hole.max
    case 'groups':
      return Array.isArray(value)
  }
}

/** The hole to fill now: the first one that is not filled. */
export const openHole = (view: View, openAsk: OpenAsk): [key: string, hole: Hole] | undefined =>
  holesOf(openAsk.ask).find(([key, hole]) => !isFilled(view, hole, openAsk.picks[key]))

const spotsIn = (pick: Picked | undefined): Spot[] =>
  !pick || 'value' in pick ? [] : 'items' in pick ? pick.items : pick.groups.flat()

/** Whether this item is chosen for some hole. */
export const isChosen = (openAsk: OpenAsk, zone: string, index: number): boolean =>
  holesOf(openAsk.ask).some(
    ([key, hole]) =>
      'from' in hole && hole.from === zone && spotsIn(openAsk.picks[key]).some((spot) => spot.index === index),
  )

/** The holes a tap can fill now: the next one, and lists of cards, which stay open until the end. */
const openKeys = (view: View, openAsk: OpenAsk): [string, Hole][] => {
  const asked = openHole(view, openAsk)?.[0]
  return holesOf(openAsk.ask).filter(
    ([key, hole]) => key === asked || hole.hole === 'cards' || hole.hole === 'groups',
  )
}

/** The hole that this item can fill now, or is already chosen for. */
export function holeFor(view: View, openAsk: OpenAsk, zone: string, index: number): string | undefined {
  return openKeys(view, openAsk).find(([key, hole]) => {
    if (hole.hole === 'choice') return false
    if (hole.hole === 'target') return isLegal(view, openAsk, key, `${zone}@${index}`)
    if (hole.from !== zone) return false
    const pick = openAsk.picks[key]
    if (spotsIn(pick).some((spot) => spot.index === index)) return true
    if (hole.hole === 'slot') return isLegal(view, openAsk, key, index)
    const face = faceAt(view, zone, index)
    if (face === null) return false
    if (hole.hole === 'card') return isLegal(view, openAsk, key, face)
    if (hole.hole === 'groups') return true
    const soFar = valueOf(view, hole, pick) as string[] | undefined
    return isLegal(view, openAsk, key, [...(soFar ?? []), face])
  })?.[0]
}

/** The spots of a zone, or the zone itself (""), among these targets. Items are highlighted elsewhere. */
export const spotsOf = (targets: Iterable<string>, zone: string): string[] =>
  [...targets].flatMap((target) => {
    const [where, spot = ''] = target.split('@')
    return where === zone && !/^\d+$/.test(spot) ? [spot] : []
  })

export function targets(view: View, openAsk: OpenAsk): string[] {
  return openKeys(view, openAsk).flatMap(([key, hole]) =>
    hole.hole === 'target' ? hole.only.filter((target) => isLegal(view, openAsk, key, target)) : [],
  )
}

// ---------------------------------------------------------------- choosing

/** Adds an item to a hole, or removes it again. */
export function putItem(openAsk: OpenAsk, key: string, zone: string, index: number): OpenAsk {
  const hole = openAsk.ask.action[key]
  if (hole === undefined || !isHole(hole)) return openAsk
  const pick = openAsk.picks[key]
  const there = spotsIn(pick).some((spot) => spot.index === index)
  const without = (spots: Spot[]): Spot[] => spots.filter((spot) => spot.index !== index)
  switch (hole.hole) {
    case 'target':
      return put(openAsk, key, { value: `${zone}@${index}` })
    case 'groups': {
      const groups = pick && 'groups' in pick ? pick.groups : hole.needs.map((): Spot[] => [])
      const put_ = groups.map((group, at) =>
        there ? without(group) : at === openAsk.tray ? [...group, { index }] : group,
      )
      return put(openAsk, key, { groups: put_ })
    }
    case 'cards': {
      const items = spotsIn(pick)
      return put(openAsk, key, { items: there ? without(items) : [...items, { index }] })
    }
    default:
      return put(openAsk, key, { items: there ? [] : [{ index }] })
  }
}

export const put = (openAsk: OpenAsk, key: string, pick: Picked): OpenAsk => ({
  ...openAsk,
  picks: { ...openAsk.picks, [key]: pick },
})

/** Sets what a joker in a group stands for; "" leaves it to the server. */
export function meaning(openAsk: OpenAsk, key: string, index: number, as: string): OpenAsk {
  const pick = openAsk.picks[key]
  if (!pick || !('groups' in pick)) return openAsk
  const groups = pick.groups.map((group) =>
    group.map((spot): Spot => (spot.index !== index ? spot : as ? { index, as } : { index })),
  )
  return put(openAsk, key, { groups })
}

/** What each joker in the groups could stand for, by the index of the card. */
export type Jokers = ReadonlyMap<number, string[]>

const groupsIn = (openAsk: OpenAsk): [key: string, groups: Spot[][]] | undefined => {
  const found = Object.entries(openAsk.picks).find(([, pick]) => 'groups' in pick)
  return found && 'groups' in found[1] ? [found[0], found[1].groups] : undefined
}

export function jokersIn(openAsk: OpenAsk, meanings: Meanings): Jokers {
  const groups = groupsIn(openAsk)?.[1] ?? []
  return new Map(
    groups.flatMap((group, at) =>
      group.flatMap((spot, place): [number, string[]][] => {
        const could = meanings[at]?.[place] ?? []
        return could.length ? [[spot.index, could]] : []
      }),
    ),
  )
}

/** Sets jokers that can only be one card, and resets jokers that cannot be what was said. Returns the same
 * object if nothing changes. */
export function settleJokers(openAsk: OpenAsk, jokers: Jokers): OpenAsk {
  const [key, groups] = groupsIn(openAsk) ?? ['', []]
  let settled = openAsk
  for (const { index, as } of groups.flat()) {
    const could = jokers.get(index) ?? []
    const now = could.length === 1 ? could[0]! : could.includes(as ?? '') ? as! : ''
    if (now !== (as ?? '')) settled = meaning(settled, key, index, now)
  }
  return settled
}

// ---------------------------------------------------------------- before anything is chosen

/** The asks that a tap on this item can start: those whose first hole besides choices takes it. */
export function asksFor(view: View, zone: string, index: number): Ask[] {
  return (view.asks ?? []).filter((ask) => firstHoleFor(view, ask, zone, index) !== undefined)
}

export function firstHoleFor(view: View, ask: Ask, zone: string, index: number): string | undefined {
  const first = holesOf(ask).find(([, hole]) => hole.hole !== 'choice')
  if (!first) return undefined
  // Checked alone, so that an earlier choice does not block it.
  const alone: Ask = { ...ask, action: { [first[0]]: first[1] }, fits: columnOf(ask, first[0]) }
  return holeFor(view, begin(alone), zone, index)
}

function columnOf(ask: Ask, key: string): Filling[][] | undefined {
  const at = holesOf(ask).findIndex(([name]) => name === key)
  return ask.fits?.map((row) => row.slice(at, at + 1))
}

/** The asks without holes that a tap on this zone, or on an item of it ("pile@0"), answers. */
export const asksAt = (view: View, zone: string): Ask[] =>
  (view.asks ?? []).filter((ask) => ask.at === zone && holesOf(ask).length === 0)

/** Where a picked item can go at once: each target, with the ask it answers and the picks so far. */
export function reachOf(view: View, zone: string, index: number): ReadonlyMap<string, OpenAsk> {
  const reach = new Map<string, OpenAsk>()
  for (const ask of asksFor(view, zone, index)) {
    const key = firstHoleFor(view, ask, zone, index)
    if (!key) continue
    const begun = putItem(begin(ask), key, zone, index)
    if (openHole(view, begun)?.[1].hole !== 'target') continue
    for (const target of targets(view, begun)) if (!reach.has(target)) reach.set(target, begun)
  }
  return reach
}
