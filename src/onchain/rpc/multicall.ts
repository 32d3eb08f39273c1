import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import { MULTICALL3 } from '../chains.ts'
import { fromHex, type Hex, isHex, toUint } from '../hex.ts'
import { textBytes } from '../token-text.ts'
import { readBlock } from './block.ts'
import { CallRefused, CallReverted, EndpointFailure } from './json-rpc.ts'
import type { CallOutcome, TokenRow, WalletRows } from './reader.ts'
import { pinned, type Rpc } from './rpc.ts'

/** Requests for one wallet; contracts that burn gas are searched for by halves. */
const REQUESTS_MAX_COUNT = 64

/** Contracts that are asked again alone, because a neighbour may have burned their gas. */
const RETRIES_MAX_COUNT = 32

/** Bytes of a symbol that are looked at, as in the reader. */
const SYMBOL_MAX_BYTES = 64

const ABI = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[] results)',
  'function getEthBalance(address holder) view returns (uint256 balance)',
])
const DECIMALS_DATA = '0x313ce567'
const SYMBOL_DATA = '0x95d89b41'

interface Answer {
  success: boolean
  returnData: Hex
}

/**
 * Reads a wallet through Multicall3, for nodes that run no code of ours. All requests name one block.
 * Multicall3 gives a contract all the gas there is, so one that burns it spoils its whole group: groups
 * that fail are halved until it is alone.
 */
export async function readByMulticall(
  rpc: Rpc,
  holder: Hex,
  tokens: readonly Hex[],
  signal: AbortSignal,
): Promise<WalletRows> {
  const block = await readBlock(rpc, signal)
  const { ask, tag } = pinned(rpc, block.number)
  let requests = 0
  const aggregate = async (
    calls: readonly { target: Hex; callData: Hex }[],
  ): Promise<readonly Answer[]> => {
    requests += 1
    if (requests > REQUESTS_MAX_COUNT) throw new CallRefused('too many contracts that burn gas')
    const args = [calls.map((call) => ({ ...call, allowFailure: true }))] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'aggregate3', args })
    const read = (result: unknown): readonly Answer[] => {
      if (!isHex(result)) throw new Error('the answer is no data')
      const answers = decodeFunctionResult({ abi: ABI, functionName: 'aggregate3', data: result })
      if (answers.length !== calls.length) throw new Error('an answer of another length')
      return answers
    }
    return ask('eth_call', [{ to: MULTICALL3, data }, tag], read, signal)
  }

  const rows = new Map<Hex, TokenRow>()
  const nativeCall = {
    target: MULTICALL3,
    callData: encodeFunctionData({ abi: ABI, functionName: 'getEthBalance', args: [holder] }),
  } as const
  const balanceData = `0x70a08231${holder.slice(2).padStart(64, '0')}` as const
  let wei: bigint | undefined
  let retries = 0
  const groups: (readonly Hex[])[] = [tokens]
  for (let group = groups.shift(); group; group = groups.shift()) {
    const calls = group.flatMap((target) =>
      ([balanceData, DECIMALS_DATA, SYMBOL_DATA] as const).map((callData) => ({
        target,
        callData,
      })),
    )
    try {
      const [native, ...answers] = await aggregate([nativeCall, ...calls])
      wei = toUint(fromHex(native?.returnData ?? '0x'))
      for (const [index, token] of group.entries()) {
        const own = answers.slice(3 * index, 3 * index + 3)
        rows.set(token, rowOf(own))
        // A refusal without a word may be a lack of gas, for which a neighbour is to blame.
        const isMute = own[0]?.success === false && own[0].returnData === '0x'
        if (isMute && group.length > 1 && retries < RETRIES_MAX_COUNT) {
          retries += 1
          groups.push([token])
        }
      }
    } catch (thrown) {
      if (!isGroupFailure(thrown) || group.length === 0) throw thrown
      const half = Math.ceil(group.length / 2)
      if (group.length === 1) rows.set(group[0] ?? '0x', failedRow('out_of_gas'))
      else groups.push(group.slice(0, half), group.slice(half))
    }
  }
  // Only burners were asked for: the native balance is still unread.
  if (wei === undefined) {
    const [native] = await aggregate([nativeCall])
    wei = toUint(fromHex(native?.returnData ?? '0x'))
  }
  return { block, wei, tokens: tokens.map((token) => rows.get(token) ?? failedRow('not_reached')) }
}

/** What a group too heavy for the node may end in: out of gas, a refusal, an answer over the size cap. */
function isGroupFailure(thrown: unknown): boolean {
  return [CallRefused, CallReverted, EndpointFailure].some((kind) => thrown instanceof kind)
}

function rowOf([balance, decimals, symbol]: readonly Answer[]): TokenRow {
  const word = wordOf(balance)
  if (!balance || word === undefined) {
    const silent = [balance, decimals, symbol].every(
      (answer) => answer?.success && answer.returnData === '0x',
    )
    if (silent) return failedRow('no_code')
    return failedRow(balance?.success ? 'short' : 'reverted')
  }
  const digits = wordOf(decimals)
  const inRange = digits !== undefined && digits < 256n
  return {
    outcome: 'answered',
    balance: word,
    decimals: inRange ? Number(digits) : null,
    decimalsOutOfRange: digits !== undefined && !inRange,
    symbol: symbol?.success
      ? textBytes(fromHex(symbol.returnData), SYMBOL_MAX_BYTES)
      : new Uint8Array(),
  }
}

function wordOf(answer: Answer | undefined): bigint | undefined {
  if (!answer?.success || answer.returnData.length < 66) return undefined
  return toUint(fromHex(answer.returnData).subarray(0, 32))
}

function failedRow(outcome: CallOutcome): TokenRow {
  return {
    outcome,
    balance: 0n,
    decimals: null,
    decimalsOutOfRange: false,
    symbol: new Uint8Array(),
  }
}
