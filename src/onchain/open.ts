import type { OnChain } from '../contract/onchain.ts'
import type { OnChainSettings } from './engine.ts'

/** Promises the reads of the chains without loading them: most servers are never asked. */
export function onChainOnDemand(settings: OnChainSettings): () => Promise<OnChain> {
  let opening: Promise<OnChain> | undefined
  return async () => {
    opening ??= import('./engine.ts').then(({ openOnChain }) => openOnChain(settings))
    return opening
  }
}
