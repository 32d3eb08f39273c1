import type { Principal } from './principal.ts'

/** What one token contract could not tell, and why. */
export type TokenErrorCode =
  | 'not_a_contract'
  | 'call_reverted'
  | 'out_of_gas'
  | 'bad_return'
  | 'no_decimals'
  | 'bad_decimals'
  | 'native_sentinel'

/** BalanceResult (utility spec 2.2), and when and where it was read. */
export interface Balances {
  network: string
  native: { symbol: string; decimals: number; formatted: string; wei: string }
  tokens: readonly {
    address: string
    symbol: string
    decimals: number
    formatted: string
    /** Amount in the smallest unit. */
    raw: string
    note?: 'duplicate_of_native'
  }[]
  /** Tokens whose balance is not known. Never shown as zero. */
  errors: readonly { address: string; code: TokenErrorCode; message: string; raw?: string }[]
  blockNumber: string
  /** Time of the block, ISO 8601 UTC. */
  asOf: string
}

/** PriceResult (utility spec 2.2), and what it rests on. */
export interface Price {
  symbol: string
  vs: string
  price: string
  source: string
  /** Canonical asset: `coingecko:<id>`, or a CAIP-19 contract. */
  id: string
  /** Time of the quote, ISO 8601 UTC. */
  asOf: string
  /** Providers whose quotes agree, `source` among them. */
  agreed: readonly string[]
  /** Set, like `confidence`, only where one provider is all there is. */
  sources?: 1
  confidence?: 'low'
}

/** What an ENS name says of itself. */
export interface NameAnswer {
  name: string | null
  address: string | null
  network: string
  verified: boolean
  primaryName: string | null
  records: Readonly<Record<string, string | null>>
  source: 'ens'
  /** Whether a gateway outside the chain took part. */
  offchain: boolean
  blockNumber: string
  asOf: string
}

/** One way to pay for gas. */
export interface GasTier {
  maxPriorityFeePerGas: string
  maxFeePerGas: string
  costWei: string
  costFormatted: string
  costUsd: string | null
}

/** What gas costs now. Fees are wei. */
export interface GasAnswer {
  network: string
  blockNumber: string
  baseFeePerGas: string
  nextBaseFeePerGas: string
  slow: GasTier
  standard: GasTier
  fast: GasTier
  l1DataFeeWei: string | null
  symbol: string
  asOf: string
  source: 'eth_feeHistory'
}

/** The statements of a contract about itself, and the facts in its code. */
export interface TokenInfo {
  network: string
  address: string
  standard: 'erc20' | 'erc721' | 'erc1155' | 'unknown'
  name: string | null
  symbol: string | null
  decimals: number | null
  totalSupply: string | null
  totalSupplyFormatted: string | null
  proxy: { kind: ProxyKind; implementation: string } | null
  codeSize: number
  listed: boolean
  warnings: readonly TokenWarning[]
  blockNumber: string
  asOf: string
}

/** How a proxy names its implementation. */
export type ProxyKind = 'eip1967' | 'eip1967-beacon' | 'eip1822' | 'eip1167' | 'eip7702'

/** What a reader should know before believing a token's texts. */
export type TokenWarning = 'bytes32_metadata' | 'symbol_sanitized' | 'impersonates_listed_symbol'

/** What can be asked of the chains. All of it reads; nothing signs or sends. */
export interface OnChain {
  /** Throws `not_an_address`, `bad_checksum`, `upstream_failed`. */
  balances(
    question: { address: string; network: Network; tokens: readonly string[] },
    signal: AbortSignal,
  ): Promise<Balances>
  /** Throws `unknown_symbol`, `ambiguous_symbol`, `providers_disagree`, `upstream_failed`. */
  price(question: { symbol: string; vs: string }, signal: AbortSignal): Promise<Price>
  /** Throws `bad_name`, `not_an_address`, `bad_checksum`, `upstream_failed`. */
  resolveName(
    question: { name?: string; address?: string; network: Network; records: readonly string[] },
    signal: AbortSignal,
    /** Who is charged for what contracts have fetched elsewhere. */
    principal?: Principal,
  ): Promise<NameAnswer>
  /** Throws `upstream_failed`. */
  gas(
    question: { network: Network; gasLimit: string; data?: string },
    signal: AbortSignal,
  ): Promise<GasAnswer>
  /** Throws `not_an_address`, `bad_checksum`, `not_a_contract`, `upstream_failed`. */
  tokenInfo(
    question: { address: string; network: Network },
    signal: AbortSignal,
  ): Promise<TokenInfo>
}

/** The networks of utility spec 4.9, in its order. */
export const NETWORKS = ['ethereum', 'base', 'arbitrum', 'optimism', 'polygon'] as const

/** Name of a network, as callers write it. */
export type Network = (typeof NETWORKS)[number]
