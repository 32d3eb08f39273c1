import type { ServerResponse } from 'node:http'
import type { TestChain } from './chain.ts'
import { type Fault, refuse, reply, type RpcProxy, startRpcProxy } from './rpc-proxy.ts'

/** Chains with the same id whose latest blocks are of different times, by the clock of the test. */
export interface ChainTimes {
  /** Of this second. */
  current: TestChain
  /** Some blocks late, as nodes are. */
  late: TestChain
  /** A little too late. */
  behind: TestChain
  /** Days behind. */
  old: TestChain
  /** An hour ahead. */
  ahead: TestChain
}

/** What a kind of node is worth: an answer that is up to date, one that is not, or none. */
export type Worth = 'fresh' | 'stale' | 'none'

/** A kind of node: where it has its answers from, and what it does to them. */
export interface NodeKind {
  worth: Worth
  source: keyof ChainTimes
  fault?(chains: ChainTimes): Fault
}

const refusing =
  (status: number, headers: Record<string, string> = {}): (() => Fault) =>
  () =>
  (_, response) => {
    response.writeHead(status, headers).end('{"error":"no"}')
    return true
  }

/** Passes some questions on to another chain, as a balancer does whose nodes are not equally far. */
const elsewhere =
  (methods: RegExp, source: keyof ChainTimes) =>
  (chains: ChainTimes): Fault =>
  ({ id, method, params }, response) => {
    if (!methods.test(method)) return false
    void pass(chains[source], { id, method, params }, response)
    return true
  }

async function pass(
  { url }: TestChain,
  question: { id: number; method: string; params: unknown[] },
  response: ServerResponse,
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...question }),
  })
  response.writeHead(200, { 'content-type': 'application/json' }).end(await answer.text())
}

/** Kinds of nodes, honest, behind and broken ones. */
export const NODE_KINDS = {
  current: { worth: 'fresh', source: 'current' },
  late: { worth: 'fresh', source: 'late' },
  behind: { worth: 'stale', source: 'behind' },
  old: { worth: 'stale', source: 'old' },
  ahead: { worth: 'stale', source: 'ahead' },
  limited: { worth: 'none', source: 'current', fault: refusing(429, { 'retry-after': '30' }) },
  down: { worth: 'none', source: 'current', fault: refusing(503) },
  page: {
    worth: 'none',
    source: 'current',
    fault: () => (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
      return true
    },
  },
  otherChain: {
    worth: 'none',
    source: 'current',
    fault:
      () =>
      ({ id, method }, response) =>
        method === 'eth_chainId' ? reply(response, id, '0x89') : false,
  },
  busy: {
    worth: 'none',
    source: 'current',
    fault:
      () =>
      ({ id, method }, response) =>
        method === 'eth_chainId'
          ? false
          : refuse(response, id, { code: -32_005, message: 'limit exceeded' }),
  },
  empty: {
    worth: 'none',
    source: 'current',
    fault:
      () =>
      ({ id, method }, response) =>
        method === 'eth_chainId' ? false : reply(response, id, null),
  },
  slow: {
    worth: 'fresh',
    source: 'current',
    fault: (chains) => (question, response) => {
      setTimeout(() => void pass(chains.current, question, response), 60)
      return true
    },
  },
} as const satisfies Record<string, NodeKind>

/** Nodes behind one address that are not equally far: what one says of the block, another says of the state. */
export const MIXED_KINDS = {
  oldState: { source: 'current', fault: elsewhere(/^eth_(?:call|getCode|getStorageAt)$/, 'old') },
  oldBlocks: { source: 'current', fault: elsewhere(/^eth_getBlockByNumber$/, 'old') },
  oldFees: { source: 'current', fault: elsewhere(/^eth_feeHistory$/, 'old') },
  freshBlocks: { source: 'old', fault: elsewhere(/^eth_getBlockByNumber$/, 'current') },
} as const satisfies Record<string, Omit<NodeKind, 'worth'>>

/** Starts a node of a kind. */
export async function startNode(
  { source, fault }: Omit<NodeKind, 'worth'>,
  chains: ChainTimes,
): Promise<RpcProxy> {
  return startRpcProxy(chains[source].url, fault?.(chains))
}
