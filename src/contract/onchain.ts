import { z } from 'zod'
import type { Principal } from './principal.ts'

/** The block that an answer of a chain is of. */
export interface Dated {
  blockNumber: string
  /** Time of the block, ISO 8601 UTC. */
  asOf: string
}

/** How old a block is by this server's own clock, which no node can move. */
export interface Age {
  /** Seconds since the time of the block; below zero where that is ahead of this server's clock. */
  ageSeconds: number
  /** Set where the block cannot be the latest one of its chain, since it is too old, or dated ahead: no better node answered. */
  stale?: true
}

/** Fields by which results say of which block they are, and how old that is. */
export const DATED_FIELDS = {
  blockNumber: z.string(),
  asOf: z.string().describe('Time of the block, in ISO 8601.'),
  ageSeconds: z.int().describe('Age of the block by the clock of this server.'),
  stale: z
    .literal(true)
    .optional()
    .describe('Present where only nodes that are behind their chain answered.'),
}

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
export interface Balances extends Dated {
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
  /** Set where two nodes were wanted, and say the same. */
  sources?: 2
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
export interface NameAnswer extends Dated {
  name: string | null
  address: string | null
  network: string
  verified: boolean
  primaryName: string | null
  records: Readonly<Record<string, string | null>>
  source: 'ens'
  /** Whether a gateway outside the chain took part. */
  offchain: boolean
  /** When the registration of a name under .eth ends, ISO 8601 UTC; null where that is not known. */
  expires: string | null
  /** Set where that time has passed: anybody may become its owner. */
  expired?: true
  /** Set where two nodes were wanted, and say the same. */
  sources?: 2
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
export interface GasAnswer extends Dated {
  network: string
  baseFeePerGas: string
  nextBaseFeePerGas: string
  slow: GasTier
  standard: GasTier
  fast: GasTier
  l1DataFeeWei: string | null
  symbol: string
  /** Where the tips are from: the fees of recent blocks, or what the node suggests where it does not tell those. */
  source: 'eth_feeHistory' | 'eth_maxPriorityFeePerGas'
}

/** The statements of a contract about itself, and the facts in its code. */
export interface TokenInfo extends Dated {
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
}

/** One value of a call, by the type that its signature says: whole numbers as digits, lists and tuples as such. */
export interface CallValue {
  name?: string
  type: string
  value: unknown
}

/** What a view function of a contract gave. */
export interface ContractReading extends Dated {
  network: string
  address: string
  /** The function as its selector is made of it. */
  function: string
  /** `undecodable` where the data is not of the types that the signature says, `too_long` where it is more than can be read. */
  outcome: 'returned' | 'reverted' | 'out_of_gas' | 'undecodable' | 'too_long'
  values: readonly CallValue[]
  /** What a contract that refuses gives as its reason; its own words. */
  reason: string | null
  /** The data itself, where it was not decoded. */
  data: string | null
}

/** Money that a transaction moved, as the chain's logs tell. */
export interface Transfer {
  standard: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** Contract of the token; null for the native coin. */
  token: string | null
  from: string
  to: string
  /** Amount in the smallest unit; null for a single thing of ERC-721. */
  raw: string | null
  tokenId?: string
  symbol: string | null
  decimals: number | null
  formatted: string | null
  /** Whether the contract is in our table of known ones: any other can claim any transfer. */
  listed: boolean
}

/** A transaction, and what became of it. */
export interface TransactionAnswer extends Dated {
  network: string
  hash: string
  /** `mined` in blocks that tell no success, `unknown` where no node knows it. */
  status: 'succeeded' | 'failed' | 'mined' | 'pending' | 'unknown'
  /** Blocks from the one it is in to the latest one, both counted. */
  confirmations: string
  /** Number and time of the block that it is in; null while it is in none. */
  block: { number: string; time: string } | null
  from: string | null
  to: string | null
  /** Address of the contract that it made. */
  created: string | null
  nonce: string | null
  value: { wei: string; formatted: string; symbol: string | null } | null
  fee: { wei: string; formatted: string; symbol: string | null } | null
  transfers: readonly Transfer[]
  /** How many more transfers there are than are listed. */
  transfersOmitted: number
  /** Null where it calls nothing. */
  call: { selector: string; function: string | null; values: readonly CallValue[] } | null
  /** Whether sender, receiver, value and call give the hash that was asked for, so that no node can have invented them. */
  proved: boolean
}

/** How a proxy names its implementation. */
export type ProxyKind = 'eip1967' | 'eip1967-beacon' | 'eip1822' | 'eip1167' | 'eip7702'

/** What a reader should know before believing a token's texts. */
export type TokenWarning = 'bytes32_metadata' | 'symbol_sanitized' | 'impersonates_listed_symbol'

/** What can be asked of the chains. All of it reads; nothing signs or sends. */
export interface OnChain {
  /** Throws `not_an_address`, `bad_checksum`, `upstream_failed`, with a quorum `providers_disagree`. */
  balances(
    question: {
      address: string
      network: Network
      tokens: readonly string[]
      quorum?: Quorum | undefined
    },
    signal: AbortSignal,
  ): Promise<Balances & Age>
  /** Throws `unknown_symbol`, `ambiguous_symbol`, `providers_disagree`, `upstream_failed`. */
  price(question: { symbol: string; vs: string }, signal: AbortSignal): Promise<Price>
  /** Throws `bad_name`, `not_an_address`, `bad_checksum`, `upstream_failed`, with a quorum `providers_disagree`. */
  resolveName(
    question: {
      name?: string
      address?: string
      network: Network
      records: readonly string[]
      quorum?: Quorum | undefined
    },
    signal: AbortSignal,
    /** Who is charged for what contracts have fetched elsewhere. */
    principal?: Principal,
  ): Promise<NameAnswer & Age>
  /** Throws `upstream_failed`. */
  gas(
    question: { network: Network; gasLimit: string; data?: string },
    signal: AbortSignal,
  ): Promise<GasAnswer & Age>
  /** Throws `not_an_address`, `bad_checksum`, `not_a_contract`, `upstream_failed`. */
  tokenInfo(
    question: { address: string; network: Network },
    signal: AbortSignal,
  ): Promise<TokenInfo & Age>
  /** Throws `invalid_input`, `not_an_address`, `bad_checksum`, `not_a_contract`, `upstream_failed`. */
  readContract(
    question: { address: string; signature: string; args: readonly unknown[]; network: string },
    signal: AbortSignal,
  ): Promise<ContractReading & Age>
  /** Throws `invalid_input`, `upstream_failed`. */
  transaction(
    question: { hash: string; signature?: string | undefined; network: string },
    signal: AbortSignal,
  ): Promise<TransactionAnswer & Age>
}

/** How many nodes of different hosts must say the same. */
export type Quorum = 1 | 2

/** Field that asks for a quorum. */
export const QUORUM_FIELD = z.literal([1, 2]).optional().describe('Nodes that must agree.')

/** The networks of utility spec 4.9, in its order. */
export const NETWORKS = ['ethereum', 'base', 'arbitrum', 'optimism', 'polygon'] as const

/** Field of look-ups that reach chains of the operator too. */
export const ANY_NETWORK_FIELD = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'a name in small letters')
  .default('ethereum')
  .describe(`One of ${NETWORKS.join(', ')}, or a chain that the operator added.`)

/** Field of values that a call holds or gave. */
export const CALL_VALUES_FIELD = z.array(
  z.object({
    name: z.string().optional(),
    type: z.string(),
    value: z.unknown().describe('Whole numbers are text, tuples objects.'),
  }),
)

/** Name of a network, as callers write it. */
export type Network = (typeof NETWORKS)[number]
