/** A token that payments are made in, and the EIP-712 domain that its authorizations are signed for. */
export interface PaymentAsset {
  symbol: 'USDC'
  address: `0x${string}`
  decimals: number
  /** Differs between networks; a wrong name makes every signature invalid. */
  domain: { name: string; version: string }
}

/** A network that payments settle on. */
export interface PaymentNetwork {
  /** CAIP-2 name, as the protocol writes it. */
  id: `eip155:${number}`
  chainId: number
  /** Name in x402 version 1. */
  v1Name: string
  title: string
  asset: PaymentAsset
  /** Read where the operator names no other. */
  publicRpcUrl: string
  /** Shortest time between two blocks, in milliseconds. */
  blockMinMs: number
  /** Set for a test network, whose money is worth nothing. */
  isTest?: true
}

const version = '2'

/** USDC as Circle has deployed it on most networks. */
function usdCoin(address: `0x${string}`): PaymentAsset {
  return { symbol: 'USDC', address, decimals: 6, domain: { name: 'USD Coin', version } }
}

/** Every network that can be bought on; the first is the specification's, which calls are sold on. */
export const PAYMENT_NETWORKS: readonly [PaymentNetwork, ...PaymentNetwork[]] = [
  {
    id: 'eip155:8453',
    chainId: 8453,
    v1Name: 'base',
    title: 'Base',
    asset: {
      symbol: 'USDC',
      address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      decimals: 6,
      domain: { name: 'USD Coin', version },
    },
    publicRpcUrl: 'https://mainnet.base.org',
    blockMinMs: 2_000,
  },
  {
    id: 'eip155:84532',
    chainId: 84532,
    v1Name: 'base-sepolia',
    title: 'Base Sepolia (test money)',
    asset: {
      symbol: 'USDC',
      address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      decimals: 6,
      domain: { name: 'USDC', version },
    },
    publicRpcUrl: 'https://sepolia.base.org',
    blockMinMs: 2_000,
    isTest: true,
  },
  {
    id: 'eip155:137',
    chainId: 137,
    v1Name: 'polygon',
    title: 'Polygon',
    asset: usdCoin('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
    publicRpcUrl: 'https://polygon-bor-rpc.publicnode.com',
    blockMinMs: 1_000,
  },
  {
    id: 'eip155:42161',
    chainId: 42161,
    v1Name: 'arbitrum',
    title: 'Arbitrum One',
    asset: usdCoin('0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
    publicRpcUrl: 'https://arb1.arbitrum.io/rpc',
    blockMinMs: 100,
  },
  {
    id: 'eip155:10',
    chainId: 10,
    v1Name: 'optimism',
    title: 'OP Mainnet',
    asset: usdCoin('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
    publicRpcUrl: 'https://mainnet.optimism.io',
    blockMinMs: 2_000,
  },
  {
    id: 'eip155:43114',
    chainId: 43114,
    v1Name: 'avalanche',
    title: 'Avalanche',
    asset: usdCoin('0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
    publicRpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
    blockMinMs: 500,
  },
]

/** The network of a CAIP-2 or version 1 name; undefined for one that is not supported. */
export function paymentNetwork(name: string): PaymentNetwork | undefined {
  return PAYMENT_NETWORKS.find(({ id, v1Name }) => id === name || v1Name === name)
}
