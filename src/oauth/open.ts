import type { GuardedFetch } from '../contract/net.ts'
import type { AuthorizationServer } from '../contract/oauth.ts'
import type { Log } from '../lib/log.ts'
import { once } from '../lib/once.ts'
import type { ProviderParts } from './provider.ts'

/** What the authorization server is opened with. */
export interface OpenParts extends Omit<ProviderParts, 'keys' | 'documents'> {
  log: Log
  fetch: GuardedFetch
  onRefused?(): void
}

/** The authorization server, loaded by the first request that needs it: the library takes 40 MB. */
export function serverOnDemand(parts: OpenParts): () => Promise<AuthorizationServer> {
  return once(async () => {
    const { openServer } = await import('./server.ts')
    const { loadKeys } = await import('./keys.ts')
    const { ClientDocuments } = await import('./client-documents.ts')
    const keys = await loadKeys(await parts.store())
    return openServer({ ...parts, keys, documents: new ClientDocuments(parts) })
  })
}
