import { encodeFunctionData, keccak256, parseAbi, toBytes } from 'viem/utils'
import type { NameAnswer } from '../../contract/onchain.ts'
import { fromHex, isHex, toUint } from '../hex.ts'
import { type Block, isoTime } from '../rpc/block.ts'
import { CallRefused, CallReverted } from '../rpc/json-rpc.ts'
import type { Rpc } from '../rpc/rpc.ts'

/** The registrar of names under .eth on mainnet. */
export const ETH_REGISTRAR = '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85'

const ABI = parseAbi(['function nameExpires(uint256 id) view returns (uint256)'])

/**
 * When the registration that a name rests on ends: that of the name under .eth which is the name itself or above it. Null where
 * the registrar does not know it.
 */
export async function readExpiry(
  rpc: Rpc,
  name: string,
  block: Block,
  signal: AbortSignal,
): Promise<Pick<NameAnswer, 'expires' | 'expired'>> {
  const label = /(?:^|\.)([^.]+)\.eth$/.exec(name)?.[1]
  if (label === undefined) return { expires: null }
  const args = [BigInt(keccak256(toBytes(label)))] as const
  const data = encodeFunctionData({ abi: ABI, functionName: 'nameExpires', args })
  const read = (result: unknown): bigint => {
    if (!isHex(result) || result.length !== 66) throw new Error('no word')
    const time = toUint(fromHex(result))
    isoTime(time)
    return time
  }
  try {
    const time = await rpc.ask('eth_call', [{ to: ETH_REGISTRAR, data }, rpc.tag], read, signal)
    if (time === 0n) return { expires: null }
    return { expires: isoTime(time), ...(time < block.time ? { expired: true } : {}) }
  } catch (thrown) {
    if (thrown instanceof CallReverted || thrown instanceof CallRefused) return { expires: null }
    throw thrown
  }
}
