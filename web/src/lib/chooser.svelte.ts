import {
  actionOf, askKey, asksAt, asksFor, begin, firstHoleFor, holeFor, holesOf, isChosen, isReady, jokersIn, meaning, openHole,
  put, putItem, reachOf, settleJokers, spotsOf, targets, wantsDone, zoneOf, type OpenAsk, type Jokers,
} from './asks'
import * as words from '../words'
import { NO_HINT, type HintPlaces } from './hintPlaces'
import type { Guest } from './guest.svelte'
import { stored } from './storage.svelte'
import { Trays } from './trays.svelte'
import type { Action, Single } from './asks'
import type { Ask, Hole, View, Zone } from './wire'

const SLIPPED = 400 // milliseconds
const NONE: Ask[] = []
const NO_JOKERS: Jokers = new Map()

const targetOf = (zone: string, spot: string): string => (spot ? `${zone}@${spot}` : zone)

/** What a tap does. The rules of choosing are in asks.ts; this holds the state between taps. */
export class Chooser {
  openAsk: OpenAsk | null = $state.raw(null)
  /** An item (or a zone: index −1) that several asks could take; the action bar shows them. */
  picked: { zone: string; index: number } | null = $state.raw(null)
  /** The server's opinion of a list of cards before it is sent. */
  tried: { ok: boolean; say: string; rule: string } | null = $state.raw(null)

  /** What the jokers in the groups could stand for, as the server last said. */
  jokers: Jokers = $state.raw(NO_JOKERS)

  /** Actions, by their `do`, for which the board has its own buttons; the action bar leaves them out. */
  elsewhere: ReadonlySet<string> = $state.raw(new Set())
  /** Whether the board shows the clock with its own question. */
  clocked = $state(false)
  /** Whether the bar keeps room for two rows of buttons, so that nothing jumps when a second one appears. */
  tall = $state(false)

  /** Where the hint points, while it is shown. */
  hinted: HintPlaces = $state.raw(NO_HINT)

  /** Whether the hint chooses this. */
  isHinted(ask: Ask, key: string, value: Single): boolean {
    return this.hinted.ask === askKey(ask) && this.hinted.values[key] === value
  }

  /** Where the picked item can go at once. */
  private readonly reach = $derived.by((): ReadonlyMap<string, OpenAsk> => {
    const { view, picked } = this
    return view && picked && picked.index >= 0 ? reachOf(view, picked.zone, picked.index) : new Map()
  })

  private asked = '' // which buttons there are, and since when
  private askedAt = 0
  private pressed = { at: -Infinity, where: '' }
  private tryTimer: ReturnType<typeof setTimeout> | undefined
  private tries = 0

  /** Melds prepared in trays, on boards that have trays. */
  readonly trays: Trays

  constructor(private readonly guest: Guest) {
    this.trays = new Trays(guest)
  }

  readonly view: View | null = $derived.by(() => this.guest.frame?.view ?? null)
  private readonly allAsks: Ask[] = $derived.by(() => this.view?.asks ?? NONE)

  /** The zones that asks are about. */
  private readonly concerned = $derived.by((): ReadonlySet<string> => {
    const asks = this.openAsk ? [...this.allAsks, this.openAsk.ask] : this.allAsks
    const places = (hole: Hole): string[] => ('from' in hole ? [hole.from] : hole.hole === 'target' ? hole.only : [])
    return new Set(asks.flatMap((ask) => [ask.at ?? '', ...holesOf(ask).flatMap(([, hole]) => places(hole))].map((place) => place.split('@')[0]!)))
  })

  /** The asks the action bar shows. */
  get asks(): Ask[] {
    const view = this.view
    if (!view) return []
    const here = this.picked ? this.asksOn(view, this.picked.zone, this.picked.index) : []
    return here.length ? here : (view.asks ?? []) // a card picked up for a tray hides no buttons
  }

  /** Whether it is too early for this. The player can still make the choices that come first. */
  isHeld(ask: Ask): boolean {
    return this.waits(ask) && holesOf(ask).length === 0
  }

  /** Whether the last tap has to wait while others have time to cut in or answer. */
  waits(ask: Ask): boolean {
    return this.guest.held || (!!ask.held && this.guest.hold !== null)
  }

  private asksOn(view: View, zone: string, index: number): Ask[] {
    const asks = index < 0 ? [] : asksFor(view, zone, index)
    return asks.length ? asks : asksAt(view, index < 0 ? zone : `${zone}@${index}`)
  }

  // ---------------------------------------------------------------- what lights up

  /** Whether nothing in this zone can be tapped, whatever lies there. */
  rests(zone: string): boolean {
    return !this.concerned.has(zone) && !this.trays.takes(zone)
  }

  isOpen(zone: string, index: number): boolean {
    const view = this.view
    if (!view) return false
    if (this.openAsk) return holeFor(view, this.openAsk, zone, index) !== undefined || isChosen(this.openAsk, zone, index)
    if (this.trays.takes(zone)) return true
    if (this.trays.open !== null) return false
    return asksFor(view, zone, index).length > 0 || this.reach.has(`${zone}@${index}`) || !!this.buttonAt(`${zone}@${index}`)
  }

  /** The action that a tap on an item would be if the rules allowed it: the server says why they don't. */
  private barred(zone: string, index: number): Action | undefined {
    const view = this.view
    const asks = this.openAsk ? [this.openAsk.ask] : this.allAsks
    for (const ask of this.trays.open === null && view && !this.isOpen(zone, index) ? asks : []) {
      const [[key, hole] = [], ...more] = holesOf(ask)
      if (!key || more.length || !('only' in hole!) || hole.hole === 'target' || hole.from !== zone) continue
      const action = actionOf(view!, putItem(begin(ask), key, zone, index))
      if (action[key] !== '') return action
    }
    return undefined
  }

  /** Whether the item can't be chosen now, but a tap on it says why. */
  isBarred(zone: string, index: number): boolean {
    return this.barred(zone, index) !== undefined
  }

  private async explain(action: Action): Promise<void> {
    const version = this.guest.frame?.version
    const answer = await this.guest.try(action)
    if (answer.type === 'refused' && version === this.guest.frame?.version) this.guest.refusal = { why: answer.why, rule: answer.rule }
  }

  /** Whether a single tap on one of its cards does it. In easy mode a tap chooses, and a second one does it. */
  isOneTap(ask: Ask | undefined): boolean {
    return !stored.easy && !!ask?.one_tap && !!this.guest.frame?.table.one_tap
  }

  /** The complete ask that a tap there answers. */
  private buttonAt(place: string): Ask | undefined {
    return this.view ? asksAt(this.view, place).find((ask) => !this.isHeld(ask)) : undefined
  }

  /** What a tap on the item does, where that completes an ask. */
  itemWords(zone: string, index: number): string {
    const { view } = this
    if (this.openAsk || !view || stored.easy) return ''
    const [ask, ...more] = asksFor(view, zone, index)
    const atOnce = ask && !more.length && holesOf(ask).length === 1 && (zoneOf(view, zone)?.kind !== 'hand' || this.isOneTap(ask))
    return this.buttonAt(`${zone}@${index}`)?.say ?? (atOnce ? ask.say : '')
  }

  /** Whether a tap only prepares something, so that the item need not call for attention. */
  isQuiet(zone: string, index: number): boolean {
    const { view, trays } = this
    return !!view && !this.openAsk && trays.open === null && trays.takes(zone) && asksFor(view, zone, index).length === 0
  }

  isChosen(zone: string, index: number): boolean {
    if (this.openAsk) return isChosen(this.openAsk, zone, index)
    if (this.trays.open !== null) return this.trays.trayOf(zone, index) === this.trays.open + 1
    const { picked } = this
    const top = Math.max(0, (this.view && zoneOf(this.view, zone)?.items?.length || 0) - 1)
    return picked?.zone === zone && (picked.index < 0 ? stored.easy && index === top : picked.index === index)
  }

  /** Spots of a zone to tap: "" is the zone itself. */
  spots(zone: string): string[] {
    const view = this.view
    if (!view) return []
    if (this.openAsk) return this.isDoneAt(zone) ? [''] : spotsOf(targets(view, this.openAsk), zone)
    if (this.trays.open !== null) return []
    const reached = spotsOf(this.reach.keys(), zone)
    if (reached.length) return reached
    if (this.picked && this.picked.zone !== zone && this.asks.some((ask) => ask.at === zone)) return ['']
    return this.buttonAt(zone) ? [''] : []
  }

  /** Whether a list of cards that the server would accept can be put there. */
  private isDoneAt(zone: string): boolean {
    return this.openAsk?.ask.at === zone && this.tried?.ok === true && !this.waits(this.openAsk.ask)
  }

  /** Whether there is anything to tap in it. */
  isLit(zone: Zone): boolean {
    return this.spots(zone.id).length > 0 || !!zone.items?.some((_, index) => this.isOpen(zone.id, index))
  }

  /** What a tap on a spot of the zone, or on the whole zone, would do. */
  spotWords(zone: string, spot = ''): string {
    const view = this.view
    if (!view || this.openAsk) return this.openAsk?.ask.say ?? ''
    const reached = this.reach.get(targetOf(zone, spot))
    if (reached) return reached.ask.say
    const withPicked = this.picked ? this.asks.filter((ask) => ask.at === zone) : []
    return (withPicked.length ? withPicked : asksAt(view, zone)).map((ask) => ask.say).join(', or ')
  }

  /** 1, 2, … for the cards of a list whose order matters. */
  orderOf(zone: string, index: number): number {
    for (const [key, hole] of this.openAsk ? holesOf(this.openAsk.ask) : []) {
      const pick = this.openAsk?.picks[key]
      if (hole.hole === 'cards' && hole.ordered && hole.from === zone && pick && 'items' in pick)
        return pick.items.findIndex((spot) => spot.index === index) + 1
    }
    return 0
  }

  /** Targets in no zone of the view; the action bar lists them. */
  get strayTargets(): string[] {
    const { view, openAsk } = this
    if (!view || !openAsk) return []
    return targets(view, openAsk).filter((target) => !zoneOf(view, target.split('@')[0]!))
  }

  // ---------------------------------------------------------------- taps

  tapItem(zone: string, index: number, lifting = false): void {
    const view = this.view
    if (!view || this.guest.busy) return
    const barred = this.barred(zone, index)
    if (barred) return void this.explain(barred)
    if (this.openAsk) {
      const key = holeFor(view, this.openAsk, zone, index) ?? this.keyOfChosen(zone, index)
      const next = key && putItem(this.openAsk, key, zone, index)
      if (next && stored.easy && !wantsDone(next.ask) && isReady(view, this.onlyTarget(view, next))) {
        this.cancel()
        this.picked = { zone, index }
      } else if (next) this.move(next)
      return
    }
    if (this.trays.open !== null) {
      if (this.trays.takes(zone)) this.trays.put(this.trays.open, index)
      return
    }
    if (this.goesTo(`${zone}@${index}`)) return
    const asks = asksFor(view, zone, index)
    const button = this.buttonAt(`${zone}@${index}`)
    if (button && asks.length === 0 && !stored.easy) return this.tapAsk(button)
    // A tap picks a hand card up first, so that no single tap plays it, unless the table likes it so. In a list it becomes the first card.
    const safe = (zoneOf(view, zone)?.kind !== 'hand' && !stored.easy) || (asks[0] && wantsDone(asks[0])) || (this.isOneTap(asks[0]) && !lifting)
    if (asks.length === 1 && safe) this.beginWith(asks[0]!, zone, index)
    else if (this.picked?.zone === zone && this.picked.index === index) this.picked = null
    else this.picked = { zone, index }
  }

  /** Picks a card up as a tap would, and does nothing else. Returns whether there is anything to do with it. */
  lift(zone: string, index: number): boolean {
    const view = this.view
    if (!view || this.guest.busy || this.openAsk) return false
    if (asksFor(view, zone, index).length === 0 && !this.trays.takes(zone)) return false
    this.picked = null
    this.trays.open = null
    this.tapItem(zone, index, true)
    return true
  }

  /** Whether a tap there would put the picked card there. */
  takes(target: string): boolean {
    const { view, openAsk } = this
    if (target.startsWith('tray:')) return this.fitsTray
    const [zone = '', spot = ''] = target.split('@')
    if (view && openAsk) return this.spots(zone).includes(spot) || (/^\d+$/.test(spot) && holeFor(view, openAsk, zone, Number(spot)) !== undefined)
    return this.reach.has(target) || (!spot && !!this.picked && this.picked.zone !== zone && this.asks.some((ask) => ask.at === zone))
  }

  /** Puts the picked item there, if it can go there. */
  private goesTo(target: string): boolean {
    const { view } = this
    const begun = this.reach.get(target)
    const key = view && begun && openHole(view, begun)?.[0]
    if (!begun || !key) return false
    this.move(put(begun, key, { value: target }))
    return true
  }

  /** Puts the picked card into the tray. Without a picked card, opens the tray for the next taps, or closes it. */
  tapTray(tray: number): void {
    const { picked, trays } = this
    const lifted = this.fitsTray
    const open = trays.open === tray || lifted ? null : tray
    this.cancel()
    trays.open = open
    if (lifted && picked) trays.put(tray, picked.index)
  }

  /** Whether the picked card can go into a tray. */
  get fitsTray(): boolean {
    return !!this.picked && this.picked.index >= 0 && this.trays.takes(this.picked.zone)
  }

  private keyOfChosen(zone: string, index: number): string | undefined {
    const { openAsk } = this
    return openAsk ? holesOf(openAsk.ask).find(([key, hole]) => {
      const pick = openAsk.picks[key]
      return 'from' in hole && hole.from === zone && pick && 'items' in pick && pick.items[0]?.index === index
    })?.[0] : undefined
  }

  tapSpot(zone: string, spot: string): void {
    const view = this.view
    if (!view || this.guest.busy) return
    if (this.openAsk) {
      if (this.isDoneAt(zone)) return void this.done()
      const key = openHole(view, this.openAsk)?.[0]
      if (key) this.move(put(this.openAsk, key, { value: targetOf(zone, spot) }))
      return
    }
    if (this.goesTo(targetOf(zone, spot))) return
    const withPicked = this.picked ? this.asks.filter((ask) => ask.at === zone && holesOf(ask).length > 0) : []
    const asks = withPicked.length ? withPicked : asksAt(view, zone)
    if (asks.length === 1 && (withPicked.length || !stored.easy)) this.tapAsk(asks[0]!)
    else this.picked = stored.easy && this.picked?.zone === zone ? null : { zone, index: -1 }
  }

  /** Presses a button, or its key; `where` is the spot that was touched. A second press meant for the previous button must
   * not hit the one that took its place. */
  press(ask: Ask, where: string): void {
    const now = performance.now()
    const again = where === this.pressed.where && now - this.pressed.at < 2 * SLIPPED
    if (again && now - this.askedAt < SLIPPED) return
    this.pressed = { at: now, where }
    this.tapAsk(ask)
  }

  /** Notes that the buttons may have changed. */
  noteAsks(): void {
    const asked = this.asks.map(askKey).join()
    if (asked !== this.asked) this.askedAt = performance.now()
    this.asked = asked
  }

  tapAsk(ask: Ask): void {
    const { picked } = this
    if (this.guest.busy || this.isHeld(ask)) return
    if (this.trays.ask && askKey(this.trays.ask) === askKey(ask)) return void this.trays.done()
    if (holesOf(ask).length === 0) {
      this.cancel()
      void this.guest.act(askKey(ask), ask.action as Record<string, Single>)
    } else if (picked && picked.index >= 0) this.beginWith(ask, picked.zone, picked.index)
    else this.move(begin(ask))
  }

  private beginWith(ask: Ask, zone: string, index: number): void {
    const key = this.view && firstHoleFor(this.view, ask, zone, index)
    if (key) this.move(putItem(begin(ask), key, zone, index))
  }

  /** Answers an ask that has one hole, with this value. */
  answer(ask: Ask, key: string, value: Single): void {
    if (!this.guest.busy) this.move(put(begin(ask), key, { value }))
  }

  choose(key: string, value: Single): void {
    if (this.openAsk && !this.guest.busy) this.move(put(this.openAsk, key, { value }))
  }

  means(key: string, index: number, as: string): void {
    if (this.openAsk) this.move(meaning(this.openAsk, key, index, as))
  }

  useTray(tray: number): void {
    if (this.openAsk) this.openAsk = { ...this.openAsk, tray }
  }

  cancel(): void {
    this.openAsk = null
    this.picked = null
    this.tried = null
    this.jokers = NO_JOKERS
    this.trays.open = null
  }

  /** After a tap: sends a complete action, or asks the server about a list of cards. */
  private move(next: OpenAsk): void {
    const view = this.view
    if (!view) return
    const settled = this.onlyTarget(view, next)
    const ready = isReady(view, settled)
    if (ready && !wantsDone(settled.ask)) return void this.send(settled)
    this.picked = null
    this.tried = null
    this.trays.open = null
    this.openAsk = settled
    if (ready) this.ask(view, settled)
  }

  /** If the chosen card can go to only one place, chooses that place. */
  private onlyTarget(view: View, openAsk: OpenAsk): OpenAsk {
    const open = openHole(view, openAsk)
    const left = open?.[1].hole === 'target' ? targets(view, openAsk) : []
    const begun = Object.keys(openAsk.picks).length > 0
    return open && begun && left.length === 1 ? put(openAsk, open[0], { value: left[0]! }) : openAsk
  }

  private ask(view: View, openAsk: OpenAsk): void {
    clearTimeout(this.tryTimer)
    const turn = ++this.tries
    this.tryTimer = setTimeout(async () => {
      const answer = await this.guest.try(actionOf(view, openAsk))
      if (turn !== this.tries || this.openAsk !== openAsk || answer.type === 'ack') return
      this.jokers = jokersIn(openAsk, answer.meanings ?? [])
      const settled = answer.meanings ? settleJokers(openAsk, this.jokers) : openAsk
      if (settled !== openAsk) {
        this.openAsk = settled
        this.ask(view, settled)
      } else if (answer.type === 'tried') this.tried = { ok: true, say: answer.say, rule: '' }
      else this.tried = { ok: false, say: answer.why, rule: answer.rule }
    }, 120)
  }

  async done(): Promise<void> {
    if (this.openAsk) await this.send(this.openAsk)
  }

  private async send(openAsk: OpenAsk): Promise<void> {
    const { view } = this
    if (!view || this.guest.busy || this.waits(openAsk.ask) || !isReady(view, openAsk)) return
    const sent = this.guest.act(askKey(openAsk.ask), actionOf(view, openAsk))
    // A list of cards stays until the server has accepted it; a single tap is not remembered.
    if (!wantsDone(openAsk.ask)) this.cancel()
    if (await sent) this.cancel()
  }

  /** After an update: keeps the choice only if the same is still asked about the same cards. */
  refresh(before: View | null, now: View | null): void {
    this.trays.refresh()
    if (!this.openAsk && !this.picked) return
    const sameZone = (id: string): boolean =>
      !!before && !!now && JSON.stringify(zoneOf(before, id)?.items) === JSON.stringify(zoneOf(now, id)?.items)
    if (this.picked && (!now || !sameZone(this.picked.zone) || !(this.fitsTray || this.asksOn(now, this.picked.zone, this.picked.index).length))) this.picked = null
    if (!this.openAsk) return
    const key = askKey(this.openAsk.ask)
    const ask = now?.asks?.find((other) => askKey(other) === key)
    const kept = ask && holesOf(ask).every(([, hole]) => !('from' in hole) || sameZone(hole.from))
    if (kept) return
    const again = now?.asks?.some((other) => other.action.do === this.openAsk?.ask.action.do)
    this.cancel()
    // Another player changed the table in the middle of a choice: say so.
    if (again) this.guest.refusal = { why: words.table.chooseAgain(this.guest.frame?.happened?.flatMap((entry) => entry.say) ?? []), rule: '' }
  }
}
