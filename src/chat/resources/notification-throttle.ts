/** How soon after a notice the next one may follow, at first. */
const PAUSE_MIN_MS = 20

/** The longest pause, reached while changes keep coming. */
const PAUSE_MAX_MS = 1_000

/**
 * Paces notices of one address: the first goes out at once, what happens within the pause after it is told
 * once at the end, and the pause doubles as long as that goes on. Nothing that happened stays untold.
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

  /** Tells nothing any more. */
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
