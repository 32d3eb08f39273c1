import { RecentUse } from '../../lib/recent-use.ts'
import {
  REFUSALS_FREE_COUNT,
  REFUSED_REQUEST_DELAY_MAX_MS,
  REQUESTS_HELD_MAX_COUNT,
} from '../limits.ts'

/** Time after which a refusal counts half. */
const HALF_LIFE_MS = 5_000
/** What each refusal adds to the delay. */
const DELAY_PER_REFUSAL_MS = 20

/**
 * Lets requests of callers wait who were refused again and again lately, before anything of them is read: whoever comes back at
 * once takes the time that others need. Who heeds `Retry-After` never waits.
 */
export class RefusalDelay {
  readonly #refusals = new RecentUse(HALF_LIFE_MS)
  #heldCount = 0

  /** Counts a refusal of a caller. */
  note(caller: string): void {
    this.#refusals.add(caller, 1, performance.now())
  }

  /** Lets a request of a caller go on, now or after a while. */
  pass(caller: string, goOn: () => void): void {
    const over = Math.floor(this.#refusals.of(caller, performance.now())) - REFUSALS_FREE_COUNT
    if (over <= 0 || this.#heldCount >= REQUESTS_HELD_MAX_COUNT) {
      goOn()
      return
    }
    this.#heldCount += 1
    const delayMs = Math.min(REFUSED_REQUEST_DELAY_MAX_MS, over * DELAY_PER_REFUSAL_MS)
    setTimeout(() => {
      this.#heldCount -= 1
      goOn()
    }, delayMs)
  }
}
