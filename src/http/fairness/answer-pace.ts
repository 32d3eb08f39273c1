import { MACHINE_CLOCK, type Clock } from '../../lib/clock.ts'
import { BUSY_MIN_LOAD, readLoopLoad } from '../../lib/loop-load.ts'
import { LARGE_ANSWERS_BURST_CHARS, LARGE_ANSWERS_CHARS_PER_SECOND } from '../limits.ts'
import { turnAmong } from './answer-turns.ts'

/** Characters booked when an answer begins, until it is known how long it is. */
const BEGUN_CHARS = 64 * 1024

/** Length of an answer, or of a piece of one, that counts as a large one. */
const LARGE_MIN_CHARS = 32 * 1024

/** The longest time that one answer waits for what was written before it, however fast that was. */
const WAIT_MAX_MS = 1_000

/** One caller's share of what is written. */
interface Line {
  /** When all that they were sent would be written at the even rate. */
  bookedUntilMs: number
  /** Answers of which the length is not known yet. */
  begun: number
  /** What waits for this to come near, in order. */
  waiting: Set<() => void>
  stopTimer: (() => void) | undefined
}

/** How much one caller is sent at once and evenly; the defaults are the product's, on a machine as busy as it is. */
export interface AnswerPaceSettings {
  burstChars?: number
  charsPerSecond?: number
  /** Which part of its time the event loop works. */
  loadOf?: () => number
  clock?: Clock
}

/**
 * Bounds how fast large answers of one caller are written while this process is busy, whatever its requests ask for together:
 * after a burst, evenly. Only callers that had large ones wait, and nobody else.
 */
export class AnswerPace {
  readonly #burstMs: number
  readonly #charsPerMs: number
  readonly #loadOf: () => number
  readonly #clock: Clock
  readonly #lines = new Map<string, Line>()

  constructor({
    burstChars = LARGE_ANSWERS_BURST_CHARS,
    charsPerSecond = LARGE_ANSWERS_CHARS_PER_SECOND,
    loadOf = readLoopLoad,
    clock = MACHINE_CLOCK,
  }: AnswerPaceSettings = {}) {
    this.#loadOf = loadOf
    this.#clock = clock
    this.#charsPerMs = charsPerSecond / 1_000
    this.#burstMs = burstChars / this.#charsPerMs
  }

  /** Whether a caller has to wait. */
  isBehind(owner: string): boolean {
    const line = this.#lines.get(owner)
    if (!line) return false
    return line.waiting.size > 0 || (this.#waitMsOf(line) > 0 && this.#loadOf() >= BUSY_MIN_LOAD)
  }

  /** Waits until a caller may be sent more, in the order of asking. Throws the reason of the signal where that aborts. */
  async take(owner: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const line = this.#lines.get(owner)
    if (!line) return
    if (this.isBehind(owner)) {
      const turn = turnAmong(line.waiting, signal)
      this.#wake(owner, line)
      await turn
    }
    line.begun += 1
    this.#book(owner, line, BEGUN_CHARS)
  }

  /** Counts what was written of an answer whose turn was taken: nothing of a short one. */
  charge(owner: string, chars: number): void {
    const isLarge = chars >= LARGE_MIN_CHARS
    const known = this.#lines.get(owner)
    if (!known && !isLarge) return
    const line = known ?? { bookedUntilMs: 0, begun: 0, waiting: new Set(), stopTimer: undefined }
    const wasBegun = line.begun > 0
    if (wasBegun) line.begun -= 1
    this.#book(owner, line, (isLarge ? chars : 0) - (wasBegun ? BEGUN_CHARS : 0))
  }

  #book(owner: string, line: Line, chars: number): void {
    const nowMs = this.#clock.now()
    const bookedUntilMs = Math.max(line.bookedUntilMs, nowMs) + chars / this.#charsPerMs
    line.bookedUntilMs = Math.min(bookedUntilMs, nowMs + this.#burstMs + WAIT_MAX_MS)
    this.#lines.set(owner, line)
    this.#wake(owner, line)
  }

  #waitMsOf({ bookedUntilMs }: Line): number {
    return bookedUntilMs - this.#burstMs - this.#clock.now()
  }

  /** Looks again when the next answer may begin, or nothing is booked any more. */
  #wake(owner: string, line: Line): void {
    const afterMs =
      line.waiting.size > 0 ? this.#waitMsOf(line) : line.bookedUntilMs - this.#clock.now()
    line.stopTimer?.()
    line.stopTimer = this.#clock.later(Math.max(0, afterMs), () => this.#passOn(owner, line))
  }

  #passOn(owner: string, line: Line): void {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
    } else if (line.bookedUntilMs <= this.#clock.now()) this.#lines.delete(owner)
    else this.#wake(owner, line)
  }
}
