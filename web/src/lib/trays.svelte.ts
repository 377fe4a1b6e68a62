import { askKey, holesOf, zoneOf, faceOf } from './asks'
import type { Sitting } from './guest.svelte'
import { meaning, putIn, rebound, settled, written, type Staged } from './staging'
import type { Action, Ask, GroupsHole, Item, Meanings, View } from './wire'

/** What the house says of the trays: of all of them, and of each. */
interface Said {
  ok: boolean
  why: string
  rule: string
  faults: string[]
}

/** Melds that are prepared on this device, whether or not it is one's turn; nobody is told before they are laid down. */
export class Stage {
  /** Boards that have trays switch it on. */
  on = $state(false)
  /** Something else is asked: the trays are out of sight and take nothing. */
  rests = $state(false)
  trays: Staged[][] = $state.raw([])
  /** The tray that takes every card that is tapped. */
  open: number | null = $state(null)
  said: Said | null = $state.raw(null)
  private meanings: Meanings = $state.raw([])

  private round = 0
  private asked = ''
  private timer: ReturnType<typeof setTimeout> | undefined
  private tries = 0

  constructor(private readonly sitting: Sitting) {}

  private get view(): View | null {
    return this.sitting.frame?.view ?? null
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
    return this.due && this.said?.ok === true && !this.sitting.held
  }

  takes(zone: string): boolean {
    return !this.rests && this.hole?.from === zone
  }

  /** The tray that holds this card of the hand: 1, 2, …; 0 if none does. */
  trayOf(zone: string, index: number): number {
    return this.takes(zone) ? this.trays.findIndex((cards) => cards.some((card) => card.index === index)) + 1 : 0
  }

  couldBe(tray: number, place: number): string[] {
    return this.meanings[tray]?.[place] ?? []
  }

  put(tray: number, index: number): void {
    const face = faceOf(this.items[index])
    if (face) this.change(putIn(this.trays, tray, { index, face }))
  }

  means(index: number, as: string): void {
    this.change(this.trays.map((cards) => cards.map((card) => (card.index === index ? meaning(card, as) : card))))
  }

  clear(): void {
    this.open = null
    this.change(this.trays.map(() => []))
  }

  async done(): Promise<void> {
    if (this.ready && this.ask && !this.sitting.busy) await this.sitting.act(askKey(this.ask), this.action(this.ask))
  }

  /** After an update: the same cards, as far as they are still there. */
  refresh(): void {
    const { view, hole } = this
    if (!this.on || !view || this.sitting.frame?.table.phase === 'paused') return
    if (!hole) {
      this.open = null
      if (this.trays.length) this.change([])
      return
    }
    const before = this.round === view.round ? this.trays : this.remembered(view.round)
    this.round = view.round
    const trays = rebound(hole.needs.map((_, at) => before[at] ?? []), this.items)
    const asked = `${this.due} ${view.round}`
    if (asked !== this.asked || JSON.stringify(trays) !== JSON.stringify(this.trays)) this.change(trays)
    this.asked = asked
  }

  private get items(): Item[] {
    return (this.view && this.hole && zoneOf(this.view, this.hole.from)?.items) || []
  }

  private action(ask: Ask): Action {
    const [groups] = holesOf(ask).find(([, hole]) => hole.hole === 'groups') ?? []
    return { ...ask.action, ...(groups && { [groups]: written(this.trays) }) } as Action
  }

  private change(trays: Staged[][]): void {
    this.trays = trays
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
      const answer = await this.sitting.try(this.action(ask))
      if (turn !== this.tries || answer.type === 'ack') return
      this.meanings = answer.meanings ?? []
      const faults = answer.faults ?? []
      this.said = answer.type === 'tried' ? { ok: true, why: '', rule: '', faults } : { ok: false, why: answer.why, rule: answer.rule ?? '', faults }
      const now = settled(this.trays, this.meanings)
      if (now !== this.trays) this.change(now)
    }, 120)
  }

  // ---------------------------------------------------------------- a page that is loaded again

  private get key(): string {
    return `parlour trays ${this.sitting.code} ${this.sitting.seat}`
  }

  private remember(): void {
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ round: this.round, trays: this.trays }))
    } catch {
      // Then they are gone with the page.
    }
  }

  private remembered(round: number): Staged[][] {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? '{}') as { round?: number; trays?: Staged[][] }
      return kept.round === round ? (kept.trays ?? []) : []
    } catch {
      return []
    }
  }
}
