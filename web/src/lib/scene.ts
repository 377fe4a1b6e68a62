/** Motion that tells a story. The table already shows how things are; a scene only lets people see them come about. Everything in it has its
 * time, in milliseconds from its beginning, and a tap ends it. */

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)'
const TAPS = ['pointerdown', 'keydown', 'wheel'] as const

export class Scene {
  private readonly running = new Set<Animation>()
  private readonly cues = new Set<ReturnType<typeof setTimeout>>()
  private readonly extras = new Set<Element>()

  /** `elapsed`: how much of it has been seen already; `tapped` is told when somebody ended it. */
  constructor(private readonly elapsed = 0, private readonly tapped = (): void => {}) {
    for (const kind of TAPS) addEventListener(kind, this.tap, { passive: true, capture: true })
  }

  private readonly tap = (): void => {
    this.end()
    this.tapped()
  }

  /** Moves an element at that time. Until then it looks as it does at first. */
  move(element: Element, frames: Keyframe[] | PropertyIndexedKeyframes, at: number, lasts: number, easing = EASE): void {
    if (at + lasts <= this.elapsed) return
    const animation = element.animate(frames, { delay: at - this.elapsed, duration: lasts, easing, fill: 'backwards' })
    this.running.add(animation)
    animation.onfinish = () => {
      this.running.delete(animation)
      this.rest()
    }
  }

  /** Hides an element until that time. */
  reveal(element: Element, at: number, lasts = 180): void {
    this.move(element, { opacity: [0, 1] }, at, lasts)
  }

  /** Something that is only there for the scene. */
  extra(element: Element, place: Element, until: number): void {
    if (until <= this.elapsed) return
    place.append(element)
    this.extras.add(element)
    this.cue(until, () => this.drop(element))
  }

  cue(at: number, what: () => void): void {
    if (at < this.elapsed) return
    const timer = setTimeout(() => {
      this.cues.delete(timer)
      what()
      this.rest()
    }, at - this.elapsed)
    this.cues.add(timer)
  }

  private drop(element: Element): void {
    element.remove()
    this.extras.delete(element)
  }

  private rest(): void {
    if (!this.running.size && !this.cues.size) this.end()
  }

  /** Shows everything as it is. */
  readonly end = (): void => {
    for (const kind of TAPS) removeEventListener(kind, this.tap, { capture: true })
    for (const timer of this.cues) clearTimeout(timer)
    this.cues.clear()
    for (const animation of this.running) animation.cancel()
    this.running.clear()
    for (const element of this.extras) this.drop(element)
  }
}
