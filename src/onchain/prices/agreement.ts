import { toScaled } from '../decimal.ts'
import type { Quote } from './source.ts'

/** Quotes that are close to each other, from low to high. */
export type Cluster = readonly Quote[]

/** What quotes amount to. */
export type Verdict =
  | { kind: 'agreed'; cluster: Cluster; quote: Quote }
  | { kind: 'alone'; quote: Quote }
  | { kind: 'torn' }
  /** `cause` is the first failure of those who were asked, if any failed. */
  | { kind: 'none'; cause?: unknown }

/**
 * Finds the largest set of quotes whose highest is within the tolerance (in ten-thousandths) of its lowest.
 * It needs two quotes at least, and must be larger than any set apart from it. Returns its median quote: an
 * average would be a price that no provider quoted.
 */
export function judgeAgreement(quotes: readonly Quote[], toleranceBasisPoints: bigint): Verdict {
  const sorted = quotes
    .map((quote) => ({ quote, value: toScaled(quote.price) }))
    .toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
  const windows = sorted.map(({ value: low }, start) => {
    const limit = low * (10_000n + toleranceBasisPoints)
    const length = sorted.slice(start).filter(({ value }) => value * 10_000n <= limit).length
    return { start, end: start + length }
  })
  const [best] = windows.toSorted((a, b) => b.end - b.start - (a.end - a.start))
  if (!best) return { kind: 'none' }
  const cluster = sorted.slice(best.start, best.end).map(({ quote }) => quote)
  const [only] = cluster
  if (cluster.length < 2) {
    return quotes.length === 1 && only ? { kind: 'alone', quote: only } : { kind: 'torn' }
  }
  const rival = windows.some(
    ({ start, end }) => end - start === cluster.length && (start >= best.end || end <= best.start),
  )
  const quote = middle(cluster)
  return rival || !quote ? { kind: 'torn' } : { kind: 'agreed', cluster, quote }
}

/** The middle one, or the nearest to it that was quoted in the currency that was asked for. */
function middle(cluster: Cluster): Quote | undefined {
  const center = Math.floor((cluster.length - 1) / 2)
  const byDistance = cluster
    .map((quote, index) => ({ quote, distance: Math.abs(index - center) }))
    .toSorted((a, b) => a.distance - b.distance)
  const own = byDistance.find(({ quote }) => quote.quotedIn === undefined)
  return (own ?? byDistance[0])?.quote
}
