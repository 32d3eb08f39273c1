import { encodeFunctionData, parseAbi } from 'viem/utils'
import { fromHex, type Hex, isHex, toUint } from './hex.ts'
import type { Rpc } from './rpc/rpc.ts'

/** Predeploy of the OP stack that knows what data costs on the parent chain. */
export const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F'

/** Where Arbitrum nodes answer themselves what data costs. */
export const NODE_INTERFACE = '0x00000000000000000000000000000000000000C8'

/** Bytes of an unsigned transaction of today's kind besides its call data (EIP-1559, RLP). */
export const TRANSACTION_BYTES = 110

const ABI = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedSize) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool creation, bytes data) view returns (uint64 gasForL1, uint256 baseFee, uint256 l1BaseFee)',
])

/**
 * Wei that a transaction with that call data pays for its place on the parent chain: an upper bound on
 * the OP stack, an estimate on Arbitrum, null where there is no parent.
 */
export async function dataFee(rpc: Rpc, data: Hex, signal: AbortSignal): Promise<bigint | null> {
  if (rpc.chain.rollup === 'op-stack') {
    const args = [BigInt(TRANSACTION_BYTES + (data.length - 2) / 2)] as const
    const call = encodeFunctionData({ abi: ABI, functionName: 'getL1FeeUpperBound', args })
    const [fee] = await callWords(rpc, GAS_PRICE_ORACLE, call, 1, signal)
    return fee ?? null
  }
  if (rpc.chain.rollup === 'arbitrum') {
    const args = [NODE_INTERFACE, false, data] as const
    const call = encodeFunctionData({ abi: ABI, functionName: 'gasEstimateL1Component', args })
    const [gas = 0n, baseFee = 0n] = await callWords(rpc, NODE_INTERFACE, call, 3, signal)
    return gas * baseFee
  }
  return null
}

async function callWords(
  rpc: Rpc,
  to: Hex,
  data: Hex,
  count: number,
  signal: AbortSignal,
): Promise<readonly bigint[]> {
  const read = (result: unknown): readonly bigint[] => {
    if (!isHex(result) || result.length !== 2 + 64 * count)
      throw new Error('another number of words')
    const bytes = fromHex(result)
    return Array.from({ length: count }, (_, word) =>
      toUint(bytes.subarray(32 * word, 32 * word + 32)),
    )
  }
  return rpc.ask('eth_call', [{ to, data }, rpc.tag], read, signal)
}
