import { askKey, holesOf, zoneOf, faceOf } from './asks'
import type { Guest } from './guest.svelte'
import type { Action } from './asks'
import type { ZoneItem } from './zones'
import type { Ask, GroupsHole, Meanings, View } from './wire'

// ---------------------------------------------------------------- cards in trays, as values

/** A card in a tray: its place in the hand, its face, and what it stands for if it is a joker. */
export interface TrayCard {
  index: number
  face: string
  as?: string
}

/** Puts a card into a tray, from any other one; takes it out if it is there already. */
export const putIn = (trays: TrayCard[][], tray: number, card: TrayCard): TrayCard[][] =>
  trays.map((cards, at) => {
    const others = cards.filter(({ index }) => index !== card.index)
    return at === tray && others.length === cards.length ? [...cards, card] : others
  })

/** Melds as they are written, with each card's place in the hand. */
export function found(melds: string[][], items: ZoneItem[]): TrayCard[][] {
  const cards = melds.map((meld) => meld.map((card): TrayCard => meaning({ index: -1, face: card.split('=')[0]! }, card.split('=')[1])))
  return rebound(cards, items)
}

/** The same cards in a changed hand; cards that are gone leave their trays. */
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

/** Sets a tray's jokers that can only be one card, and resets those that cannot be what was said.
 * Returns the same object if nothing changes. */
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

/** The server's opinion of all trays together, and of each. */
interface Said {
  ok: boolean
  why: string
  rule: string
  faults: string[]
}

/** Melds prepared on this device, in turn or not; nobody else sees them before they are laid down. */
export class Trays {
  /** Boards with trays turn this on. */
  on = $state(false)
  /** Whether another question hides the trays, so that they take no cards. */
  rests = $state(false)
  cards: TrayCard[][] = $state.raw([])
  /** The tray that takes each tapped card. */
  open: number | null = $state(null)
  said: Said | null = $state.raw(null)
  private meanings: Meanings = $state.raw([])

  private round = 0
  private asked = ''
  private timer: ReturnType<typeof setTimeout> | undefined
  private tries = 0

  constructor(private readonly guest: Guest) {}

  private readonly view: View | null = $derived.by(() => this.guest.frame?.view ?? null)
  private readonly asks: Ask[] | undefined = $derived.by(() => this.view?.asks)
  private readonly later: Ask[] | undefined = $derived.by(() => this.view?.later)

  /** The ask being prepared: the first one, now or later, that wants cards in groups. */
  readonly ask: Ask | undefined = $derived.by(() => {
    if (!this.on) return undefined
    return [...(this.asks ?? []), ...(this.later ?? [])].find((ask) => holesOf(ask).some(([, hole]) => hole.hole === 'groups'))
  })

  readonly hole: GroupsHole | undefined = $derived.by(() => {
    const found = this.ask && holesOf(this.ask).find(([, hole]) => hole.hole === 'groups')?.[1]
    return found?.hole === 'groups' ? found : undefined
  })

  /** Whether it can be done now, if the cards are right. */
  get due(): boolean {
    return !!this.ask && !!this.asks?.includes(this.ask)
  }

  get ready(): boolean {
    return this.due && this.said?.ok === true && !this.guest.held
  }

  takes(zone: string): boolean {
    return !this.rests && this.hole?.from === zone
  }

  /** The tray that has this card of the hand: 1, 2, …; 0 for none. */
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

  /** The melds of an action that these trays are for. */
  meldsOf(action: Action): string[][] | null {
    const [groups] = (this.ask && holesOf(this.ask).find(([, hole]) => hole.hole === 'groups')) ?? []
    return groups && action.do === this.ask?.action.do ? (action[groups] as string[][]) : null
  }

  /** Puts these cards into the trays, and nothing else. */
  fill(melds: string[][]): void {
    this.open = null
    this.change(found(melds, this.items))
  }

  async done(): Promise<void> {
    if (this.ready && this.ask && !this.guest.busy) await this.guest.act(askKey(this.ask), this.action(this.ask))
  }

  /** After an update: keeps the cards that are still there. */
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

  // ---------------------------------------------------------------- surviving a reload

  private get key(): string {
    return `parlour trays ${this.guest.code} ${this.guest.seat}`
  }

  private remember(): void {
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ round: this.round, trays: this.cards }))
    } catch {
      // Without storage a reload forgets them.
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
