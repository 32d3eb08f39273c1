import { turnAmong } from './answer-turns.ts'
import { LARGE_ANSWERS_BURST_CHARS, LARGE_ANSWERS_CHARS_PER_SECOND } from './limits.ts'

/** What is booked when an answer begins, until it is known how long it is. */
const BEGUN_CHARS = 64 * 1024

/** One caller's share of what is written. */
interface Line {
  /** When all that they were sent would be written at the even rate. */
  bookedUntilMs: number
  /** What waits for this to come near, in order. */
  waiting: Set<() => void>
  timer: NodeJS.Timeout | undefined
}

/**
 * Bounds how fast large answers of one caller are written, whatever its requests ask for together: after a burst, evenly. Only
 * callers that had large ones wait, and nobody else.
 */
export class AnswerPace {
  readonly #burstMs: number
  readonly #charsPerMs: number
  readonly #lines = new Map<string, Line>()

  constructor(
    burstChars = LARGE_ANSWERS_BURST_CHARS,
    charsPerSecond = LARGE_ANSWERS_CHARS_PER_SECOND,
  ) {
    this.#charsPerMs = charsPerSecond / 1_000
    this.#burstMs = burstChars / this.#charsPerMs
  }

  /** Whether a caller has to wait. */
  isBehind(owner: string): boolean {
    const line = this.#lines.get(owner)
    return line !== undefined && (line.waiting.size > 0 || this.#waitMsOf(line) > 0)
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
    this.charge(owner, BEGUN_CHARS)
  }

  /** Counts what of a large answer was written. */
  charge(owner: string, chars: number): void {
    const line = this.#lines.get(owner) ?? {
      bookedUntilMs: 0,
      waiting: new Set(),
      timer: undefined,
    }
    line.bookedUntilMs = Math.max(line.bookedUntilMs, performance.now()) + chars / this.#charsPerMs
    this.#lines.set(owner, line)
    this.#wake(owner, line)
  }

  #waitMsOf({ bookedUntilMs }: Line): number {
    return bookedUntilMs - this.#burstMs - performance.now()
  }

  /** Looks again when the next answer may begin, or nothing is booked any more. */
  #wake(owner: string, line: Line): void {
    const afterMs =
      line.waiting.size > 0 ? this.#waitMsOf(line) : line.bookedUntilMs - performance.now()
    clearTimeout(line.timer)
    line.timer = setTimeout(() => this.#passOn(owner, line), Math.max(0, afterMs)).unref()
  }

  #passOn(owner: string, line: Line): void {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
    } else if (line.bookedUntilMs <= performance.now()) this.#lines.delete(owner)
    else this.#wake(owner, line)
  }
}
