import { askKey, faceOf, holesOf, isHole, zoneOf } from './asks'
import type { Action } from './asks'
import type { Ask, Filling, View } from './wire'

/** Where a hint points on the table: the ask, items ("hand:0@3") and whole zones; and values chosen by name. */
export interface HintPlaces {
  ask: string
  items: ReadonlySet<string>
  values: Action
}

export const NO_HINT: HintPlaces = { ask: '', items: new Set(), values: {} }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether the action is this ask with its holes filled. */
const answers = (ask: Ask, action: Action): boolean =>
  Object.entries(ask.action).every(([key, value]) => (isHole(value) ? key in action : same(value, action[key])))

/** Finds cards by their faces; of equal ones, the first that is not taken yet. */
function cardsIn(view: View, id: string, faces: Filling | undefined): string[] {
  const left = (zoneOf(view, id)?.items ?? []).map(faceOf)
  return [faces ?? []].flat(2).flatMap((face) => {
    const at = left.indexOf(String(face).split('=')[0]!)
    if (at < 0) return []
    left[at] = null
    return [`${id}@${at}`]
  })
}

export function hintPlacesOf(view: View, action: Action | null): HintPlaces {
  const ask = action && view.asks?.find((one) => answers(one, action))
  if (!ask) return NO_HINT
  const items = holesOf(ask).flatMap(([key, hole]) => {
    const value = action[key]
    if (hole.hole === 'choice') return []
    if (hole.hole === 'slot') return [`${hole.from}@${value}`]
    if (hole.hole !== 'target') return cardsIn(view, hole.from, value)
    const [zone, spot = ''] = String(value).split('@')
    return /^\d+$/.test(spot) ? [String(value)] : [zone!] // an end of a meld is marked on the whole meld
  })
  return { ask: askKey(ask), items: new Set(ask.at && !items.length ? [ask.at] : items), values: action }
}
