/** Initial pause between two notices. */
const PAUSE_MIN_MS = 20

/** The longest pause, reached while changes keep coming. */
const PAUSE_MAX_MS = 1_000

/**
 * Throttles notices of one address: the first is sent at once, changes within the pause after it cause one notice at its end, and
 * the pause doubles while changes keep coming. No change stays unannounced.
 */
export class NotificationThrottle {
  readonly #emit: () => void
  #pauseMs = PAUSE_MIN_MS
  #timer: NodeJS.Timeout | undefined
  #isDue = false

  constructor(emit: () => void) {
    this.#emit = emit
  }

  /** Something happened. */
  touch(): void {
    if (this.#timer) this.#isDue = true
    else this.#emitNow()
  }

  /** Stops sending notices. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#isDue = false
  }

  #emitNow(): void {
    this.#isDue = false
    this.#timer = setTimeout(() => this.#endPause(), this.#pauseMs).unref()
    this.#emit()
  }

  #endPause(): void {
    this.#timer = undefined
    this.#pauseMs = this.#isDue ? Math.min(this.#pauseMs * 2, PAUSE_MAX_MS) : PAUSE_MIN_MS
    if (this.#isDue) this.#emitNow()
  }
}
