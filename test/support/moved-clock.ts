import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../src/lib/clock.ts'

interface Call {
  atMs: number
  callBack: () => void
}

/** A clock that stands still until the test moves it. */
export class MovedClock implements Clock {
  #nowMs = 1_000
  readonly #calls = new Set<Call>()

  now(): number {
    return this.#nowMs
  }

  later(ms: number, callBack: () => void): () => void {
    const call = { atMs: this.#nowMs + Math.max(0, ms), callBack }
    this.#calls.add(call)
    return () => void this.#calls.delete(call)
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const cancel = this.later(ms, resolve)
    signal?.addEventListener('abort', () => {
      cancel()
      reject(signal.reason as Error)
    })
    return promise
  }

  /** Moves it on; what is due on the way is called at its time, each in a turn of the event loop. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms
    for (let call = this.#first(); call && call.atMs <= untilMs; call = this.#first()) {
      await this.#call(call)
    }
    this.#nowMs = untilMs
    await nextTurn()
  }

  /** Moves it on to whatever waits for it, until some work has ended. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const end = () => {
      isOver = true
    }
    void work.then(end, end)
    for (;;) {
      await nextTurn()
      const call = this.#first()
      if (isOver) return work
      if (call) await this.#call(call)
    }
  }

  #first(): Call | undefined {
    return [...this.#calls].toSorted((a, b) => a.atMs - b.atMs)[0]
  }

  async #call(call: Call): Promise<void> {
    this.#calls.delete(call)
    this.#nowMs = Math.max(this.#nowMs, call.atMs)
    call.callBack()
    await nextTurn()
  }
}
