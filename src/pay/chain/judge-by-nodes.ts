import type { Block, PublicClient } from 'viem'
import { NODE_OFF_MAX_MS, OVER_AFTER_MS } from '../limits.ts'
import type { ChainReaders } from './chain-client.ts'

/** The latest block of a node. */
export type Head = Pick<Block<bigint, false, 'latest'>, 'number' | 'timestamp'>

/** The time of a block, in milliseconds since 1970. */
export function blockMs({ timestamp }: Head): number {
  return Number(timestamp) * 1_000
}

/** A verdict, with the amount where it is not the whole one. */
interface Outcome {
  outcome: 'paid' | 'void' | 'expired' | 'open'
  units?: number
}

/** An authorization that is judged: its amount, and its end in milliseconds since 1970. */
interface Judged {
  units: number
  untilMs: number
}

/** Nodes that have to say alike that less money was moved than was authorized, where so many are named. */
const FREEING_NODES_MIN_COUNT = 2

/** Whether an authorization can be used no more at a time. Blocks may be replaced by others for a while: its very end is not the end yet. */
export function isOver(untilMs: number, atMs: number): boolean {
  return atMs >= untilMs + OVER_AFTER_MS
}

/**
 * The verdict of all nodes together. That the whole amount was moved is believed of the first that shows it. What would give money
 * back is believed only of nodes that are not ahead of our clock, of two where two are named, and if none contradicts; that an
 * authorization has expired only once our clock says so as well. `ask` tells how it was used by the latest block of a node, if it was.
 * Throws when no node can be read.
 */
export async function judgeByNodes<V extends Outcome>(
  nodes: ChainReaders,
  ask: (node: PublicClient, head: Head) => Promise<V | undefined>,
  { units, untilMs }: Judged,
  now: () => number,
): Promise<V | { outcome: 'expired' | 'open' }> {
  const freeing: (V | { outcome: 'expired' })[] = []
  const failures: unknown[] = []
  let isUsed = false
  for (const node of nodes) {
    try {
      const head = await node.getBlock({ blockTag: 'latest' })
      const use = await ask(node, head)
      const headMs = blockMs(head)
      const nowMs = now()
      const isAhead = headMs > nowMs + NODE_OFF_MAX_MS
      if (use?.outcome === 'paid' && (use.units ?? units) >= units) return use
      // It was used in a way that is not shown yet.
      if (use?.outcome === 'open') isUsed = true
      if (isAhead || isUsed) continue
      if (use) freeing.push(use)
      else if (isOver(untilMs, headMs) && isOver(untilMs, nowMs))
        freeing.push({ outcome: 'expired' })
      // One that is behind knows no better than those that know of a use.
      else if (headMs >= nowMs - NODE_OFF_MAX_MS) return { outcome: 'open' }
    } catch (thrown) {
      failures.push(thrown)
    }
  }
  if (failures.length === nodes.length) throw failures[0]
  const [first] = freeing
  const isEnough = freeing.length >= Math.min(FREEING_NODES_MIN_COUNT, nodes.length)
  return first && isEnough && !isUsed && freeing.every((one) => isAlike(one, first))
    ? first
    : { outcome: 'open' }
}

/** Whether two verdicts leave as much money to the payer. */
function isAlike(left: Outcome, right: Outcome): boolean {
  const moved = ({ outcome, units = 0 }: Outcome): number => (outcome === 'paid' ? units : 0)
  return moved(left) === moved(right)
}
