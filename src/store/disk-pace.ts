/** Longest sync of a quick disk, in milliseconds: as long as any turn of the event loop may be. */
const QUICK_MAX_MS = 20

/** For how long a disk counts as slow after a sync that was; twice as long each time that it is slow again. */
const FIRST_PAUSE_MS = 4_000
const PAUSE_MAX_MS = 64_000

/** Whether a disk takes what it is given at once, as it does while nobody writes much else. */
export class DiskPace {
  #pauseMs = 0
  #slowUntilMs = 0

  isQuick(nowMs: number): boolean {
    return nowMs >= this.#slowUntilMs
  }

  /** Remembers a sync of a disk that counted as quick. */
  note(ms: number, nowMs: number): void {
    if (ms > QUICK_MAX_MS) {
      this.#pauseMs = Math.min(Math.max(2 * this.#pauseMs, FIRST_PAUSE_MS), PAUSE_MAX_MS)
      this.#slowUntilMs = nowMs + this.#pauseMs
    } else if (nowMs > this.#slowUntilMs + this.#pauseMs) {
      this.#pauseMs = 0
    }
  }
}
