import { type Limits, limitsInto } from '../contract/limits.ts'
import type { Network } from '../contract/onchain.ts'

/** Limits of this file that callers may meet, for documents. */
export const FRESHNESS_LIMITS: Limits = []
const limit = limitsInto(FRESHNESS_LIMITS)

/** Blocks that a node may have missed and still count as up to date. */
const BEHIND_MAX_BLOCKS = 5

/** Facts about a network that need no request. */
export interface Chain {
  /** Name of the network, as callers write it. */
  network: string
  id: number
  /** Symbol of the coin that pays for gas. All have 18 decimals. */
  native: string
  /** Who charges for the data that a transaction puts on the parent chain. */
  rollup: 'none' | 'op-stack' | 'arbitrum'
  /** Wei per gas below which a priority fee is not taken seriously there. */
  priorityFloor: bigint
  /** Time between two blocks: for how long an answer stays current, and when a node is behind. */
  blockMs: number
  /** ERC-20 face of the native coin, whose balance would count twice. */
  nativeToken?: string
  /** Public endpoints, in the order they are tried. */
  endpoints: readonly string[]
}

/** Decimals of every native coin here. */
export const NATIVE_DECIMALS = 18

/** Multicall3, at the same address on every chain here. */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The five networks. */
export const CHAINS: Readonly<Record<Network, Chain & { network: Network }>> = {
  ethereum: {
    network: 'ethereum',
    id: 1,
    native: 'ETH',
    rollup: 'none',
    priorityFloor: 1_000_000n,
    blockMs: 12_000,
    endpoints: [
      'https://ethereum-rpc.publicnode.com',
      'https://eth.drpc.org',
      'https://ethereum.reth.rs/rpc',
    ],
  },
  base: {
    network: 'base',
    id: 8453,
    native: 'ETH',
    rollup: 'op-stack',
    priorityFloor: 1_000_000n,
    blockMs: 2000,
    endpoints: [
      'https://base-rpc.publicnode.com',
      'https://base.drpc.org',
      'https://mainnet.base.org',
    ],
  },
  arbitrum: {
    network: 'arbitrum',
    id: 42_161,
    native: 'ETH',
    rollup: 'arbitrum',
    priorityFloor: 0n,
    blockMs: 1000,
    endpoints: [
      'https://arb1.arbitrum.io/rpc',
      'https://arbitrum-one-rpc.publicnode.com',
      'https://arbitrum.drpc.org',
    ],
  },
  optimism: {
    network: 'optimism',
    id: 10,
    native: 'ETH',
    rollup: 'op-stack',
    priorityFloor: 1_000_000n,
    blockMs: 2000,
    endpoints: [
      'https://optimism-rpc.publicnode.com',
      'https://optimism.drpc.org',
      'https://mainnet.optimism.io',
    ],
  },
  polygon: {
    network: 'polygon',
    id: 137,
    native: 'POL',
    rollup: 'none',
    priorityFloor: 25_000_000_000n,
    blockMs: 2000,
    nativeToken: '0x0000000000000000000000000000000000001010',
    endpoints: [
      'https://polygon-bor-rpc.publicnode.com',
      'https://polygon.drpc.org',
      'https://polygon-rpc.com',
    ],
  },
}

/** A chain as answers name it: `eip155:<chain id>` (CAIP-2). */
export function caip2({ id }: Chain): `eip155:${number}` {
  return `eip155:${id}`
}

export const CLOCK_ALLOWANCE_MS = limit(
  30_000,
  'ms',
  'difference between the clocks of this server and of a chain, transport included',
)

/** Milliseconds after which the latest block of a node is too old for that, by the time between two blocks of its chain. */
export function behindAfterMs({ blockMs }: Pick<Chain, 'blockMs'>): number {
  return BEHIND_MAX_BLOCKS * blockMs + CLOCK_ALLOWANCE_MS
}

for (const chain of Object.values(CHAINS)) {
  limit(
    behindAfterMs(chain),
    'ms',
    `age of a block of ${chain.network} beyond which an answer is \`stale\``,
  )
}
