import type { Transfer } from '../../contract/onchain.ts'
import { isRecord } from '../../lib/is-record.ts'
import { type Address, toAddress } from '../address.ts'
import { decodeValues } from '../calls/values.ts'
import { NATIVE_DECIMALS } from '../chains.ts'
import { formatUnits } from '../decimal.ts'
import { fromHex, type Hex, isHex, toUint } from '../hex.ts'
import { SYMBOL_MAX_CHARS, TRANSFER_TOKENS_MAX_COUNT, TRANSFERS_MAX_COUNT } from '../limits.ts'
import { listedContracts } from '../prices/assets.ts'
import { probe } from '../rpc/reader.ts'
import type { Rpc } from '../rpc/rpc.ts'
import { textBytes, tokenText } from '../token-text.ts'

/** First topics of the logs by which tokens tell of transfers. */
const TOPICS = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
} as const

const SYMBOL = { data: '0x95d89b41', maxBytes: 128 } as const
const DECIMALS = { data: '0x313ce567', maxBytes: 32 } as const

/** Largest plausible decimals, as in balances. */
const DECIMALS_MAX = 36

/** A transfer as a log tells it. */
export type Moved = Pick<Transfer, 'standard' | 'from' | 'to' | 'tokenId'> & {
  token: Address
  amount: bigint | null
}

/** Transfers in the order of their logs. What is no transfer, or none in a form that tokens have, is left out. */
export function transfersIn(logs: unknown): readonly Moved[] {
  if (!Array.isArray(logs)) throw new Error('no logs')
  return logs.flatMap((log: unknown) => {
    if (!isRecord(log) || !Array.isArray(log['topics']) || !isHex(log['address'])) {
      throw new Error('no log')
    }
    const topics = log['topics'].filter(isTopic)
    // Tokens write what they like into their logs: one of another form is no transfer.
    if (topics.length !== log['topics'].length) return []
    return movedBy(log['address'], topics, isHex(log['data']) ? log['data'] : '0x')
  })
}

function movedBy(contract: Hex, topics: readonly Hex[], data: Hex): readonly Moved[] {
  const token = toAddress(fromHex(contract))
  const [kind, first = '0x', second = '0x', third] = topics
  if (kind === TOPICS.transfer && topics.length === 3 && data.length === 66) {
    const ends = { from: addressIn(first), to: addressIn(second) }
    return [{ standard: 'erc20', token, ...ends, amount: toUint(fromHex(data)) }]
  }
  if (kind === TOPICS.transfer && third !== undefined) {
    const ends = { from: addressIn(first), to: addressIn(second) }
    return [{ standard: 'erc721', token, ...ends, amount: null, tokenId: BigInt(third).toString() }]
  }
  if ((kind !== TOPICS.single && kind !== TOPICS.batch) || third === undefined) return []
  const type = kind === TOPICS.single ? 'uint256' : 'uint256[]'
  const [ids, amounts] = (decodeValues([{ type }, { type }], data) ?? []).map(({ value }) =>
    [value].flat().map(String),
  )
  if (!ids || !amounts || ids.length !== amounts.length) return []
  const ends = { from: addressIn(second), to: addressIn(third) }
  return ids.map((tokenId, index) => ({
    standard: 'erc1155',
    token,
    ...ends,
    tokenId,
    amount: BigInt(amounts[index] ?? 0),
  }))
}

function isTopic(value: unknown): value is Hex {
  return isHex(value) && value.length === 66
}

function addressIn(topic: Hex): Address {
  return toAddress(fromHex(topic).subarray(12))
}

/** The transfers as readers see them, with the symbols that their tokens give themselves now. */
export async function describeTransfers(
  rpc: Rpc,
  moved: readonly Moved[],
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const kept = moved.slice(0, TRANSFERS_MAX_COUNT)
  const tokens = [...new Set(kept.map(({ token }) => token))].slice(0, TRANSFER_TOKENS_MAX_COUNT)
  const calls = tokens.flatMap((to) => [SYMBOL, DECIMALS].map((call) => ({ to, ...call })))
  const { answers } = calls.length === 0 ? { answers: [] } : await probe(rpc, calls, signal)
  const known = listedContracts(rpc.chain.network)
  return kept.map(({ amount, token, ...rest }) => {
    const at = tokens.indexOf(token)
    const [symbol, decimals] = at === -1 ? [] : answers.slice(2 * at, 2 * at + 2)
    const digits =
      rest.standard === 'erc20' && decimals?.outcome === 'answered' && decimals.data.length === 32
        ? toUint(decimals.data)
        : undefined
    const scale = digits !== undefined && digits <= BigInt(DECIMALS_MAX) ? Number(digits) : null
    return {
      ...rest,
      token,
      raw: amount === null ? null : amount.toString(),
      symbol:
        symbol?.outcome === 'answered' && symbol.data.length >= 32
          ? tokenText(textBytes(symbol.data, 64), SYMBOL_MAX_CHARS).text
          : null,
      decimals: scale,
      formatted: amount === null || scale === null ? null : formatUnits(amount, scale),
      listed: known.has(token.toLowerCase()),
    }
  })
}

/** What a transaction itself moves of the native coin; nothing where it failed or moves none. */
export function nativeTransfer(
  { from, to, wei }: { from: string; to: string | null; wei: bigint },
  symbol: string | null,
): readonly Transfer[] {
  if (to === null || wei === 0n) return []
  return [
    {
      standard: 'native',
      token: null,
      from,
      to,
      raw: wei.toString(),
      symbol,
      decimals: NATIVE_DECIMALS,
      formatted: formatUnits(wei, NATIVE_DECIMALS),
      listed: true,
    },
  ]
}
