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
}

const version = '2'

/** Every network that can be sold or bought on; the first is the specification's. */
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
  },
]

/** The network of a CAIP-2 or version 1 name; undefined for one that is not supported. */
export function paymentNetwork(name: string): PaymentNetwork | undefined {
  return PAYMENT_NETWORKS.find(({ id, v1Name }) => id === name || v1Name === name)
}
