import type { Dated } from '../../contract/onchain.ts'
import { toQuantity } from '../hex.ts'
import type { Rpc } from './rpc.ts'

/** A block, as far as answers name it. */
export interface Block {
  number: bigint
  /** Seconds since 1970. */
  time: bigint
}

/** Last time that a date can hold, in seconds since 1970. */
const TIME_MAX = 8_640_000_000_000n

/** The block that questions to this node are about, or the one with that number. */
export async function readBlock(rpc: Rpc, signal: AbortSignal, number?: bigint): Promise<Block> {
  const tag = number === undefined ? rpc.tag : toQuantity(number)
  const read = (result: unknown): Block => {
    const block = blockIn(result)
    if (tag !== 'latest' && block.number !== BigInt(tag)) throw new Error('another block')
    return block
  }
  return rpc.ask('eth_getBlockByNumber', [tag, false], read, signal)
}

/** A block as JSON-RPC gives it. Throws on another form. */
export function blockIn(result: unknown): Block {
  const { number, timestamp } = result as { number: unknown; timestamp: unknown }
  return blockOf(readQuantity(number), readQuantity(timestamp))
}

/** A block of its number and time. Throws on a time that cannot be one. */
export function blockOf(number: bigint, time: bigint): Block {
  if (time > TIME_MAX) throw new Error('no time')
  return { number, time }
}

/** A quantity as JSON-RPC gives it. Throws on another form. */
export function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new Error('no quantity')
  return BigInt(value)
}

/** The block of an answer, as answers name it. */
export function stampOf({ number, time }: Block): Dated {
  return { blockNumber: number.toString(), asOf: isoTime(time) }
}

/** Converts seconds since 1970 to ISO 8601 UTC. Throws on an invalid time. */
export function isoTime(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString()
}
