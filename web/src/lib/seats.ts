import { words } from '../words'
import type { Chair, SeatView, Table } from './wire'

/** Every seat has a colour and an emblem, the same for everybody at the table. */
export const EMBLEMS = ['leaf', 'star', 'moon', 'anchor', 'key', 'bell', 'feather', 'wave'] as const
export type Emblem = (typeof EMBLEMS)[number]

export const emblemOf = (seat: number): Emblem => EMBLEMS[seat % EMBLEMS.length]!
export const colourOf = (seat: number): string => `var(--seat-${seat % EMBLEMS.length})`

/** The other seats in their real order, from one's left around the table. */
export function othersFrom(seat: number | null, seats: number): number[] {
  const first = seat === null ? 0 : seat + 1
  const count = seat === null ? seats : seats - 1
  return Array.from({ length: count }, (_, at) => (first + at) % seats)
}

/** Who plays a chair, in words, where it is not simply the person. */
export function chairWords(chair: Chair | undefined, seat?: SeatView): string {
  if (!chair) return ''
  const bot = chair.bot ?? seat?.bot ?? ''
  if (chair.state === 'bot') return words.seat.bot
  if (chair.state === 'away' || chair.state === 'open') return bot ? words.seat.botFor[chair.state] : words.seat[chair.state]
  return chair.here === false ? words.seat.away : ''
}

/** Does a person who is not away play this chair? */
export const isPerson = (chair: Chair | undefined): boolean => chair?.state === 'person'

export const nameOf = (table: Table, seat: number): string => table.chairs[seat]?.name || words.table.chair(seat)

export const signed = (points: number): string => String(points).replace('-', '−')
