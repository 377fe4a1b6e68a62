import * as words from '../words'
import { NO_HINT, hintPlacesOf } from './hintPlaces'
import { aloud } from './cards'
import type { Chooser } from './chooser.svelte'
import type { Guest } from './guest.svelte'

/** Hints: one request at a time, and an answer only while the table is still the same. */
export class Hints {
  /** The hint and its reason, in a sentence. */
  said = $state('')
  asking = $state(false)
  /** The melds to lay down, if that is the hint and there are trays for them. */
  melds: string[][] | null = $state.raw(null)

  private version = 0
  private about = ''

  constructor(
    private readonly guest: Guest,
    private readonly chooser: Chooser,
  ) {}

  /** Whether the table allows hints and there is anything to decide. */
  get may(): boolean {
    const { frame } = this.guest
    return !!frame?.table.hints && frame.table.phase === 'playing' && !!frame.view?.asks?.length
  }

  /** What a hint depends on: what the player can do, and the cards in front of them and in the middle. */
  private get likeness(): string {
    const { view } = this.guest.frame ?? {}
    return JSON.stringify([view?.asks, view?.zones.filter((zone) => zone.seat == null || zone.seat === view.seat)])
  }

  async ask(): Promise<void> {
    if (this.asking || !this.may) return
    this.close()
    this.asking = true
    this.guest.refusal = null
    this.guest.say(words.hint.asking)
    const about = this.likeness
    const answer = await this.guest.hint()
    this.asking = false
    if (answer.type === 'refused') return void (this.guest.refusal = { why: answer.why, rule: answer.rule })
    if (about !== this.likeness) return void this.ask() // the answer is about an old table
    const { frame } = this.guest
    this.about = about
    this.version = frame?.version ?? 0
    this.said = words.hint.sentence(answer.say, answer.why)
    if (frame?.view) this.chooser.hinted = hintPlacesOf(frame.view, answer.action)
    this.melds = answer.action && this.chooser.trays.meldsOf(answer.action)
    this.guest.say(aloud(words.hint.sharp + this.said))
  }

  /** Puts the melds of the hint into the trays, to be laid down with one more tap. */
  putThere(): void {
    if (this.melds) this.chooser.trays.fill(this.melds)
    this.close()
  }

  close(): void {
    this.said = ''
    this.melds = null
    this.chooser.hinted = NO_HINT
  }

  /** After an update: drops an outdated hint. Moves by others that change nothing for this player, such as passing, keep it. */
  refresh(): void {
    const version = this.guest.frame?.version ?? 0
    if (!this.said || (this.may && version === this.version)) return
    if (this.may && this.likeness === this.about) this.version = version
    else this.close()
  }
}
