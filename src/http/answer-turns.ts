import { overShare } from '../contract/rate-limited.ts'
import { LARGE_ANSWERS_WAITING_MAX_COUNT } from './limits.ts'

/** When a caller with too many waiting calls may come again. */
const RETRY_AFTER_SECONDS = 5

/** Ends a turn; nothing happens the second time. */
export type EndTurn = () => void

/** Turns of calls with large answers: each caller has one of them in memory, from before it is read until its turn is ended. */
export class AnswerTurns {
  readonly #waitingMaxCount: number
  /** Those that wait, of each caller whose turn is taken. */
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(waitingMaxCount = LARGE_ANSWERS_WAITING_MAX_COUNT) {
    this.#waitingMaxCount = waitingMaxCount
  }

  /**
   * Waits for a turn of a caller. Throws `rate_limited` where too many calls of theirs wait already, and the reason of the signal
   * where that aborts.
   */
  async take(owner: string, signal: AbortSignal): Promise<EndTurn> {
    signal.throwIfAborted()
    const waiting = this.#waiting.get(owner)
    if (!waiting) {
      this.#waiting.set(owner, new Set())
    } else {
      if (waiting.size >= this.#waitingMaxCount) {
        throw overShare('large answers at once', RETRY_AFTER_SECONDS)
      }
      await turnAmong(waiting, signal)
    }
    let isOver = false
    return () => {
      if (!isOver) this.#passOn(owner)
      isOver = true
    }
  }

  #passOn(owner: string): void {
    const waiting = this.#waiting.get(owner)
    const [next] = waiting ?? []
    if (!next) {
      this.#waiting.delete(owner)
      return
    }
    waiting?.delete(next)
    next()
  }
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
