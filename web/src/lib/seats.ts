import * as words from '../words'
import type { ChairView, SeatView, TableView, View, You } from './wire'

/** Every seat has a color and an emblem, the same on every device. */
export const EMBLEMS = ['leaf', 'star', 'moon', 'anchor', 'key', 'bell', 'feather', 'wave'] as const
export type EmblemName = (typeof EMBLEMS)[number]

/** Paths on a 24 by 24 grid. */
export const EMBLEM_PATHS: Record<EmblemName, string> = {
  leaf: 'M20 3C10 3 4 8 4 14c0 1.700.5 3.200 1.300 4.400L3 21l1.500 1.200L7 19.700c1.300.8 2.700 1.300 4.300 1.300C18 21 20.500 13 20 3zM7.600 17.300C9.300 12.700 12.300 9.700 16 8c-2.600 2.700-4.700 5.700-6.700 10z',
  star: 'M12 2l3 6.600 7 .8-5.200 4.800 1.400 7L12 17.700 5.800 21.200l1.400-7L2 9.400l7-.8z',
  moon: 'M15.500 2.500A9.800 9.800 0 1 0 21.300 16 8.500 8.500 0 0 1 15.500 2.500z',
  anchor: 'M12 2a3 3 0 0 1 1.300 5.700V10H17v2.400h-3.700v6.900c2.500-.5 4.500-2.200 5-4.500L16.500 16 16 13l5.500-.5.500 5-1.700-.8C19.300 20 16 22 12 22s-7.300-2-8.300-5.300L2 17.500l.5-5L8 13l-.5 3-1.800-1.200c.5 2.300 2.500 4 5 4.500v-6.900H7V10h3.700V7.700A3 3 0 0 1 12 2z',
  key: 'M8 3a6 6 0 0 1 5.700 7.800L22 19v3h-4v-2.500h-2.500V17H13l-2.400-2.500A6 6 0 1 1 8 3zM6.500 5.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  bell: 'M12 2a1.800 1.800 0 0 1 1.700 1.900C17 4.700 19 7.500 19 11v5l2 2.500H3L5 16v-5c0-3.500 2-6.300 5.300-7.100A1.800 1.800 0 0 1 12 2zM9.500 20h5a2.500 2.500 0 0 1-5 0z',
  feather: 'M21 3c-8 0-14 4-14.500 11.500L3 21l1.700 1L8 17.500c2 .3 4 0 5.500-1l-2.500-1 5-.7c1-1 1.700-2 2.300-3.300l-3-.3 3.900-1.800C20.200 7.300 20.800 5 21 3z',
  wave: 'M2 8c2.500-3 5-3 7.500-.7 2 1.800 3.500 1.800 5.500 0C17.500 5 19.500 5 22 7.500V11c-2.300-2-3.700-2-5.500-.3-2.800 2.500-5.700 2.500-8.500 0C6 9 4.500 9 2 12zM2 15c2.500-3 5-3 7.500-.7 2 1.800 3.500 1.800 5.500 0 2.500-2.300 4.500-2.300 7 .2V18c-2.300-2-3.700-2-5.500-.3-2.800 2.500-5.700 2.500-8.500 0C6 16 4.500 16 2 19z',
}

export const emblemOf = (seat: number): EmblemName => EMBLEMS[seat % EMBLEMS.length]!
export const colourOf = (seat: number): string => `var(--seat-${seat % EMBLEMS.length})`

/** A viewer without a seat who is not the host. */
export const ONLOOKER: You = { seat: null, host: false, undo: false, order: '', standing: false, gestures: [] }

/** The other seats in order, clockwise from the player's left. */
export function othersFrom(seat: number | null, seats: number): number[] {
  const first = seat === null ? 0 : seat + 1
  const count = seat === null ? seats : seats - 1
  return Array.from({ length: count }, (_, at) => (first + at) % seats)
}

/** Who plays a chair, in words, unless it is simply its person. */
export function chairWords(chair: ChairView | undefined, seat?: SeatView): string {
  if (!chair) return ''
  const bot = chair.bot ?? seat?.bot ?? ''
  if (chair.state === 'bot') return words.seat.bot(bot)
  if (chair.state === 'away' || chair.state === 'open') return bot ? words.seat.botFor[chair.state] : words.seat[chair.state]
  return chair.here === false ? words.seat.away : ''
}

/** Whether a person who is not away plays this chair. */
export const isPerson = (chair: ChairView | undefined): boolean => chair?.state === 'person'

/** The seats that belonged to people. */
export const peopleAt = (table: TableView): number[] =>
  [...table.chairs.keys()].filter((seat) => ['person', 'away'].includes(table.chairs[seat]!.state))

export const nameOf = (table: TableView, seat: number): string => table.chairs[seat]?.name || words.table.chair(seat)

/** Those who win or lose together, with one score: partners, or everybody for themselves. */
export const sidesOf = (view: View): number[][] => (view.sides?.length ? view.sides : view.seats.map((_, seat) => [seat]))

/** The same, with the viewer's side first. */
export const sidesFrom = (view: View, seat: number | null | undefined): number[][] =>
  sidesOf(view).toSorted((one, other) => Number(other.includes(seat ?? -1)) - Number(one.includes(seat ?? -1)))

export const partnersOf = (view: View, seat: number): number[] =>
  view.sides?.find((side) => side.includes(seat))?.filter((other) => other !== seat) ?? []

/** The names of a side. */
export const sideName = (table: TableView, side: number[]): string => words.table.together(side.map((seat) => nameOf(table, seat)))

/** Whether the winners are partners, and not people who share the win. */
export const wonTogether = (view: View, winners: number[]): boolean =>
  winners.length > 1 && !!view.sides?.some((side) => winners.every((seat) => side.includes(seat)))

export const signed = (points: number): string => String(points).replace('-', '−')
