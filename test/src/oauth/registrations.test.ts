import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  TOKENS_PER_ACCOUNT,
  UNUSED_CLIENT_SECONDS,
  UNUSED_CLIENTS_MAX_COUNT,
} from '../../../src/oauth/limits.ts'
import { openGrant } from '../../../src/oauth/open-grant.ts'
import type { Store } from '../../../src/store/port.ts'
import {
  FROM_HEADER,
  type LoneServer,
  startLoneServer,
  STRANGERS,
} from '../../support/authorization-server.ts'
import { onBothDatabases } from '../../support/both-databases.ts'
import { errorOf, OAuthClient } from '../../support/oauth-client.ts'
import { OAuthPerson } from '../../support/oauth-person.ts'

const REDIRECT = 'https://x.example/callback'
const NOBODY = { username: '', password: '' }
/** There is but one resource. */
const ANY = { resource: undefined }
const ISSUER = 'http://localhost:1'

await onBothDatabases(({ open, newLocation }) => {
  let store: Store
  let server: LoneServer
  let nowMs = 1_767_000_000_000
  const now = () => new Date(nowMs)
  const start = async (accountId: number) =>
    startLoneServer({ store, now, documentHosts: [], issuer: ISSUER, accountId })

  beforeAll(async () => {
    store = await open(newLocation())
    server = await start(7)
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await store.close()
  })

  test('a registration of before there was a list of addresses is sent to those on it alone', async () => {
    const client = await OAuthClient.registered(server.url, REDIRECT)
    const rows = store.db.selectFrom('oauth_record').select('payload').where('id', '=', client.id)
    const { payload } = await rows.executeTakeFirstOrThrow()
    const redirect_uris = ['ms-msdt:/id', REDIRECT]
    const old = JSON.stringify({ ...(JSON.parse(payload) as object), redirect_uris })
    await store.write(async (tx) => {
      const changed = tx.updateTable('oauth_record').set({ payload: old })
      await changed.where('id', '=', client.id).execute()
    })
    const statusOf = async (address: string) => {
      const { url } = new OAuthClient(server.url, client.id, address).begin(ANY)
      return (await fetch(url, { redirect: 'manual' })).status
    }
    expect([await statusOf('ms-msdt:/id'), await statusOf(REDIRECT)]).toEqual([400, 303])
  })

  describe('registrations', () => {
    const metadata = { redirect_uris: [REDIRECT] }
    const register = async (sender: Record<'address' | 'network', string>): Promise<string> => {
      const headers = { [FROM_HEADER]: JSON.stringify(sender) }
      const answer = await OAuthClient.register(server.url, metadata, headers)
      expect(answer.status).toBe(201)
      return ((await answer.json()) as { client_id: string }).client_id
    }

    test.each(STRANGERS)(
      'of a stranger of %s give way when there are too many',
      async (_, sender) => {
        const mine = await register({ address: '192.0.2.9', network: '192.0.2.9' })
        const used = await OAuthClient.registered(server.url, REDIRECT)
        const tokens = await used.comeIn(new OAuthPerson(), NOBODY, ANY)
        // The stranger's are the newest.
        const expires_at = Math.floor(nowMs / 1_000) + UNUSED_CLIENT_SECONDS
        await store.write(async (tx) => {
          for (let first = 0; first < UNUSED_CLIENTS_MAX_COUNT; first += 500) {
            const rows = Array.from({ length: 500 }, (__, turn) => ({
              kind: 'Client',
              id: `many-${first + turn}`,
              payload: '{}',
              network: sender(first).network,
              expires_at: expires_at + first + turn,
            }))
            await tx.insertInto('oauth_record').values(rows).execute()
          }
        })
        const next = await register({ address: '192.0.2.8', network: '192.0.2.8' })
        const own = await register(sender(0))
        const clients = await store.db
          .selectFrom('oauth_record')
          .select(['id', 'network'])
          .where('kind', '=', 'Client')
          .execute()
        const ids = new Set(clients.map(({ id }) => id))
        expect([mine, used.id, next, own].filter((id) => !ids.has(id))).toEqual([])
        // The oldest of the network that has most went, and no more than had to.
        expect(clients.filter(({ network }) => network !== null)).toHaveLength(
          UNUSED_CLIENTS_MAX_COUNT,
        )
        expect([ids.has('many-0'), ids.has(`many-${UNUSED_CLIENTS_MAX_COUNT - 1}`)]).toEqual([
          false,
          true,
        ])
        expect(clients.find(({ id }) => id === used.id)?.network).toBe(null)
        expect((await used.refresh(tokens.refresh_token)).status).toBe(200)
        await store.write(async (tx) => {
          await tx.deleteFrom('oauth_record').where('id', 'like', 'many-%').execute()
        })
      },
    )
  })

  describe('one account', () => {
    test(
      'that asks for tokens without end is told to wait, and signs nobody out',
      { tags: 'full' },
      async () => {
        await using second = await start(8)
        const greedy = await OAuthClient.registered(second.url, REDIRECT)
        const modest = await OAuthClient.registered(server.url, REDIRECT)
        const { refresh_token } = await greedy.comeIn(new OAuthPerson(), NOBODY, ANY)
        const other = await modest.comeIn(new OAuthPerson(), NOBODY, ANY)
        const elsewhere = new OAuthClient(second.url, modest.id, REDIRECT)
        const answers: Response[] = []
        for (let count = 0; count < TOKENS_PER_ACCOUNT.count; count += 50) {
          const batch = Array.from({ length: 50 }, async () => elsewhere.refresh(refresh_token))
          answers.push(...(await Promise.all(batch)))
        }
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 503]))
        const refused = await greedy.refresh(refresh_token)
        expect(Number(refused.headers.get('retry-after'))).toBeLessThan(10)
        expect(await errorOf(refused)).toEqual([503, 'temporarily_unavailable'])
        expect((await elsewhere.refresh(other.refresh_token)).status).toBe(200)
        nowMs += 10_000
        expect((await greedy.refresh(refresh_token)).status).toBe(200)
      },
    )

    test('that lets in a hundred programs and one more loses the one that was quiet for longest', async () => {
      const grant = (count: number, account_id = 9) => ({
        id: `grant-${account_id}-${count}`,
        account_id,
        client_id: 'c',
        client_name: '',
        redirect_host: '',
        scopes: 'mcp',
        created_at: count,
        used_at: 1_000 - count,
      })
      await store.write(async (tx) => {
        await openGrant(tx, grant(0, 10))
        for (let count = 0; count <= 100; count += 1) await openGrant(tx, grant(count))
      })
      const rows = await store.db
        .selectFrom('oauth_grant')
        .select('id')
        .where('client_id', '=', 'c')
        .execute()
      const ids = new Set(rows.map(({ id }) => id))
      expect([
        ids.size,
        ids.has('grant-10-0'),
        ids.has('grant-9-99'),
        ids.has('grant-9-100'),
      ]).toEqual([101, true, false, true])
    })
  })
})
