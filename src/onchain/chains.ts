import type { Network } from '../contract/onchain.ts'

/** Facts about a network that need no request. */
export interface Chain {
  network: Network
  id: number
  /** Symbol of the coin that pays for gas. All have 18 decimals. */
  native: string
  /** Who charges for the data that a transaction puts on the parent chain. */
  rollup: 'none' | 'op-stack' | 'arbitrum'
  /** Wei per gas below which a priority fee is not taken seriously there. */
  priorityFloor: bigint
  /** Time between two blocks, for how long an answer stays current. */
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
export const CHAINS: Readonly<Record<Network, Chain>> = {
  ethereum: {
    network: 'ethereum',
    id: 1,
    native: 'ETH',
    rollup: 'none',
    priorityFloor: 0n,
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
