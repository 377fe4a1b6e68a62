import { drawn, duty, keep, promiseOf, recall, withOwn, witnessed } from './witness'
import type { Answer } from './connection'
import type { Request, ViewMessage } from './wire'

/** A device's part in the shuffle of one table: it draws words, promises them, records what it is shown, and shows them in time. */
export class DeviceWords {
  private unanswered = 0
  private after = 0 // the version at which it last sent something
  private last: ViewMessage | null = null

  constructor(
    private readonly code: string,
    private readonly say: (event: Request) => Promise<Answer>,
  ) {}

  /** Sees every frame. */
  see(frame: ViewMessage): void {
    if (frame.view?.ledger) return // nothing is shuffled
    this.last = frame
    const known = recall(this.code)
    let witness = witnessed(known, frame)
    if (!witness) return
    const seated = frame.you.seat != null && frame.table.phase === 'lobby' && frame.table.promises
    if (seated && !witness.words && !frame.table.promises![frame.you.seat!]) witness = { ...witness, words: drawn() }
    if (JSON.stringify(witness) !== JSON.stringify(known)) keep(witness)
    const event = duty(witness, frame)
    if (!event || this.unanswered || frame.version < this.after) return
    const now = witness
    void this.send(event, (taken) => taken && event.what === 'show' && keep({ ...now, shown: true }))
  }

  /** Adds words that the player typed. */
  async add(typed: string, frame: ViewMessage): Promise<boolean> {
    const witness = witnessed(recall(this.code), frame)
    if (!witness) return false
    const words = withOwn(typed)
    keep({ ...witness, words })
    return this.send({ what: 'promise', hash: promiseOf(witness.commitment, words) }, (taken) => {
      const now = recall(this.code)
      if (!taken && now?.words === words) keep({ ...now, words: witness.words }) // back to the words promised before
    })
  }

  private async send(event: Request, answered: (taken: boolean) => void): Promise<boolean> {
    const seen = this.last
    let taken = false
    this.unanswered++
    try {
      const answer = await this.say(event)
      taken = answer.type === 'ack'
      if (answer.type === 'ack') this.after = answer.version
    } finally {
      this.unanswered--
      answered(taken)
      // The frame that came meanwhile may be the last before the deal. What was refused is not sent again at once.
      if (this.last && this.last !== seen) this.see(this.last)
    }
    return taken
  }
}
