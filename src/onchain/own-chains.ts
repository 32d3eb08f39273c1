import type { OperatorFetch } from '../contract/net.ts'
import { measureBlockMs, UNKNOWN_BLOCK_MS } from './block-time.ts'
import type { Chain } from './chains.ts'
import { chainFailed, requireWanted } from './failures.ts'
import { toQuantity } from './hex.ts'
import { RPC_TRY_MAX_MS } from './limits.ts'
import { readQuantity } from './rpc/block.ts'
import { askEndpoint } from './rpc/json-rpc.ts'

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
  } as const
  let failure: unknown
  for (const url of endpoints) {
    const limits = { signal, deadlineMs: RPC_TRY_MAX_MS }
    const ask = async (method: string, params: readonly unknown[]): Promise<unknown> =>
      askEndpoint(fetch, url, { method, params }, limits)
    try {
      const chainId = readQuantity(await ask('eth_chainId', []))
      const isWanted = id === undefined || chainId === BigInt(id)
      if (isWanted && chainId > 0n && chainId <= BigInt(Number.MAX_SAFE_INTEGER)) {
        const blockMs = await measureBlockMs(async (tag) =>
          ask('eth_getBlockByNumber', [tag === 'latest' ? tag : toQuantity(tag), false]),
        )
        return { ...facts, id: Number(chainId), endpoints, blockMs }
      }
    } catch (thrown) {
      requireWanted(signal)
      failure = thrown
    }
  }
  // Each is asked again at the first question, and has to prove the id.
  if (id !== undefined) return { ...facts, id, endpoints, blockMs: UNKNOWN_BLOCK_MS }
  throw chainFailed(network, failure)
}
