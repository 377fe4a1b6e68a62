/** Keeps the screen on while it is wanted and the page is visible, where the browser can. */
export class Awake {
  private wanted = false
  private lock: Promise<WakeLockSentinel | null | undefined> | null = null

  constructor() {
    document.addEventListener('visibilitychange', this.settle)
  }

  want(wanted: boolean): void {
    this.wanted = wanted
    this.settle()
  }

  end(): void {
    this.want(false)
    document.removeEventListener('visibilitychange', this.settle)
  }

  /** Browsers take the lock away when the page is hidden, so it is requested again. */
  private readonly settle = (): void => {
    if (this.wanted && !document.hidden) this.lock ??= Promise.resolve(navigator.wakeLock?.request('screen')).catch(() => null)
    else {
      void this.lock?.then((lock) => lock?.release()).catch(() => {})
      this.lock = null
    }
  }
}
