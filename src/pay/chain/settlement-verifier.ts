import { parseEventLogs, type PublicClient } from 'viem'
import { LIFE_MAX_MS } from '../limits.ts'
import type { PaymentNetwork } from '../protocol/networks.ts'
import { type ChainReaders, TOKEN_ABI } from './chain-client.ts'
import { type Head, judgeByNodes } from './judge-by-nodes.ts'

/** One transfer that was authorized, as the chain can be asked about it. */
export interface AuthorizedTransfer {
  asset: `0x${string}`
  from: `0x${string}`
  to: `0x${string}`
  units: number
  nonce: `0x${string}`
  /** A time before which it cannot have been used, in milliseconds since 1970. */
  sinceMs: number
  /** Its end, in milliseconds since 1970. */
  untilMs: number
}

/**
 * State on chain: `paid` names the transaction that moved the money; `void` means that none ever will (cancelled, or used without
 * that transfer), and so does `expired`, of one that was never used; `open` means that it still may.
 */
export type Verdict =
  | { outcome: 'paid'; transaction: `0x${string}` }
  | { outcome: 'void' | 'expired' | 'open' }

/** Verifies on chain how an authorization was used. Throws when the chain cannot be read. */
export type SettlementVerifier = (transfer: AuthorizedTransfer) => Promise<Verdict>

/** Blocks per question: public RPC servers refuse wide ranges. */
const RANGE_MAX_BLOCKS = 1_000n

/** Range reads per verdict: about two days of Base's blocks. */
const RANGES_MAX_COUNT = 90

/** How far the clock that wrote a time down may have been ahead of the chain's: authorizations that live longer than this are not taken. */
const CLOCK_SLACK_MS = LIFE_MAX_MS

/**
 * Creates the settlement verifier. `authorizationState` alone proves no payment (it is also true after a cancellation), so a
 * verdict of `paid` needs the event of the nonce and the transfer beside it. The network tells how far back its blocks go.
 */
export function createSettlementVerifier(
  nodes: ChainReaders,
  { blockMinMs }: Pick<PaymentNetwork, 'blockMinMs'>,
  now: () => number,
): SettlementVerifier {
  return async (transfer) =>
    judgeByNodes(nodes, async (...at) => useOf(...at, blockMinMs, transfer), transfer, now)
}

async function useOf(
  client: PublicClient,
  head: Head,
  blockMinMs: number,
  transfer: AuthorizedTransfer,
): Promise<Verdict | undefined> {
  const { asset, from, nonce, sinceMs } = transfer
  const used = await client.readContract({
    address: asset,
    abi: TOKEN_ABI,
    functionName: 'authorizationState',
    args: [from, nonce],
    // At this very block: one URL may be served by nodes that lag behind.
    blockNumber: head.number,
  })
  if (!used) return undefined
  const verdict = await searchBlocks(head, { sinceMs, blockMinMs }, async (first, last) =>
    verdictOf(client, transfer, first, last),
  )
  // The state is ahead of the logs of this server: retry later.
  return verdict ?? { outcome: 'open' }
}

/**
 * Looks through the blocks since a time, in ranges that servers answer for, until something is found. `blockMinMs` tells how far
 * back they go.
 */
export async function searchBlocks<T>(
  head: { number: bigint; timestamp: bigint },
  { sinceMs, blockMinMs }: { sinceMs: number; blockMinMs: number },
  look: (fromBlock: bigint, toBlock: bigint) => Promise<T | undefined>,
): Promise<T | undefined> {
  const age = Math.max(0, Number(head.timestamp) * 1_000 - sinceMs) + CLOCK_SLACK_MS
  const back = BigInt(Math.ceil(age / blockMinMs))
  let fromBlock = head.number > back ? head.number - back : 0n
  for (let range = 0; range < RANGES_MAX_COUNT && fromBlock <= head.number; range++) {
    const toBlock = fromBlock + RANGE_MAX_BLOCKS - 1n
    const found = await look(fromBlock, toBlock)
    if (found !== undefined) return found
    fromBlock = toBlock + 1n
  }
  return undefined
}

async function verdictOf(
  client: PublicClient,
  { asset, from, to, units, nonce }: AuthorizedTransfer,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<Verdict | undefined> {
  const [used] = await client.getContractEvents({
    address: asset,
    abi: TOKEN_ABI,
    eventName: 'AuthorizationUsed',
    args: { authorizer: from, nonce },
    fromBlock,
    toBlock,
  })
  if (used) {
    const { status, logs } = await client.getTransactionReceipt({ hash: used.transactionHash })
    const transfers = parseEventLogs({
      abi: TOKEN_ABI,
      eventName: 'Transfer',
      logs: logs.filter(({ address }) => same(address, asset)),
    })
    const isPaid = transfers.some(
      ({ args }) => same(args.from, from) && same(args.to, to) && args.value === BigInt(units),
    )
    return status === 'success' && isPaid
      ? { outcome: 'paid', transaction: used.transactionHash }
      : { outcome: 'void' }
  }
  const cancelled = await client.getContractEvents({
    address: asset,
    abi: TOKEN_ABI,
    eventName: 'AuthorizationCanceled',
    args: { authorizer: from, nonce },
    fromBlock,
    toBlock,
  })
  return cancelled.length > 0 ? { outcome: 'void' } : undefined
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
