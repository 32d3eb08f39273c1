import { OperationError } from '../../contract/errors.ts'
import type { OperatorFetch } from '../../contract/net.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import type { Log } from '../../lib/log.ts'
import type { Chain } from '../chains.ts'
import { requireWanted, chainFailed } from '../failures.ts'
import { RPC_DEADLINE_MS, RPC_TRY_MAX_MS } from '../limits.ts'
import {
  askEndpoint,
  CallRefused,
  CallReverted,
  EndpointFailure,
  type RpcQuestion,
} from './json-rpc.ts'

/** Failures in a row after which an endpoint is left alone for a while. */
const FAILURES_MAX_COUNT = 2
const PAUSE_MS = 30_000
/** How long an endpoint that serves another chain than it should is not asked. */
const WRONG_CHAIN_PAUSE_MS = 10 * MINUTE_MS

/** What a chain is asked with. */
export interface RpcSettings {
  chain: Chain
  /** Tried in this order. */
  endpoints: readonly string[]
  fetch: OperatorFetch
  log: Log
}

/** Questions to one chain, whichever of its endpoints answers. */
export interface Rpc {
  readonly chain: Chain
  /**
   * One question, at most one try per endpoint. `read` takes the result apart; what it throws means that
   * the endpoint does not do what was asked. Throws CallReverted, CallRefused when some endpoint answered
   * but none in a usable way, `upstream_failed` when none answered, `cancelled`.
   */
  ask<T>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => T,
    signal: AbortSignal,
  ): Promise<T>
}

interface Endpoint {
  url: string
  failures: number
  /** Not asked before (milliseconds of `performance.now()`). */
  pausedUntil: number
  /** Not asked even if no other is left: it said so itself, or it serves another chain. */
  closed: boolean
  /** Settles once the endpoint has named its chain; kept for the life of the process. */
  identified: Promise<void> | undefined
}

/** Opens the endpoints of one chain. No connection is made before the first question. */
export function openRpc({ chain, endpoints: urls, fetch, log }: RpcSettings): Rpc {
  const endpoints: Endpoint[] = urls.map((url) => ({
    url,
    failures: 0,
    pausedUntil: 0,
    closed: false,
    identified: undefined,
  }))

  const askOne = async (
    endpoint: Endpoint,
    question: RpcQuestion,
    limits: { signal: AbortSignal; deadlineMs: number },
  ): Promise<unknown> => {
    endpoint.identified ??= identify(fetch, endpoint, chain)
    const { identified } = endpoint
    // Asked at once, but nothing is believed before the chain is known, a refusal neither.
    const answer = askEndpoint(fetch, endpoint.url, question, limits)
    answer.catch(() => {
      // Seen below, unless the chain is another.
    })
    await within(limits, identified)
    return answer
  }

  return {
    chain,
    async ask(method, params, read, signal) {
      const deadline = performance.now() + RPC_DEADLINE_MS
      let refused: CallRefused | undefined
      let last: unknown
      for (const [index, endpoint] of inOrder(endpoints).entries()) {
        requireWanted(signal)
        const deadlineMs = Math.min(RPC_TRY_MAX_MS, deadline - performance.now())
        if (deadlineMs <= 0) break
        try {
          const result = await askOne(endpoint, { method, params }, { signal, deadlineMs })
          endpoint.failures = 0
          endpoint.pausedUntil = 0
          return usable(result, read)
        } catch (thrown) {
          if (thrown instanceof CallReverted) throw thrown
          requireWanted(signal)
          last = thrown
          if (thrown instanceof CallRefused) refused = thrown
          else pause(endpoint, thrown)
          const reason = thrown instanceof Error ? thrown.message : String(thrown)
          log.info({ network: chain.network, endpoint: index, method, reason }, 'endpoint failed')
        }
      }
      throw refused ?? chainFailed(chain.network, last)
    },
  }
}

function usable<T>(result: unknown, read: (result: unknown) => T): T {
  try {
    return read(result)
  } catch (cause) {
    throw new CallRefused('an answer of another form', { cause })
  }
}

/** The healthy ones; when there are none, those that are paused for their failures. */
function inOrder(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const now = performance.now()
  const healthy = endpoints.filter(({ pausedUntil }) => pausedUntil <= now)
  if (healthy.length > 0) return healthy
  return endpoints.filter(({ closed }) => !closed)
}

function pause(endpoint: Endpoint, thrown: unknown): void {
  if (!(thrown instanceof EndpointFailure) && !(thrown instanceof OperationError)) throw thrown
  endpoint.failures += 1
  const requestedPauseMs = thrown instanceof EndpointFailure ? thrown.pauseMs : undefined
  endpoint.closed = requestedPauseMs !== undefined
  const broken = endpoint.failures >= FAILURES_MAX_COUNT ? PAUSE_MS : 0
  endpoint.pausedUntil = performance.now() + (requestedPauseMs ?? broken)
}

async function identify(fetch: OperatorFetch, endpoint: Endpoint, { id }: Chain): Promise<void> {
  const question = { method: 'eth_chainId', params: [] }
  try {
    const limits = { signal: new AbortController().signal, deadlineMs: RPC_TRY_MAX_MS }
    const answer = await askEndpoint(fetch, endpoint.url, question, limits)
    if (
      typeof answer !== 'string' ||
      !/^0x[0-9a-f]+$/i.test(answer) ||
      BigInt(answer) !== BigInt(id)
    ) {
      throw new EndpointFailure('serves another chain', { pauseMs: WRONG_CHAIN_PAUSE_MS })
    }
  } catch (thrown) {
    endpoint.identified = undefined
    throw thrown
  }
}

/** Shares a wait without sharing its end: the caller may leave earlier. */
async function within(
  { signal, deadlineMs }: { signal: AbortSignal; deadlineMs: number },
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
