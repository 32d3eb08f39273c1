import { decodeErrorResult, parseAbi } from 'viem/utils'
import type { ContractReading } from '../../contract/onchain.ts'
import { cleanLine } from '../../lib/text.ts'
import type { Address } from '../address.ts'
import { caip2 } from '../chains.ts'
import { type Hex, toHex } from '../hex.ts'
import { REASON_MAX_CHARS } from '../limits.ts'
import { stampOf } from '../rpc/block.ts'
import { readView } from '../rpc/reader.ts'
import type { Rpc } from '../rpc/rpc.ts'
import { encodeCall } from './arguments.ts'
import type { FunctionSignature } from './signature.ts'
import { decodeValues } from './values.ts'

/** Bytes of data that nobody could decode which are given out. */
const RAW_MAX_BYTES = 1024

const ERRORS = parseAbi(['error Error(string message)', 'error Panic(uint256 code)'])

/** One call of a view function. */
export interface ContractQuestion {
  address: Address
  signature: FunctionSignature
  args: readonly unknown[]
}

/** Calls a view function. Nothing is changed by it, whatever the contract does: the call is static, and never leaves the node. */
export async function readContract(
  rpc: Rpc,
  { address, signature, args }: ContractQuestion,
  signal: AbortSignal,
): Promise<ContractReading & { hasCode: boolean }> {
  const { block, outcome, data, length } = await readView(
    rpc,
    address,
    encodeCall(signature, args),
    signal,
  )
  const answer = {
    network: caip2(rpc.chain),
    address,
    function: signature.canonical,
    values: [],
    reason: null,
    data: data.length === 0 ? null : toHex(data.subarray(0, RAW_MAX_BYTES)),
    hasCode: outcome !== 'no_code',
    ...stampOf(block),
  }
  if (outcome === 'reverted') return { ...answer, outcome, reason: reasonIn(toHex(data)) }
  if (outcome === 'out_of_gas') return { ...answer, outcome }
  if (length > data.length) return { ...answer, outcome: 'too_long' }
  const { outputs } = signature
  const values = outputs && decodeValues(outputs, toHex(data))
  if (values) return { ...answer, outcome: 'returned', values, data: null }
  // Without types, the data is all there is to say.
  return { ...answer, outcome: outputs ? 'undecodable' : 'returned' }
}

/** The words that a contract refuses with, or the number of what went wrong in it; null for errors of its own. */
function reasonIn(data: Hex): string | null {
  try {
    const { errorName, args } = decodeErrorResult({ abi: ERRORS, data })
    if (errorName === 'Error') return cleanLine(args[0], REASON_MAX_CHARS)
    return `Panic 0x${args[0].toString(16)}`
  } catch {
    return null
  }
}
