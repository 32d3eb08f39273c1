import type { Transaction } from 'kysely'
import { OperationError } from '../contract/errors.ts'
import type { GuardedFetch } from '../contract/net.ts'
import { type Principal, STRANGER } from '../contract/principal.ts'
import { rateLimited } from '../contract/rate-limited.ts'
import { isRecord } from '../lib/is-record.ts'
import { NetworkRate } from '../lib/network-rate.ts'
import type { Schema } from '../store/tables/schema.ts'
import {
  CLIENT_ADDRESS_MAX_CHARS,
  CLIENT_KEYS_CACHE_SECONDS,
  CLIENT_METADATA_MAX_BYTES,
  DOCUMENT_CACHE_SECONDS,
  DOCUMENT_DEADLINE_MS,
  DOCUMENT_FETCHES,
  DOCUMENTS_CACHED_MAX_COUNT,
  KEPT_DOCUMENT_SECONDS,
} from './limits.ts'
import { narrowClient } from './narrow-client.ts'
import type { Payload } from './payload.ts'
import { type RecordParts, secondsOf } from './records.ts'
import { mayRedirectTo } from './redirect-forms.ts'
import { visits } from './visits.ts'

/** Dependencies of documents of clients. */
export interface DocumentParts extends RecordParts {
  fetch: GuardedFetch
  /** Default `DOCUMENT_DEADLINE_MS`. */
  deadlineMs?: number
}

/** Metadata of a client, and how long they count. */
interface Known {
  metadata: Payload
  seconds: number
}

/** Whether the id of a client is the address of its document, in the one way in which it can be written. */
export function isDocumentAddress(id: string): boolean {
  if (id.length > CLIENT_ADDRESS_MAX_CHARS || !id.startsWith('https://')) return false
  const url = URL.parse(id)
  return url?.href === id && !id.includes('#') && url.username === '' && url.password === ''
}

/** Whether the keys of a client are at an address, which is looked at with its document. */
export function hasKeysElsewhere({ token_endpoint_auth_method, jwks, jwks_uri }: Payload): boolean {
  const isSigned = token_endpoint_auth_method === 'private_key_jwt'
  return isSigned && jwks === undefined && typeof jwks_uri === 'string'
}

/**
 * What clients say of themselves at addresses of their own (OAuth Client ID Metadata Documents). Anybody makes this server look at
 * any address, so it is a stranger's fetch, charged to whoever causes it, follows nothing and takes little. Whoever was let in
 * does not depend on it: what their document said is kept in the store.
 */
export class ClientDocuments {
  readonly #parts: DocumentParts
  readonly #rate = new NetworkRate(DOCUMENT_FETCHES)
  readonly #remembered = new Map<string, { metadata: Payload; seenMs: number; untilMs: number }>()
  /** Looks under way, of each network by itself: nobody waits for one that somebody else is refused. */
  readonly #looks = new Map<string, Promise<Payload>>()

  constructor(parts: DocumentParts) {
    this.#parts = parts
  }

  /**
   * The metadata of a client with its keys: those of its document, or the registered ones. Throws OperationError, `retryable` where
   * it is nothing about the document.
   */
  async metadataOf(id: string, registered?: Payload): Promise<Payload> {
    const remembered = this.#remembered.get(id)
    if (remembered && remembered.untilMs > this.#parts.now().getTime()) return remembered.metadata
    const { address = '', network = '' } = visits.getStore()?.from ?? {}
    const place = `${network} ${id}`
    const look = this.#looks.get(place) ?? this.#look(id, { registered, address, network })
    this.#looks.set(place, look)
    try {
      return await look
    } catch (thrown) {
      const kept = await this.#kept(id)
      if (kept) return kept
      throw thrown
    } finally {
      if (this.#looks.get(place) === look) this.#looks.delete(place)
    }
  }

  /** Keeps, within a unit of work, what was last seen of a client that somebody has just let in. */
  async keep(tx: Transaction<Schema>, id: string): Promise<void> {
    const remembered = this.#remembered.get(id)
    if (!remembered) return
    const row = {
      payload: JSON.stringify(remembered.metadata),
      expires_at: secondsOf(new Date(remembered.seenMs)) + KEPT_DOCUMENT_SECONDS,
    }
    await tx
      .insertInto('oauth_record')
      .values({ kind: 'Document', id, ...row })
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
      .execute()
  }

  async #look(
    id: string,
    {
      registered,
      address,
      network,
    }: { registered: Payload | undefined } & Record<'address' | 'network', string>,
  ): Promise<Payload> {
    const nowMs = this.#parts.now().getTime()
    const refusal = this.#rate.refusal({ address, network }, nowMs)
    if (refusal) throw rateLimited(refusal)
    const principal = { ...STRANGER, id: `address ${address}` }
    const { metadata, seconds } = await this.#read(id, registered, principal)
    this.#remembered.delete(id)
    this.#remembered.set(id, { metadata, seenMs: nowMs, untilMs: nowMs + seconds * 1_000 })
    if (this.#remembered.size > DOCUMENTS_CACHED_MAX_COUNT) {
      const [longest = id] = this.#remembered.keys()
      this.#remembered.delete(longest)
    }
    await this.#renew(id)
    return metadata
  }

  async #read(id: string, registered: Payload | undefined, principal: Principal): Promise<Known> {
    const signal = AbortSignal.timeout(this.#parts.deadlineMs ?? DOCUMENT_DEADLINE_MS)
    const ask = async (address: string): Promise<{ said: unknown; maxAge: number }> => {
      const { status, headers, body } = await this.#parts.fetch(address, {
        signal,
        principal,
        accept: 'application/json',
        maxBytes: CLIENT_METADATA_MAX_BYTES,
        redirects: 'refuse',
      })
      if (status !== 200) throw unusable(`it is answered with ${status}`, status >= 500)
      const maxAge = Number(/max-age\s*=\s*(\d+)/i.exec(headers['cache-control'] ?? '')?.[1] ?? 0)
      return { said: parsed(body), maxAge }
    }
    const document = registered ? undefined : await ask(id)
    const metadata = registered ?? documented(id, document?.said)
    const seconds = document ? within(DOCUMENT_CACHE_SECONDS, document.maxAge) : Infinity
    if (!hasKeysElsewhere(metadata)) return { metadata, seconds }
    const { jwks_uri: place, ...others } = metadata
    const { said: jwks, maxAge } = await ask(String(place))
    if (!isRecord(jwks) || !Array.isArray(jwks['keys'])) throw unusable('its keys are none')
    const keySeconds = within(CLIENT_KEYS_CACHE_SECONDS, maxAge)
    return { metadata: { ...others, jwks }, seconds: Math.min(seconds, keySeconds) }
  }

  /** Keeps what was seen anew of a client that somebody has let in. */
  async #renew(id: string): Promise<void> {
    const store = await this.#parts.store()
    const grants = store.db.selectFrom('oauth_grant').select('id').where('client_id', '=', id)
    if (!(await grants.executeTakeFirst())) return
    await store.write(async (tx) => this.keep(tx, id))
  }

  /**
   * The stored form of a client that was let in. Before somebody is asked, and where it has keys, for a day only: addresses and keys
   * that were taken back must not count for longer because somebody keeps this server from looking.
   */
  async #kept(id: string): Promise<Payload | undefined> {
    const { db } = await this.#parts.store()
    const row = await db
      .selectFrom('oauth_record')
      .select(['payload', 'expires_at'])
      .where('kind', '=', 'Document')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const metadata = JSON.parse(row.payload) as Payload
    const isShort = visits.getStore()?.isNew === true || metadata['jwks'] !== undefined
    const lostSeconds = isShort ? KEPT_DOCUMENT_SECONDS - DOCUMENT_CACHE_SECONDS.max : 0
    return row.expires_at - lostSeconds > secondsOf(this.#parts.now()) ? metadata : undefined
  }
}

/** The metadata in a document, without what has no meaning here. Throws where it is none of this client. */
function documented(id: string, said: unknown): Payload {
  if (!isRecord(said) || said['client_id'] !== id) throw unusable('it is not of this client_id')
  const method = said['token_endpoint_auth_method'] ?? 'none'
  const hasKeys = said['jwks'] !== undefined || said['jwks_uri'] !== undefined
  if (method !== 'none' && !(method === 'private_key_jwt' && hasKeys)) {
    throw unusable('it shows who it is by neither nothing nor keys')
  }
  if ('client_secret' in said || 'client_secret_expires_at' in said) {
    throw unusable('it has a secret, which everybody can read there')
  }
  const metadata = narrowClient(said)
  if (!metadata) throw unusable('it has no redirect_uris, or too many')
  if (!metadata.redirect_uris.every(mayRedirectTo)) {
    throw unusable('it has redirect_uris that nobody may be sent to')
  }
  return metadata
}

function unusable(why: string, isForNow = false): OperationError {
  return new OperationError(
    isForNow ? 'upstream_failed' : 'upstream_refused',
    `The document of the client cannot be used: ${why}.`,
  )
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    throw unusable('it is not JSON')
  }
}

function within({ min, max }: { min: number; max: number }, value: number): number {
  return Math.max(min, Math.min(max, value))
}
