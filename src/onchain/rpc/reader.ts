import { ByteReader } from '../../lib/byte-reader.ts'
import { BALANCES_CODE, PROBE_CODE, READ_CODE } from '../contracts/bytecode.ts'
import { fromHex, type Hex, isHex, toUint } from '../hex.ts'
import { type Block, blockOf } from './block.ts'
import { CallRefused } from './json-rpc.ts'
import type { Rpc } from './rpc.ts'

/** What became of one bounded call. */
export type CallOutcome =
  | 'no_code'
  | 'answered'
  | 'reverted'
  | 'out_of_gas'
  | 'short'
  | 'not_reached'

/** What a token contract answered about one holder. */
export interface TokenRow {
  outcome: CallOutcome
  balance: bigint
  /** Null where the contract does not say, or says more than 255. */
  decimals: number | null
  decimalsOutOfRange: boolean
  /** Symbol as the contract gave it, at most 64 bytes. */
  symbol: Uint8Array
}

/** A wallet in one block. */
export interface WalletRows {
  block: Block
  wei: bigint
  /** Tokens in the order of the question. */
  tokens: readonly TokenRow[]
}

const OUTCOMES: readonly CallOutcome[] = [
  'no_code',
  'answered',
  'reverted',
  'out_of_gas',
  'short',
  'not_reached',
]

const VIEW_OUTCOMES = ['no_code', 'answered', 'reverted', 'out_of_gas'] as const

/** Bytes of an answer that fit where a contract would be. */
const VIEW_MAX_BYTES = 24_000

/** Reads a wallet and its tokens in one block by one request (`contracts/balances.yul`). */
export function readWallet(
  rpc: Rpc,
  holder: Hex,
  tokens: readonly Hex[],
  signal: AbortSignal,
): Promise<WalletRows> {
  const input = [holder, ...tokens].map((address) => address.slice(2)).join('')
  return create(rpc, `${BALANCES_CODE}${input}`, signal, (bytes) => {
    const block = takeStamp(bytes)
    const wei = toUint(bytes.take(32))
    return { block, wei, tokens: tokens.map(() => takeRow(bytes)) }
  })
}

/** One call for `probe`. */
export interface ProbeCall {
  to: Hex
  data: Hex
  /** Bytes of the answer that are wanted at most. */
  maxBytes: number
}

/** The answer to one call of `probe`. */
export interface ProbeAnswer {
  outcome: CallOutcome
  data: Uint8Array
}

/** Makes several bounded calls in one block by one request (`contracts/probe.yul`). */
export function probe(
  rpc: Rpc,
  calls: readonly ProbeCall[],
  signal: AbortSignal,
): Promise<{ block: Block; answers: readonly ProbeAnswer[] }> {
  const input = calls.map(({ to, data, maxBytes }) => {
    const bytes = data.slice(2)
    return to.slice(2) + uint16(maxBytes) + uint16(bytes.length / 2) + bytes
  })
  return create(rpc, `${PROBE_CODE}${input.join('')}`, signal, (bytes) => ({
    block: takeStamp(bytes),
    answers: calls.map(() => {
      const outcome = OUTCOMES[bytes.byte()] ?? 'not_reached'
      return { outcome, data: bytes.take(Number(toUint(bytes.take(2)))) }
    }),
  }))
}

/** The answer to one call that may change nothing. */
export interface ViewAnswer {
  block: Block
  outcome: 'no_code' | 'answered' | 'reverted' | 'out_of_gas'
  /** As much of the answer as a node hands out. */
  data: Uint8Array
  /** Bytes of the whole answer. */
  length: number
}

/** Makes one call with all the gas there is, as long as it changes nothing (`contracts/read.yul`). */
export function readView(rpc: Rpc, to: Hex, data: Hex, signal: AbortSignal): Promise<ViewAnswer> {
  return create(rpc, `${READ_CODE}${to.slice(2)}${data.slice(2)}`, signal, (bytes) => {
    const block = takeStamp(bytes)
    const outcome = VIEW_OUTCOMES[bytes.byte()]
    if (outcome === undefined) throw new Error('no outcome')
    const length = bytes.uint32()
    const taken = bytes.take(Math.min(length, VIEW_MAX_BYTES))
    return { block, outcome, data: taken, length }
  })
}

/**
 * Runs creation code without creating anything: no `to`, and the "code" that comes back is the answer. Its
 * bytes come from an untrusted node: they are read front to back, exactly to their end.
 */
async function create<T>(
  rpc: Rpc,
  code: string,
  signal: AbortSignal,
  read: (bytes: ByteReader) => T,
): Promise<T> {
  const decode = (answer: unknown): T => {
    if (!isHex(answer)) throw new Error('the answer is no data')
    if (answer === '0x') throw new CallRefused('runs no code of ours')
    const bytes = new ByteReader(fromHex(answer), () => new Error('the answer ends too early'))
    if (toUint(bytes.take(8)) !== BigInt(rpc.chain.id))
      throw new Error('the answer of another chain')
    const result = read(bytes)
    if (!bytes.isAtEnd) throw new Error('the answer is too long')
    return result
  }
  return rpc.ask('eth_call', [{ data: code }, rpc.tag], decode, signal)
}

function takeStamp(bytes: ByteReader): Block {
  return blockOf(toUint(bytes.take(8)), toUint(bytes.take(8)))
}

function takeRow(bytes: ByteReader): TokenRow {
  const outcome = OUTCOMES[bytes.byte()] ?? 'not_reached'
  const balance = toUint(bytes.take(32))
  const decimalsStatus = bytes.byte()
  const decimals = bytes.byte()
  bytes.take(1) // The kind of the symbol: its bytes are read alike.
  const symbol = bytes.take(bytes.byte())
  return {
    outcome,
    balance,
    decimals: decimalsStatus === 1 ? decimals : null,
    decimalsOutOfRange: decimalsStatus === 2,
    symbol,
  }
}

function uint16(value: number): string {
  return value.toString(16).padStart(4, '0')
}
