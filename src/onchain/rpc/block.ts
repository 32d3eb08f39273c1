import { chainFailed } from '../failures.ts'
import { CallRefused, CallReverted } from './json-rpc.ts'
import type { Rpc } from './rpc.ts'

/** A block, as far as answers name it. */
export interface Block {
  number: bigint
  /** Seconds since 1970. */
  time: bigint
}

/** The latest block, or the one with that number. Throws `upstream_failed`. */
export async function latestBlock(rpc: Rpc, signal: AbortSignal, number?: bigint): Promise<Block> {
  const tag = number === undefined ? 'latest' : `0x${number.toString(16)}`
  return settled(rpc, rpc.ask('eth_getBlockByNumber', [tag, false], readBlock, signal))
}

/** A question whose refusal is the network's fault and not an answer: `upstream_failed` instead. */
export async function settled<T>(rpc: Rpc, question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (thrown) {
    const refused = thrown instanceof CallRefused || thrown instanceof CallReverted
    throw refused ? chainFailed(rpc.chain.network, thrown) : thrown
  }
}

/** A block as JSON-RPC gives it. Throws on another form. */
export function readBlock(result: unknown): Block {
  const { number, timestamp } = result as { number: unknown; timestamp: unknown }
  return { number: readQuantity(number), time: readQuantity(timestamp) }
}

/** A quantity as JSON-RPC gives it. Throws on another form. */
export function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new Error('no quantity')
  return BigInt(value)
}

/** Converts seconds since 1970 to ISO 8601 UTC. Throws on an invalid time. */
export function isoTime(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString()
}
