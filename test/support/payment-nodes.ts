import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import type { OperatorAnswer, OperatorFetch } from '../../src/contract/net.ts'
import { type Hex, toWord } from './chain.ts'

/** One payment as it really is: when it is used, if ever, and by which transfer. */
export interface TruePayment {
  asset: Hex
  from: Hex
  to: Hex
  units: number
  nonce: Hex
  /** Time of the block that has its transfer. */
  usedMs: number | undefined
}

/** The view of one node: of which time its state is, what time it says that is, and what it says against its state. */
export interface View {
  behindMs: number
  aheadMs: number
  says?: 'unused' | 'cancelled' | 'nothing of the transfer'
  /** Gives no answer at all. */
  isDown?: true
}

const BLOCK_MS = 2_000
const EVENTS = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const TRANSACTION = toWord(77n)

/** Nodes of a made-up chain: each has one view, or several in turn, as behind one address. `now` is the true time. */
export function paymentNodes(
  nodes: ReadonlyMap<string, readonly View[]>,
  payment: TruePayment,
  now: () => number,
): OperatorFetch {
  const turns = new Map<string, number>()
  return async (url, { body }) => {
    const views = nodes.get(url.replace(/\/$/, '')) ?? []
    const turn = turns.get(url) ?? 0
    turns.set(url, turn + 1)
    const view = views[turn % views.length]
    if (!view || view.isDown) return answerOf(401, { error: 'no' })
    const { id, method, params } = JSON.parse(String(body)) as Question
    return answerOf(200, { jsonrpc: '2.0', id, ...resultOf(view, payment, now(), method, params) })
  }
}

interface Question {
  id: number
  method: string
  params: readonly unknown[]
}

function answerOf(status: number, body: object): OperatorAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return { status, headers: { 'content-type': 'application/json' }, body: bytes }
}

function resultOf(
  { behindMs, aheadMs, says }: View,
  payment: TruePayment,
  nowMs: number,
  method: string,
  params: readonly unknown[],
): { result: unknown } | { error: object } {
  const head = Math.floor((nowMs - behindMs) / BLOCK_MS)
  if (method === 'eth_getBlockByNumber') {
    const timestamp = Math.floor((head * BLOCK_MS + aheadMs) / 1_000)
    return { result: { number: quantity(head), timestamp: quantity(timestamp), transactions: [] } }
  }
  const usedIn = payment.usedMs === undefined ? undefined : Math.ceil(payment.usedMs / BLOCK_MS)
  const isUsed = usedIn !== undefined && usedIn <= head
  if (method === 'eth_call') {
    if (Number(params[1]) > head) return { error: { code: -32_000, message: 'header not found' } }
    const state = says === 'unused' ? false : says === 'cancelled' || isUsed
    return { result: toWord(state ? 1n : 0n) }
  }
  const name = says === 'cancelled' ? 'AuthorizationCanceled' : 'AuthorizationUsed'
  const log = logOf(payment, name, says === 'cancelled' ? head : (usedIn ?? head))
  if (method === 'eth_getLogs') {
    const [{ topics, fromBlock, toBlock }] = params as [Filter]
    const isAsked = topics[0] === log.topics[0]
    const isShown = says === 'cancelled' || (says === undefined && isUsed)
    const isInRange =
      BigInt(fromBlock) <= BigInt(log.blockNumber) && BigInt(log.blockNumber) <= BigInt(toBlock)
    return { result: isAsked && isShown && isInRange ? [log] : [] }
  }
  if (method === 'eth_getTransactionReceipt') {
    const transfer = logOf(payment, 'Transfer', usedIn ?? head)
    return { result: { transactionHash: TRANSACTION, status: '0x1', logs: [transfer] } }
  }
  return { error: { code: -32_601, message: 'no such method' } }
}

interface Filter {
  topics: readonly Hex[]
  fromBlock: Hex
  toBlock: Hex
}

function logOf(
  { asset, from, to, units, nonce }: TruePayment,
  eventName: 'AuthorizationUsed' | 'AuthorizationCanceled' | 'Transfer',
  block: number,
) {
  const topics =
    eventName === 'Transfer'
      ? encodeEventTopics({ abi: EVENTS, eventName, args: { from, to } })
      : encodeEventTopics({ abi: EVENTS, eventName, args: { authorizer: from, nonce } })
  const data =
    eventName === 'Transfer' ? encodeAbiParameters([{ type: 'uint256' }], [BigInt(units)]) : '0x'
  return {
    address: asset,
    topics,
    data,
    blockNumber: quantity(block),
    transactionHash: TRANSACTION,
    transactionIndex: '0x0',
    blockHash: toWord(1n),
    logIndex: '0x0',
    removed: false,
  }
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`
}
