import { overShare } from '../../contract/rate-limited.ts'
import { LARGE_ANSWERS_WAITING_MAX_COUNT } from '../limits.ts'

/** When a caller with too many waiting calls may come again. */
const RETRY_AFTER_SECONDS = 5

/** Callers that are remembered without a turn: to forget each at once would cost more. */
const IDLE_MAX_COUNT = 1_000

/** Ends a turn; nothing happens the second time. */
export type EndTurn = () => void

/** The calls of one caller. */
interface Line {
  isTaken: boolean
  /** Calls that wait for the turn. */
  waiting: Set<() => void>
}

/** Turns of calls with large answers: each caller has one of them in memory, from before it is read until its turn is ended. */
export class AnswerTurns {
  readonly #waitingMaxCount: number
  readonly #lines = new Map<string, Line>()

  constructor(waitingMaxCount = LARGE_ANSWERS_WAITING_MAX_COUNT) {
    this.#waitingMaxCount = waitingMaxCount
  }

  /** Callers that are remembered. */
  get size(): number {
    return this.#lines.size
  }

  /**
   * Waits for a turn of a caller. Throws `rate_limited` where too many calls of theirs wait already, and the reason of the signal
   * where that aborts.
   */
  async take(owner: string, signal: AbortSignal): Promise<EndTurn> {
    signal.throwIfAborted()
    const line = this.#lineOf(owner)
    if (line.isTaken) {
      if (line.waiting.size >= this.#waitingMaxCount) {
        throw overShare('large answers at once', RETRY_AFTER_SECONDS)
      }
      await turnAmong(line.waiting, signal)
    }
    line.isTaken = true
    let isOver = false
    return () => {
      if (!isOver) passOn(line)
      isOver = true
    }
  }

  #lineOf(owner: string): Line {
    const known = this.#lines.get(owner)
    if (known) return known
    if (this.#lines.size > IDLE_MAX_COUNT) this.#forgetIdle()
    const line = { isTaken: false, waiting: new Set<() => void>() }
    this.#lines.set(owner, line)
    return line
  }

  #forgetIdle(): void {
    for (const [owner, { isTaken }] of this.#lines) if (!isTaken) this.#lines.delete(owner)
  }
}

/** Gives the turn to the next that waits. */
function passOn(line: Line): void {
  const [next] = line.waiting
  if (!next) {
    line.isTaken = false
    return
  }
  line.waiting.delete(next)
  next()
}

/** Waits among others, in order, to be called. Throws the reason of the signal where that aborts. */
export async function turnAmong(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => {
    waiting.delete(resolve)
    reject(signal.reason as Error)
  }
  waiting.add(resolve)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
