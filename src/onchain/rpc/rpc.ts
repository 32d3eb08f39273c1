import type { Chain } from '../chains.ts'
import { type Hex, toQuantity } from '../hex.ts'

/** One node of a chain, as long as one reading is made of it. */
export interface Rpc {
  readonly chain: Chain
  /** Block that questions about a state name. */
  readonly tag: 'latest' | Hex
  /**
   * One question. `read` takes the result apart; what it throws means that the node does not do what was asked. Throws
   * CallReverted, CallRefused, EndpointFailure, `cancelled`.
   */
  ask<T>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => T,
    signal: AbortSignal,
  ): Promise<T>
}

/** A node that is asked about one block: answers that do not say of which block they are are then of this one. */
export function pinned(rpc: Rpc, number: bigint): Rpc {
  return { ...rpc, tag: toQuantity(number) }
}
