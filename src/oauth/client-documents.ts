import type { GuardedFetch } from '../contract/net.ts'
import { isRecord } from '../lib/is-record.ts'
import { RateLimit } from '../lib/rate-limit.ts'
import {
  CLIENT_METADATA_MAX_BYTES,
  DOCUMENT_DEADLINE_MS,
  DOCUMENTS_PER_HOST_PER_MINUTE,
  DOCUMENTS_PER_MINUTE,
} from './limits.ts'
import { narrowClient } from './narrow-client.ts'

/** Fetches what a client is known by; anything but the document is answered with a status that says so. */
export type FetchDocument = (address: string) => Promise<Response>

/** Headers that say how long a document may be kept. */
const FRESHNESS = ['cache-control', 'expires'] as const

/**
 * The only fetch of the authorization server: documents of clients, and the keys that these name. Anybody makes it fetch any
 * address, so it goes through the guard, as a stranger's, follows nothing and takes little.
 */
export function documentFetcher(fetch: GuardedFetch, now: () => Date): FetchDocument {
  const hosts = new RateLimit([{ count: DOCUMENTS_PER_HOST_PER_MINUTE, seconds: 60 }])
  const all = new RateLimit([{ count: DOCUMENTS_PER_MINUTE, seconds: 60 }])
  return async (address) => {
    const nowMs = now().getTime()
    const { host } = new URL(address)
    if (hosts.take(host, nowMs)?.allowed === false || all.take('all', nowMs)?.allowed === false) {
      return new Response(null, { status: 429 })
    }
    const { status, headers, body } = await fetch(address, {
      signal: AbortSignal.timeout(DOCUMENT_DEADLINE_MS),
      accept: 'application/json',
      maxBytes: CLIENT_METADATA_MAX_BYTES,
      redirects: 'refuse',
    })
    if (status !== 200) return new Response(null, { status: 502 })
    const kept = FRESHNESS.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]] as [string, string]],
    )
    const text = Buffer.from(body).toString('utf8')
    return new Response(narrowedText(text), {
      headers: [...kept, ['content-type', 'application/json']],
    })
  }
}

/** The document of a client without what has no meaning here, `null` where it is too much; keys as they are. */
function narrowedText(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isRecord(parsed) || !Object.hasOwn(parsed, 'client_id')) return text
    return JSON.stringify(narrowClient(parsed) ?? null)
  } catch {
    return text
  }
}
