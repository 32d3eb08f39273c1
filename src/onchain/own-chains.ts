import type { OperatorFetch } from '../contract/net.ts'
import type { Chain } from './chains.ts'
import { chainFailed, requireWanted } from './failures.ts'
import { RPC_TRY_MAX_MS } from './limits.ts'
import { readQuantity } from './rpc/block.ts'
import { askEndpoint } from './rpc/json-rpc.ts'

/** Time between two blocks of a chain that is not known: the longest that is usual. */
const BLOCK_MS = 12_000

/** A chain that the operator added by a name. */
export interface OwnChain {
  network: string
  /** Its id, where the operator wrote it; without it, that of the first endpoint that tells one. */
  id?: number | undefined
  endpoints: readonly string[]
}

/** Facts about a chain that the operator added. Each endpoint has to serve the same one. Throws `upstream_failed`. */
export async function openOwnChain(
  { network, id, endpoints }: OwnChain,
  fetch: OperatorFetch,
  signal: AbortSignal,
): Promise<Chain> {
  const facts = {
    network,
    native: '',
    rollup: 'none',
    priorityFloor: 0n,
    blockMs: BLOCK_MS,
  } as const
  if (id !== undefined) return { ...facts, id, endpoints }
  let failure: unknown
  for (const url of endpoints) {
    try {
      const limits = { signal, deadlineMs: RPC_TRY_MAX_MS }
      const answer = await askEndpoint(fetch, url, { method: 'eth_chainId', params: [] }, limits)
      const chainId = readQuantity(answer)
      if (chainId > 0n && chainId <= BigInt(Number.MAX_SAFE_INTEGER))
        return { ...facts, id: Number(chainId), endpoints }
    } catch (thrown) {
      requireWanted(signal)
      failure = thrown
    }
  }
  throw chainFailed(network, failure)
}
