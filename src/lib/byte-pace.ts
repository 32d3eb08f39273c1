import { MACHINE_CLOCK, type Clock } from './clock.ts'
import { BUSY_MIN_LOAD, readLoopLoad } from './loop-load.ts'
import { RecentUse } from './recent-use.ts'

/** Bytes of one owner that are taken at once while this process is busy. */
export const PACE_BURST_BYTES = 32_000_000
/** Time after which they count half: over the burst, about a quarter of it may come in a second. */
export const PACE_HALF_LIFE_MS = 3_000
/** The longest time that one piece waits, whatever came while this process had time. */
const WAIT_MAX_MS = 1_000

/**
 * How fast bytes of one owner are taken: as fast as they come, but evenly after a burst while this process is busy, since whoever sends
 * much takes the time that all others need.
 */
export class BytePace {
  /** What its waits go by. */
  readonly clock: Clock
  readonly #loadOf: () => number
  readonly #came = new RecentUse(PACE_HALF_LIFE_MS)

  constructor(loadOf: () => number = readLoopLoad, clock = MACHINE_CLOCK) {
    this.clock = clock
    this.#loadOf = loadOf
  }

  /** Counts bytes that came; returns for how many milliseconds no more of their owner should be taken. */
  count(owner: string, bytes: number): number {
    const nowMs = this.clock.now()
    this.#came.add(owner, bytes, nowMs)
    const over = this.#came.of(owner, nowMs) / PACE_BURST_BYTES
    if (over <= 1 || this.#loadOf() < BUSY_MIN_LOAD) return 0
    return Math.min(WAIT_MAX_MS, PACE_HALF_LIFE_MS * Math.log2(over))
  }

  /**
   * Passes pieces on.
   *
   * @yields the pieces, those of an owner who is too fast after a while.
   */
  async *pass(owner: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      yield piece
      const waitMs = this.count(owner, piece.byteLength)
      if (waitMs > 0) await this.clock.sleep(waitMs)
    }
  }
}
