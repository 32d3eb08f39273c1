import type { Age, Dated } from '../../contract/onchain.ts'
import { behindAfterMs, type Chain, CLOCK_ALLOWANCE_MS } from '../chains.ts'

/** The age of an answer, and whether it is stale. */
export function ageOf(chain: Chain, { asOf }: Dated, now: Date): Age {
  const ageMs = ageMsOf(asOf, now)
  const ageSeconds = Math.trunc(ageMs / 1000)
  if (isCurrent(chain, ageMs)) return { ageSeconds: Math.max(ageSeconds, 0) }
  return { ageSeconds, stale: true }
}

/** Whether an answer is of a block that can be the latest one of its chain. */
export function isFresh(chain: Chain, { asOf }: Dated, now: Date): boolean {
  return isCurrent(chain, ageMsOf(asOf, now))
}

/** Milliseconds for which an answer stays fresh; none where it is stale. */
export function freshForMs(chain: Chain, answer: Dated, now: Date): number {
  return isFresh(chain, answer, now) ? behindAfterMs(chain) - ageMsOf(answer.asOf, now) : 0
}

/** Of two answers, the one whose block is nearer to now. */
export function nearer<T extends Dated>(left: T | undefined, right: T, now: Date): T {
  if (left === undefined) return right
  return Math.abs(ageMsOf(left.asOf, now)) <= Math.abs(ageMsOf(right.asOf, now)) ? left : right
}

function isCurrent(chain: Chain, ageMs: number): boolean {
  return ageMs <= behindAfterMs(chain) && ageMs >= -CLOCK_ALLOWANCE_MS
}

function ageMsOf(asOf: string, now: Date): number {
  return now.getTime() - Date.parse(asOf)
}
