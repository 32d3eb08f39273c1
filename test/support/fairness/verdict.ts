import { GOOD_KINDS, type GoodKind, type Outcome } from './good.ts'
import type { Holdings } from './holdings.ts'
import type { Result } from './scenario.ts'

/** What good people may expect of a server that is attacked. */
export const ANSWERED_MIN_SHARE = 0.99
const SLOWER_MAX_FACTOR = 3
const SLOWER_MAX_MS = 250
/** Resident memory of all processes of a server together. */
export const RSS_MAX_BYTES = 2 ** 30

/**
 * What may be there after an attack that was not there before: no more than its callers may keep for themselves, which in the
 * store are a gigabyte of uploads, half of one of events and as much of messages.
 */
export const GROWTH_MAX: Readonly<Record<keyof Holdings, number>> = {
  openFiles: 64,
  sessions: 128,
  queueRows: 1_000,
  storeMib: 2_048,
  tempFiles: 8,
}

/** Share of answered calls, 0 to 1. */
export function answeredShare({ requested, answered }: Outcome): number {
  return requested === 0 ? 0 : answered / requested
}

/** The value below which a share of the values lies; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The slowest p99 that is still fair, in ms, given what the same calls took without an attack. */
export function slowestFairMs(calm: Outcome): number {
  const p99 = quantile(calm.timesMs, 0.99)
  return Math.max(SLOWER_MAX_FACTOR * p99, p99 + SLOWER_MAX_MS)
}

/** Kinds of good calls of which too few were answered, with what the others ended with; empty when all is well. */
export function unanswered({ outcomes }: Pick<Result, 'outcomes'>): string[] {
  return eachKind((kind) => {
    const outcome = outcomes[kind]
    if (answeredShare(outcome) >= ANSWERED_MIN_SHARE) return undefined
    return `${kind}: ${outcome.answered} of ${outcome.requested} answered, others ${JSON.stringify(outcome.failures)}`
  })
}

/** Kinds of good calls that took too long beside those of a calm server. */
export function tooSlow(
  result: Pick<Result, 'outcomes'>,
  calm: Pick<Result, 'outcomes'>,
): string[] {
  return eachKind((kind) => {
    const p99 = quantile(result.outcomes[kind].timesMs, 0.99)
    const most = slowestFairMs(calm.outcomes[kind])
    return p99 <= most ? undefined : `${kind}: p99 ${p99.toFixed(0)} ms, at most ${most.toFixed(0)}`
  })
}

/** What there is more of after an attack than may be, or that the server is gone. */
export function grown({ before, after }: Pick<Result, 'before' | 'after'>): string[] {
  if (!after) return ['the server is gone']
  return (Object.keys(GROWTH_MAX) as (keyof Holdings)[])
    .filter((what) => !(after[what] - before[what] <= GROWTH_MAX[what]))
    .map((what) => `${what}: ${before[what].toFixed(0)} before, ${after[what].toFixed(0)} after`)
}

/** Whether the processes of the server took more memory than they may. */
export function tooLarge({ watched: { rss } }: Pick<Result, 'watched'>): string[] {
  if (rss.peak <= RSS_MAX_BYTES) return []
  return [`memory: ${(rss.peak / 2 ** 20).toFixed(0)} MiB at its peak`]
}

function eachKind(judge: (kind: GoodKind) => string | undefined): string[] {
  return GOOD_KINDS.map(judge).filter((fault) => fault !== undefined)
}
