import { OperationError } from '../../contract/errors.ts'
import type { OperatorFetch } from '../../contract/net.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import type { Chain } from '../chains.ts'
import { requireWanted } from '../failures.ts'
import { RPC_TRY_MAX_MS } from '../limits.ts'
import { readQuantity } from './block.ts'
import {
  askEndpoint,
  BadAnswer,
  CallRefused,
  EndpointFailure,
  type RpcQuestion,
} from './json-rpc.ts'
import type { Rpc } from './rpc.ts'

/** Failures in a row after which an endpoint is left alone for a while. */
const FAILURES_MAX_COUNT = 2
const PAUSE_MS = 30_000
/** How long an endpoint that serves another chain than it should is not asked. */
const WRONG_CHAIN_PAUSE_MS = 10 * MINUTE_MS

/** How long a question may take, and who no longer waits for it. */
interface QuestionLimits {
  signal: AbortSignal
  deadlineMs: number
}

/** One endpoint of a chain, and what is known of its health. */
export class Endpoint {
  readonly #fetch: OperatorFetch
  readonly #chain: Chain
  readonly #url: string
  #failures = 0
  /** Not asked before (milliseconds of `performance.now()`). */
  #pausedUntil = 0
  /** Asked after the others until then: its last answer was too old. */
  #behindUntil = 0
  /** Not asked even if no other is left: it said so itself, or it serves another chain. */
  #closed = false
  /** Settles once the endpoint has named its chain; kept for the life of the process. */
  #identified: Promise<void> | undefined

  constructor(fetch: OperatorFetch, chain: Chain, url: string) {
    this.#fetch = fetch
    this.#chain = chain
    this.#url = url
  }

  /** Host that answers here: two endpoints of one host are one source. */
  get host(): string {
    return URL.parse(this.#url)?.host ?? this.#url
  }

  get isHealthy(): boolean {
    return this.#pausedUntil <= performance.now()
  }

  get isBehind(): boolean {
    return this.#behindUntil > performance.now()
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Makes a reading of this node alone. Questions that it leaves behind end with it. */
  async read<T>(
    reading: (rpc: Rpc, signal: AbortSignal) => Promise<T>,
    tag: Rpc['tag'],
    { signal, deadlineMs }: QuestionLimits,
  ): Promise<T> {
    const over = new AbortController()
    const rpc: Rpc = {
      chain: this.#chain,
      tag,
      ask: async (method, params, read, own) =>
        usable(await this.#ask({ method, params }, { signal: own, deadlineMs }), read),
    }
    try {
      return await reading(rpc, AbortSignal.any([signal, over.signal]))
    } finally {
      over.abort()
    }
  }

  /** Notes a reading that came to its end. */
  markWell(): void {
    this.#failures = 0
    this.#pausedUntil = 0
    this.#behindUntil = 0
    this.#closed = false
  }

  /** Notes a reading that failed here; after a few in a row, or when the endpoint asks for it, it is left alone. */
  markFailed({ pauseMs }: EndpointFailure): void {
    this.#failures += 1
    this.#closed = pauseMs !== undefined
    const broken = this.#failures >= FAILURES_MAX_COUNT ? PAUSE_MS : 0
    this.#pausedUntil = performance.now() + (pauseMs ?? broken)
  }

  /** Notes an answer of a block that is too old: others are asked first for a while. */
  markBehind(): void {
    this.#behindUntil = performance.now() + PAUSE_MS
  }

  async #ask(question: RpcQuestion, limits: QuestionLimits): Promise<unknown> {
    this.#identified ??= this.#identify()
    const identified = this.#identified
    // Asked at once, but nothing is believed before the chain is known, a refusal neither.
    const answer = this.#reach(question, limits)
    answer.catch(() => {
      // Seen below, unless the chain is another.
    })
    await within(limits, identified)
    return answer
  }

  /** Every way in which the request itself may fail is a failure of this endpoint. */
  async #reach(question: RpcQuestion, limits: QuestionLimits): Promise<unknown> {
    try {
      return await askEndpoint(this.#fetch, this.#url, question, limits)
    } catch (thrown) {
      requireWanted(limits.signal)
      if (thrown instanceof OperationError)
        throw new EndpointFailure(thrown.code, { cause: thrown })
      throw thrown
    }
  }

  async #identify(): Promise<void> {
    const question = { method: 'eth_chainId', params: [] }
    try {
      const limits = { signal: new AbortController().signal, deadlineMs: RPC_TRY_MAX_MS }
      const answer = await this.#reach(question, limits)
      if (usable(answer, readQuantity) !== BigInt(this.#chain.id)) {
        throw new EndpointFailure('serves another chain', { pauseMs: WRONG_CHAIN_PAUSE_MS })
      }
    } catch (thrown) {
      this.#identified = undefined
      throw thrown
    }
  }
}

function usable<T>(result: unknown, read: (result: unknown) => T): T {
  try {
    return read(result)
  } catch (cause) {
    throw cause instanceof CallRefused
      ? cause
      : new BadAnswer('an answer of another form', { cause })
  }
}

/** Shares a wait without sharing its end: the caller may leave earlier. */
async function within(
  { signal, deadlineMs }: QuestionLimits,
  shared: Promise<void>,
): Promise<void> {
  const ended = Promise.withResolvers<never>()
  const stop = (): void => ended.reject(signal.reason)
  const expire = (): void => ended.reject(new EndpointFailure('does not name its chain'))
  const timer = setTimeout(expire, deadlineMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([shared, ended.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
