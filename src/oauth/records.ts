import { hash } from 'node:crypto'
import { endGrants } from '../store/oauth-grants.ts'
import type { Store } from '../store/port.ts'
import type { OAuthRecordTable } from '../store/tables/oauth-tables.ts'
import { REFRESH_GRACE_SECONDS, UNUSED_CLIENT_SECONDS, USED_CLIENT_SECONDS } from './limits.ts'
import type { Payload } from './payload.ts'
import { makeRoom, UNKNOWN_NETWORK } from './unused-clients.ts'
import { visits } from './visits.ts'

/** Dependencies of what is kept. */
export interface RecordParts {
  store(): Promise<Store>
  now(): Date
}

/** The second of two uses of a code at the same moment. */
export class UsedUp extends Error {}

/** Kinds whose ids are no secrets. */
const NAMED: ReadonlySet<string> = new Set(['Client', 'Grant'])

/**
 * A browser on its way is known by its cookies. Who is signed in is said by the session of the chat alone, and asked for anew each
 * time: this one never remembers it.
 */
const FORGOTTEN_OF_SESSIONS = ['accountId', 'loginTs', 'authorizations', 'acr', 'amr'] as const

/** The id under which a record is stored; that of a token or code is its digest: whoever reads the database gets in nowhere. */
export function storedId(kind: string, id: string): string {
  return NAMED.has(kind) ? id : hash('sha256', id, 'hex')
}

/** UNIX seconds. */
export function secondsOf(now: Date): number {
  return Math.floor(now.getTime() / 1_000)
}

/** What the library keeps of one kind, in the store: the same for all instances on it. */
export class Records {
  readonly #kind: string
  readonly #store: RecordParts['store']
  readonly #now: () => number

  constructor(kind: string, { store, now }: RecordParts) {
    this.#kind = kind
    this.#store = store
    this.#now = () => secondsOf(now())
  }

  /** Keeps one; without a time to live, as long as a new registration. */
  async upsert(id: string, payload: Payload, ttlSeconds = UNUSED_CLIENT_SECONDS): Promise<void> {
    const now = this.#now()
    const row = { ...this.#rowOf(id, payload), expires_at: now + ttlSeconds }
    const isClient = this.#kind === 'Client'
    const network = isClient ? (visits.getStore()?.from.network ?? UNKNOWN_NETWORK) : null
    await (
      await this.#store()
    ).write(async (tx) => {
      if (isClient) await makeRoom(tx)
      await tx
        .insertInto('oauth_record')
        .values({ ...row, network, used_at: null })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
        .execute()
      if (this.#kind !== 'AccessToken') return
      const { grantId, clientId } = payload
      await tx
        .updateTable('oauth_record')
        .set((eb) => ({
          expires_at: now + USED_CLIENT_SECONDS,
          network: null,
          used_at: eb.fn.coalesce('used_at', eb.val(now)),
        }))
        .where('kind', '=', 'Client')
        .where('id', '=', clientId ?? '')
        .execute()
      await tx
        .updateTable('oauth_grant')
        .set({ used_at: now })
        .where('id', '=', grantId ?? '')
        .execute()
    })
  }

  /** Finds a record that has not expired; a refresh token is `consumed` once its grace is over. */
  async find(id: string): Promise<Payload | undefined> {
    const { db } = await this.#store()
    const row = await db
      .selectFrom('oauth_record')
      .select(['payload', 'used_at', 'expires_at'])
      .where('kind', '=', this.#kind)
      .where('id', '=', storedId(this.#kind, id))
      .executeTakeFirst()
    return this.#payloadOf(row, id)
  }

  /** The browser of an id. Never asked for, since no token ends with its browser; the library wants it to be there. */
  async findByUid(): Promise<undefined> {
    return undefined
  }

  /** Programs without a browser have no flow here. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  /** Marks one as used. Of several who use the same code at once, all but the first get `UsedUp`. */
  async consume(id: string): Promise<void> {
    const { numUpdatedRows } = await (
      await this.#store()
    ).write(async (tx) =>
      tx
        .updateTable('oauth_record')
        .set({ used_at: this.#now() })
        .where('kind', '=', this.#kind)
        .where('id', '=', storedId(this.#kind, id))
        .where('used_at', 'is', null)
        .executeTakeFirst(),
    )
    if (numUpdatedRows === 0n && this.#kind === 'AuthorizationCode') throw new UsedUp()
  }

  /** Deletes one; with a grant, all that was given out under it. */
  async destroy(id: string): Promise<void> {
    await (
      await this.#store()
    ).write(async (tx) => {
      if (this.#kind === 'Grant') await endGrants(tx, { grantId: id })
      await tx
        .deleteFrom('oauth_record')
        .where('kind', '=', this.#kind)
        .where('id', '=', storedId(this.#kind, id))
        .execute()
    })
  }

  /** Deletes those of a grant. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await (
      await this.#store()
    ).write(async (tx) => {
      await tx
        .deleteFrom('oauth_record')
        .where('kind', '=', this.#kind)
        .where('grant_id', '=', grantId)
        .execute()
    })
  }

  #rowOf(
    id: string,
    payload: Payload,
  ): Omit<OAuthRecordTable, 'network' | 'used_at' | 'expires_at'> {
    const kept = { ...payload }
    if (!NAMED.has(this.#kind)) delete kept.jti
    if (this.#kind === 'Session') for (const name of FORGOTTEN_OF_SESSIONS) delete kept[name]
    return {
      kind: this.#kind,
      id: storedId(this.#kind, id),
      payload: JSON.stringify(kept),
      grant_id: (this.#kind === 'Grant' ? id : payload.grantId) ?? null,
      account_id: kept.accountId === undefined ? null : Number(kept.accountId),
    }
  }

  #payloadOf(
    row: Pick<OAuthRecordTable, 'payload' | 'used_at' | 'expires_at'> | undefined,
    id: string,
  ): Payload | undefined {
    const now = this.#now()
    if (!row || row.expires_at <= now) return undefined
    const payload = JSON.parse(row.payload) as Payload
    if (!NAMED.has(this.#kind)) payload.jti = id
    const graceSeconds = this.#kind === 'RefreshToken' ? REFRESH_GRACE_SECONDS : 0
    const isUsed =
      this.#kind !== 'Client' && row.used_at !== null && row.used_at + graceSeconds <= now
    return isUsed && row.used_at !== null ? { ...payload, consumed: row.used_at } : payload
  }
}
