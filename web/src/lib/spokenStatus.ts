import * as words from '../words'
import { aloud, faceWords, itemWords } from './cards'
import { faceOf } from './asks'
import { signed } from './seats'
import { wonBy } from './tricks'
import type { Guest } from './guest.svelte'
import type { View, Zone } from './wire'

/** The state of the table in sentences, one for each key, for people who use a screen reader. */

const cardsIn = (zone: Zone): string => (zone.items ?? []).map((_, index) => itemWords(zone, index)).join('; ') || words.status.empty

function hand(view: View): string {
  const own = view.zones.filter((zone) => zone.seat === view.seat && !['meld', 'won'].includes(zone.kind) && zone.items?.length)
  return own.map((zone) => words.status.zone(zone.label, cardsIn(zone), zone.note ?? '')).join(' ')
}

function piles(view: View): string {
  return view.zones
    .filter((zone) => zone.seat == null && (zone.kind === 'pile' || zone.kind === 'prize'))
    .map((zone) => {
      if (zone.kind === 'prize') return words.status.zone(zone.label, cardsIn(zone), zone.note ?? '')
      const top = faceOf(zone.items?.at(-1))
      return `${words.table.pile(zone.label, top ? faceWords(top) : '', zone.count ?? zone.items?.length ?? 0)}.`
    })
    .join(' ')
}

/** The cards of a trick, with their players, from the one who led. */
function trick(view: View, zone: Zone): string {
  const names = view.seats.map((seat, at) => (at === view.seat ? words.status.you : (seat.name ?? '')))
  const order = names.map((_, at) => (at + (zone.lead ?? 0)) % names.length).filter((seat) => faceOf(zone.items?.[seat]))
  const said = order.map((seat) => `${names[seat]}: ${itemWords(zone, seat)}${seat === zone.best ? `, ${words.trick.winning}` : ''}`)
  return words.status.zone(zone.label, said.join('; ') || words.status.empty, zone.note ?? '')
}

const laid = (view: View): string =>
  view.zones
    .filter((zone) => zone.kind === 'trick' || ((zone.kind === 'meld' || (zone.kind === 'grid' && zone.seat !== view.seat)) && zone.items?.length))
    .map((zone) => (zone.kind === 'trick' ? trick(view, zone) : words.status.zone(zone.label, cardsIn(zone), zone.note ?? '')))
    .join(' ') || words.status.nothingLaid

/** A seat's bid and tricks, and what else is said about it. */
const moreOf = (view: View, at: number): string[] => {
  const won = wonBy(view, at)
  const { bid, tags = [] } = view.seats[at]!
  return [bid || (won ? words.trick.won(won.count ?? 0) : ''), won?.note ?? '', ...tags].filter(Boolean)
}

const people = (view: View): string =>
  view.seats
    .map((seat, at) => words.status.seat(at === view.seat ? words.status.you : (seat.name ?? ''), signed(seat.score), seat.cards ?? 0, moreOf(view, at)))
    .join(' ')

const QUESTIONS: Record<string, (view: View, guest: Guest) => string> = {
  t: (view) => view.prompt,
  h: hand,
  p: piles,
  m: laid,
  s: people,
  l: (_, guest) => guest.log.at(-1)?.say.join(' ') || words.status.nothingYet,
  '?': () => words.status.help,
}

export function spokenStatus(key: string, guest: Guest): string {
  const view = guest.frame?.view
  return view ? aloud(QUESTIONS[key]?.(view, guest) ?? '') : ''
}
