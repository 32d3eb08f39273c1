import type { Age, Dated } from '../contract/onchain.ts'
import type { Chain } from './chains.ts'
import { FreshCache } from './fresh-cache.ts'
import { ageOf, freshForMs } from './rpc/freshness.ts'

/** Gives an answer that is remembered, else what `load` gives, with the age of its block. */
export type KeptAnswers<T extends Dated> = (
  question: object,
  chain: Chain,
  signal: AbortSignal,
  load: (signal: AbortSignal) => Promise<T>,
) => Promise<T & Age>

/**
 * Remembers answers of one kind, each until it is no longer as good as a new one, or its block too old. `chain` is the one whose block
 * an answer names.
 */
export function keptAnswers<T extends Dated>(
  now: () => Date,
  settings: { maxCount: number; maxAgeMs(answer: T, chain: Chain): number },
): KeptAnswers<T> {
  const cache = new FreshCache<{ answer: T; chain: Chain }>({
    maxCount: settings.maxCount,
    maxAgeMs: ({ answer, chain }) =>
      Math.min(settings.maxAgeMs(answer, chain), freshForMs(chain, answer, now())),
  })
  return async (question, chain, signal, load) => {
    const key = JSON.stringify([chain.network, question])
    const { answer } = await cache.get(key, signal, async (shared) => ({
      answer: await load(shared),
      chain,
    }))
    return { ...answer, ...ageOf(chain, answer, now()) }
  }
}
