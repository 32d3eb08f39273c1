import type { OperatorFetch } from '../../contract/net.ts'
import type { Dated } from '../../contract/onchain.ts'
import type { Log } from '../../lib/log.ts'
import type { SourceOutcome } from '../../lib/metrics.ts'
import type { Chain } from '../chains.ts'
import { chainFailed, nodesDisagree, requireWanted, tooFewNodes } from '../failures.ts'
import { toQuantity } from '../hex.ts'
import { RPC_DEADLINE_MS, RPC_TRY_MAX_MS } from '../limits.ts'
import { Endpoint } from './endpoint.ts'
import { isFresh, nearer } from './freshness.ts'
import { CallRefused, CallReverted, EndpointFailure } from './json-rpc.ts'
import type { Rpc } from './rpc.ts'

/** What a chain is read with. */
export interface NodesSettings {
  chain: Chain
  /** Tried in this order. */
  endpoints: readonly string[]
  fetch: OperatorFetch
  log: Log
  /** The clock by which the age of blocks is measured. */
  now(): Date
  /** Counts what became of readings, by the place of the endpoint in the list. */
  observe(endpoint: number, outcome: SourceOutcome): void
}

/** One or more questions to one node that make an answer, with the block that it is of. */
export type Reading<T extends Dated> = (rpc: Rpc, signal: AbortSignal) => Promise<T>

/** Readings of one chain, by whichever of its nodes is up to date. */
export interface Nodes {
  readonly chain: Chain
  /**
   * A reading of the first node that is up to date. Where all that answer are behind, that of the one which is least so: the age
   * of its block says it. Where `isFinal` says that another node may know more, the others are asked too. Throws `upstream_failed`
   * when none answers in a usable way, `cancelled`.
   */
  read<T extends Dated>(
    reading: Reading<T>,
    signal: AbortSignal,
    isFinal?: (answer: T) => boolean,
  ): Promise<T>
  /**
   * A reading that two nodes of different hosts make alike, both up to date. Throws `providers_disagree` where they do not, or where
   * fewer than two can be asked; `cancelled`.
   */
  agree<T extends Dated>(reading: Reading<T>, signal: AbortSignal): Promise<T & { sources: 2 }>
}

/** Opens the endpoints of one chain. No connection is made before the first question. */
export function openNodes(settings: NodesSettings): Nodes {
  const { chain, fetch, log, now, observe } = settings
  const endpoints = settings.endpoints.map((url) => new Endpoint(fetch, chain, url))

  /** One reading of one node; undefined where another one should be asked. Throws what no other node would change. */
  const attempt = async <T extends Dated>(
    endpoint: Endpoint,
    reading: Reading<T>,
    {
      signal,
      deadline,
      tag = 'latest',
    }: { signal: AbortSignal; deadline: number; tag?: Rpc['tag'] },
  ): Promise<{ answer: T; isFresh: boolean } | { failure: unknown }> => {
    const index = endpoints.indexOf(endpoint)
    const note = (outcome: SourceOutcome, reason: string): void => {
      observe(index, outcome)
      log.info({ network: chain.network, endpoint: index, reason }, `endpoint ${outcome}`)
    }
    requireWanted(signal)
    const deadlineMs = Math.min(RPC_TRY_MAX_MS, deadline - performance.now())
    if (deadlineMs <= 0) return { failure: undefined }
    try {
      const answer = await endpoint.read(reading, tag, { signal, deadlineMs })
      endpoint.markWell()
      if (isFresh(chain, answer, now())) {
        observe(index, 'answered')
        return { answer, isFresh: true }
      }
      endpoint.markBehind()
      note('behind', `its block is of ${answer.asOf}`)
      return { answer, isFresh: false }
    } catch (thrown) {
      requireWanted(signal)
      if (thrown instanceof EndpointFailure) endpoint.markFailed(thrown)
      else if (!(thrown instanceof CallRefused || thrown instanceof CallReverted)) throw thrown
      note('failed', thrown.message)
      return { failure: thrown instanceof EndpointFailure ? (thrown.cause ?? thrown) : thrown }
    }
  }

  return {
    chain,
    async read<T extends Dated>(
      reading: Reading<T>,
      signal: AbortSignal,
      isFinal: (answer: T) => boolean = () => true,
    ): Promise<T> {
      const deadline = performance.now() + RPC_DEADLINE_MS
      let open: T | undefined
      let behind: T | undefined
      let failure: unknown
      for (const endpoint of inOrder(endpoints)) {
        const outcome = await attempt(endpoint, reading, { signal, deadline })
        if ('failure' in outcome) failure = outcome.failure ?? failure
        else if (outcome.isFresh && isFinal(outcome.answer)) return outcome.answer
        else if (outcome.isFresh) open ??= outcome.answer
        else behind = nearer(behind, outcome.answer, now())
      }
      const answer = open ?? behind
      if (answer === undefined) throw chainFailed(chain.network, failure)
      return answer
    },
    async agree<T extends Dated>(
      reading: Reading<T>,
      signal: AbortSignal,
    ): Promise<T & { sources: 2 }> {
      const deadline = performance.now() + RPC_DEADLINE_MS
      const answers: { endpoint: Endpoint; answer: T }[] = []
      for (const endpoint of inOrder(endpoints)) {
        if (answers.some((one) => one.endpoint.host === endpoint.host)) continue
        const outcome = await attempt(endpoint, reading, { signal, deadline })
        if ('failure' in outcome || !outcome.isFresh) continue
        const { answer } = outcome
        for (const other of answers) {
          const [older, newer] = inAge(other, { endpoint, answer })
          if (isAlike(older.answer, newer.answer)) return { ...older.answer, sources: 2 }
          if (older.answer.blockNumber === newer.answer.blockNumber) continue
          // What changed between the two blocks is no contradiction: both are asked about one of them.
          const tag = toQuantity(BigInt(older.answer.blockNumber))
          const again = await attempt(newer.endpoint, reading, { signal, deadline, tag })
          if ('answer' in again && isAlike(older.answer, again.answer)) {
            return { ...older.answer, sources: 2 }
          }
        }
        answers.push({ endpoint, answer })
      }
      throw answers.length < 2
        ? tooFewNodes(chain.network, answers.length)
        : nodesDisagree(chain.network)
    },
  }
}

/** The healthy ones, then those that were behind; when there are none, those that are paused because they failed. */
function inOrder(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const healthy = endpoints.filter(({ isHealthy }) => isHealthy)
  if (healthy.length === 0) return endpoints.filter(({ isClosed }) => !isClosed)
  return [
    ...healthy.filter(({ isBehind }) => !isBehind),
    ...healthy.filter(({ isBehind }) => isBehind),
  ]
}

function inAge<T extends { answer: Dated }>(left: T, right: T): readonly [older: T, newer: T] {
  const isInOrder = BigInt(left.answer.blockNumber) <= BigInt(right.answer.blockNumber)
  return isInOrder ? [left, right] : [right, left]
}

/** Whether two answers say the same, of whichever block. */
function isAlike(left: Dated, right: Dated): boolean {
  const content = (answer: Dated): string =>
    JSON.stringify({ ...answer, blockNumber: undefined, asOf: undefined })
  return content(left) === content(right)
}
