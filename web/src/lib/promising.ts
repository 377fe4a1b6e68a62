import { drawn, duty, keep, promiseOf, recall, withOwn, witnessed, type Witness } from './witness'
import type { Answer, Frame, TableEvent } from './wire'

/** A device's part in the shuffle at one table: it draws words, promises them, keeps what it is shown, and shows them in time. */
export class Promising {
  private busy = false
  private after = 0 // the version with which it last said something

  constructor(
    private readonly code: string,
    private readonly say: (event: TableEvent) => Promise<Answer>,
  ) {}

  /** Every frame passes here, whatever else is done about it. */
  see(frame: Frame): void {
    if (frame.view?.ledger) return // nothing is shuffled
    const known = recall(this.code)
    let witness = witnessed(known, frame)
    if (!witness) return
    const seated = frame.you.seat != null && frame.table.phase === 'lobby' && frame.table.promises
    if (seated && !witness.words && !frame.table.promises![frame.you.seat!]) witness = { ...witness, words: drawn() }
    if (JSON.stringify(witness) !== JSON.stringify(known)) keep(witness)
    const event = duty(witness, frame)
    if (event && !this.busy && frame.version >= this.after) void this.send(event, witness)
  }

  /** Somebody would rather have words of their own in it. */
  async add(typed: string, frame: Frame): Promise<boolean> {
    const witness = witnessed(recall(this.code), frame)
    if (!witness) return false
    const words = withOwn(typed)
    keep({ ...witness, words })
    return this.send({ what: 'promise', hash: promiseOf(witness.commitment, words) }, witness)
  }

  private async send(event: TableEvent, witness: Witness): Promise<boolean> {
    this.busy = true
    const answer = await this.say(event)
    this.busy = false
    if (answer.type !== 'ack') return false
    this.after = answer.version ?? 0
    if (event.what === 'show') keep({ ...witness, shown: true })
    return true
  }
}
