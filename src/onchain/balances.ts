import type { Balances, TokenErrorCode } from '../contract/onchain.ts'
import { type Address, parseAddress, parseAddresses } from './address.ts'
import { caip2, NATIVE_DECIMALS } from './chains.ts'
import { formatUnits } from './decimal.ts'
import { SYMBOL_MAX_CHARS } from './limits.ts'
import { stampOf } from './rpc/block.ts'
import { BadAnswer, CallRefused, CallReverted } from './rpc/json-rpc.ts'
import { readByMulticall } from './rpc/multicall.ts'
import { type CallOutcome, readWallet, type TokenRow, type WalletRows } from './rpc/reader.ts'
import type { Rpc } from './rpc/rpc.ts'
import { tokenText } from './token-text.ts'

/** Largest plausible decimals: 10^36 units are more than any supply. */
const DECIMALS_MAX = 36

/** Rounds in which contracts that burn gas are left out until the others fit into one request. */
const ROUNDS_MAX_COUNT = 8

/** Stand-ins for the native coin in other systems. They are no contracts. */
const SENTINELS: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
])

const MESSAGES: Readonly<Record<TokenErrorCode, string>> = {
  not_a_contract: 'There is no contract at this address on this network.',
  call_reverted: 'The contract refuses to tell a balance.',
  out_of_gas: 'The contract needs more gas for its answer than is given.',
  bad_return: 'The contract answers something that is no balance.',
  no_decimals: 'The contract does not tell its decimals; raw is in its smallest unit.',
  bad_decimals: `The contract claims more than ${DECIMALS_MAX} decimals; raw is in its smallest unit.`,
  native_sentinel: 'This stands for the native coin, whose balance is in native.',
}

/** Reads a wallet: the native balance and those of the tokens, all in one block. */
export async function readBalances(
  rpc: Rpc,
  question: { address: string; tokens: readonly string[] },
  signal: AbortSignal,
): Promise<Balances> {
  const { chain } = rpc
  const holder = parseAddress(question.address, 'address')
  const tokens = distinct(parseAddresses(question.tokens, 'tokens'))
  const contracts = tokens.filter((token) => !SENTINELS.has(token.toLowerCase()))
  const { block, wei, rows } = await readRows(rpc, holder, contracts, signal)
  const balances: Balances['tokens'][number][] = []
  const errors: Balances['errors'][number][] = []
  for (const address of tokens) {
    const row = rows.get(address)
    const code = row ? problemOf(row) : 'native_sentinel'
    if (row && code === undefined) {
      const duplicate = address.toLowerCase() === chain.nativeToken
      balances.push({
        address,
        ...amountOf(row),
        ...(duplicate ? { note: 'duplicate_of_native' as const } : {}),
      })
    } else if (code !== undefined) {
      const raw = row?.outcome === 'answered' ? { raw: row.balance.toString() } : {}
      errors.push({ address, code, message: MESSAGES[code], ...raw })
    }
  }
  return {
    network: caip2(chain),
    native: {
      symbol: chain.native,
      decimals: NATIVE_DECIMALS,
      formatted: formatUnits(wei, NATIVE_DECIMALS),
      wei: wei.toString(),
    },
    tokens: balances,
    errors,
    ...stampOf(block),
  }
}

interface KeyedRows extends Omit<WalletRows, 'tokens'> {
  rows: ReadonlyMap<Address, TokenRow>
}

/**
 * Contracts that burn their gas can leave too little for the last calls. They are then left out and the rest is read again, so
 * that all reported balances come from the same block.
 */
async function readRows(
  rpc: Rpc,
  holder: Address,
  contracts: readonly Address[],
  signal: AbortSignal,
): Promise<KeyedRows> {
  const burners = new Map<Address, TokenRow>()
  for (let round = 1; ; round += 1) {
    const queried = contracts.filter((token) => !burners.has(token))
    const wallet = await readOnce(rpc, holder, queried, signal)
    const rows = new Map(wallet.tokens.map((row, index) => [queried[index] ?? '0x', row]))
    const outOfGas = [...rows].filter(([, { outcome }]) => outcome === 'out_of_gas')
    const complete = wallet.tokens.every(({ outcome }) => outcome !== 'not_reached')
    if (complete || outOfGas.length === 0 || round === ROUNDS_MAX_COUNT) {
      return { block: wallet.block, wei: wallet.wei, rows: new Map([...rows, ...burners]) }
    }
    for (const [token, row] of outOfGas) burners.set(token, row)
  }
}

async function readOnce(
  rpc: Rpc,
  holder: Address,
  tokens: readonly Address[],
  signal: AbortSignal,
): Promise<WalletRows> {
  try {
    return await readWallet(rpc, holder, tokens, signal)
  } catch (thrown) {
    // Some nodes allow calls of known contracts only.
    const isRefusal = thrown instanceof CallRefused || thrown instanceof CallReverted
    if (!isRefusal || thrown instanceof BadAnswer) throw thrown
    return readByMulticall(rpc, holder, tokens, signal)
  }
}

/** Problem codes of tokens whose calls failed. */
const PROBLEMS: Readonly<Record<Exclude<CallOutcome, 'answered'>, TokenErrorCode>> = {
  no_code: 'not_a_contract',
  reverted: 'call_reverted',
  out_of_gas: 'out_of_gas',
  not_reached: 'out_of_gas',
  short: 'bad_return',
}

function problemOf(row: TokenRow): TokenErrorCode | undefined {
  const { outcome, decimals, decimalsOutOfRange } = row
  if (outcome !== 'answered') return PROBLEMS[outcome]
  if (decimalsOutOfRange || (decimals ?? 0) > DECIMALS_MAX) return 'bad_decimals'
  return decimals === null ? 'no_decimals' : undefined
}

function amountOf({ balance, decimals, symbol }: TokenRow): {
  symbol: string
  decimals: number
  formatted: string
  raw: string
} {
  return {
    symbol: tokenText(symbol, SYMBOL_MAX_CHARS).text,
    decimals: decimals ?? 0,
    formatted: formatUnits(balance, decimals ?? 0),
    raw: balance.toString(),
  }
}

/** The first of each, in order. Checksummed addresses are equal exactly when they mean the same. */
function distinct(addresses: readonly Address[]): readonly Address[] {
  return [...new Set(addresses)]
}
