import { askKey, holesOf, zoneOf, faceOf } from './asks'
import type { Guest } from './guest.svelte'
import type { Action } from './asks'
import type { ZoneItem } from './zones'
import type { Ask, GroupsHole, Meanings, View } from './wire'

// ---------------------------------------------------------------- cards in trays, as values

/** A card in a tray: where it lies in the hand, what it is, and what a joker is to stand for. */
export interface TrayCard {
  index: number
  face: string
  as?: string
}

/** Puts a card into a tray, out of any other; out of this one if it lies there. */
export const putIn = (trays: TrayCard[][], tray: number, card: TrayCard): TrayCard[][] =>
  trays.map((cards, at) => {
    const others = cards.filter(({ index }) => index !== card.index)
    return at === tray && others.length === cards.length ? [...cards, card] : others
  })

/** The same cards in a hand that has changed: those that are gone leave their tray. */
export function rebound(trays: TrayCard[][], items: ZoneItem[]): TrayCard[][] {
  const stays = ({ index, face }: TrayCard): boolean => faceOf(items[index]) === face
  const taken = new Set(trays.flat().filter(stays).map(({ index }) => index))
  const find = (card: TrayCard): number => {
    if (stays(card)) return card.index
    const found = items.findIndex((item, at) => !taken.has(at) && faceOf(item) === card.face)
    if (found >= 0) taken.add(found)
    return found
  }
  return trays.map((cards) => cards.map((card) => ({ ...card, index: find(card) })).filter(({ index }) => index >= 0))
}

/** What a tray's joker could be goes without saying if it can only be one thing, and is open again if it cannot be what was said.
 * The same object if nothing changes. */
export function settled(trays: TrayCard[][], meanings: Meanings): TrayCard[][] {
  let changed = false
  const now = trays.map((cards, at) =>
    cards.map((card, place): TrayCard => {
      const could = meanings[at]?.[place] ?? []
      const as = could.length === 1 ? could[0] : could.find((one) => one === card.as)
      if (as === card.as) return card
      changed = true
      return meaning(card, as)
    }),
  )
  return changed ? now : trays
}

export const meaning = ({ index, face }: TrayCard, as = ''): TrayCard => (as ? { index, face, as } : { index, face })

export const written = (trays: TrayCard[][]): string[][] => trays.map((cards) => cards.map(({ face, as }) => (as ? `${face}=${as}` : face)))

// ---------------------------------------------------------------- trays of this device

/** What the house says of the trays: of all of them, and of each. */
interface Said {
  ok: boolean
  why: string
  rule: string
  faults: string[]
}

/** Melds that are prepared on this device, whether or not it is one's turn; nobody is told before they are laid down. */
export class Trays {
  /** Boards that have trays switch it on. */
  on = $state(false)
  /** Something else is asked: the trays are out of sight and take nothing. */
  rests = $state(false)
  cards: TrayCard[][] = $state.raw([])
  /** The tray that takes every card that is tapped. */
  open: number | null = $state(null)
  said: Said | null = $state.raw(null)
  private meanings: Meanings = $state.raw([])

  private round = 0
  private asked = ''
  private timer: ReturnType<typeof setTimeout> | undefined
  private tries = 0

  constructor(private readonly guest: Guest) {}

  private get view(): View | null {
    return this.guest.frame?.view ?? null
  }

  /** What is prepared: the first thing to be done now or later that wants cards in groups. */
  get ask(): Ask | undefined {
    if (!this.on) return undefined
    return [...(this.view?.asks ?? []), ...(this.view?.later ?? [])].find((ask) => holesOf(ask).some(([, hole]) => hole.hole === 'groups'))
  }

  get hole(): GroupsHole | undefined {
    const found = this.ask && holesOf(this.ask).find(([, hole]) => hole.hole === 'groups')?.[1]
    return found?.hole === 'groups' ? found : undefined
  }

  /** May it be done now, if the cards are right? */
  get due(): boolean {
    return !!this.ask && !!this.view?.asks?.includes(this.ask)
  }

  get ready(): boolean {
    return this.due && this.said?.ok === true && !this.guest.held
  }

  takes(zone: string): boolean {
    return !this.rests && this.hole?.from === zone
  }

  /** The tray that holds this card of the hand: 1, 2, …; 0 if none does. */
  trayOf(zone: string, index: number): number {
    return this.takes(zone) ? this.cards.findIndex((cards) => cards.some((card) => card.index === index)) + 1 : 0
  }

  couldBe(tray: number, place: number): string[] {
    return this.meanings[tray]?.[place] ?? []
  }

  put(tray: number, index: number): void {
    const face = faceOf(this.items[index])
    if (face) this.change(putIn(this.cards, tray, { index, face }))
  }

  means(index: number, as: string): void {
    this.change(this.cards.map((cards) => cards.map((card) => (card.index === index ? meaning(card, as) : card))))
  }

  clear(): void {
    this.open = null
    this.change(this.cards.map(() => []))
  }

  async done(): Promise<void> {
    if (this.ready && this.ask && !this.guest.busy) await this.guest.act(askKey(this.ask), this.action(this.ask))
  }

  /** After an update: the same cards, as far as they are still there. */
  refresh(): void {
    const { view, hole } = this
    if (!this.on || !view || this.guest.frame?.table.phase === 'paused') return
    if (!hole) {
      this.open = null
      if (this.cards.length) this.change([])
      return
    }
    const before = this.round === view.round ? this.cards : this.remembered(view.round)
    this.round = view.round
    const trays = rebound(hole.needs.map((_, at) => before[at] ?? []), this.items)
    const asked = `${this.due} ${view.round}`
    if (asked !== this.asked || JSON.stringify(trays) !== JSON.stringify(this.cards)) this.change(trays)
    this.asked = asked
  }

  private get items(): ZoneItem[] {
    return (this.view && this.hole && zoneOf(this.view, this.hole.from)?.items) || []
  }

  private action(ask: Ask): Action {
    const [groups] = holesOf(ask).find(([, hole]) => hole.hole === 'groups') ?? []
    return { ...ask.action, ...(groups && { [groups]: written(this.cards) }) } as Action
  }

  private change(trays: TrayCard[][]): void {
    this.cards = trays
    this.remember()
    clearTimeout(this.timer)
    const turn = ++this.tries
    const { ask } = this
    if (!ask || trays.every((cards) => cards.length === 0)) {
      this.said = null
      this.meanings = []
      return
    }
    this.timer = setTimeout(async () => {
      const answer = await this.guest.try(this.action(ask))
      if (turn !== this.tries || answer.type === 'ack') return
      this.meanings = answer.meanings ?? []
      const faults = answer.faults ?? []
      this.said = answer.type === 'tried' ? { ok: true, why: '', rule: '', faults } : { ok: false, why: answer.why, rule: answer.rule, faults }
      const now = settled(this.cards, this.meanings)
      if (now !== this.cards) this.change(now)
    }, 120)
  }

  // ---------------------------------------------------------------- a page that is loaded again

  private get key(): string {
    return `parlour trays ${this.guest.code} ${this.guest.seat}`
  }

  private remember(): void {
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ round: this.round, trays: this.cards }))
    } catch {
      // Then they are gone with the page.
    }
  }

  private remembered(round: number): TrayCard[][] {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? '{}') as { round?: number; trays?: TrayCard[][] }
      return kept.round === round ? (kept.trays ?? []) : []
    } catch {
      return []
    }
  }
}
