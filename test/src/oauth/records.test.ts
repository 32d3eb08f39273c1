import { expect, test } from 'vitest'
import { loadKeys } from '../../../src/oauth/keys.ts'
import { Records, UsedUp } from '../../../src/oauth/records.ts'
import { sweepRecords } from '../../../src/oauth/sweep-records.ts'
import { endGrants } from '../../../src/store/oauth-grants.ts'
import { onBothDatabases } from '../../support/both-databases.ts'

const GRANT = { accountId: '7', clientId: 'c', grantId: 'g' }

await onBothDatabases(({ open, newLocation }) => {
  test('keeps what the library stores for all instances, as digests, for as long as it may live', async () => {
    const location = newLocation()
    const stores = [await open(location), await open(location)] as const
    let nowMs = 1_767_000_000_000
    const now = () => new Date(nowMs)
    const parts = stores.map((store) => ({ store: async () => store, now }))
    const [here, there] = parts.map((one) => ({
      codes: new Records('AuthorizationCode', one),
      refreshes: new Records('RefreshToken', one),
      sessions: new Records('Session', one),
      clients: new Records('Client', one),
      grants: new Records('Grant', one),
    })) as [Kinds, Kinds]
    const [first, second] = stores

    await here.codes.upsert('code', { jti: 'code', ...GRANT }, 60)
    expect(await there.codes.find('code')).toEqual({ jti: 'code', ...GRANT })
    const uses = await Promise.allSettled(
      [here, there, here, there].map(async ({ codes }) => codes.consume('code')),
    )
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      uses.filter((use) => use.status === 'rejected' && use.reason instanceof UsedUp),
    ).toHaveLength(3)
    expect(await here.codes.find('code')).toHaveProperty('consumed')

    await here.refreshes.upsert('old', { jti: 'old', ...GRANT }, 600)
    await there.refreshes.consume('old')
    await here.refreshes.consume('old')
    expect(await here.refreshes.find('old')).not.toHaveProperty('consumed')
    nowMs += 60_000
    expect(await here.refreshes.find('old')).toHaveProperty('consumed')
    expect(await here.codes.find('code')).toBeUndefined()

    await here.sessions.upsert('s', { jti: 's', uid: 'u', accountId: '7', loginTs: 1 }, 600)
    expect(await there.sessions.find('s')).toEqual({ jti: 's', uid: 'u' })
    await here.clients.upsert('c', { client_id: 'c' })
    const rows = await first.db.selectFrom('oauth_record').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/"(?:code|old|s)"|"jti/)

    await here.grants.upsert('g', { jti: 'g', ...GRANT }, 600)
    const grant = { id: 'g', account_id: 7, client_id: 'c', client_name: '', redirect_host: '' }
    await first.write(async (tx) => {
      const row = { ...grant, scopes: 'mcp', created_at: 1, used_at: 1 }
      await tx.insertInto('oauth_grant').values(row).execute()
    })
    await there.grants.destroy('g')
    expect(await here.refreshes.find('old')).toBeUndefined()
    expect(await first.db.selectFrom('oauth_grant').selectAll().execute()).toEqual([])

    await here.refreshes.upsert('next', { ...GRANT, grantId: 'other' }, 600)
    await second.write(async (tx) => endGrants(tx, { accountId: 7 }))
    expect(await here.refreshes.find('next')).toBeUndefined()
    nowMs += 86_400_000
    const never = new AbortController().signal
    expect(await sweepRecords({ store: async () => second, now }, never)).toBe(2)
    expect(await first.db.selectFrom('oauth_record').selectAll().execute()).toEqual([])

    const keys = await Promise.all([loadKeys(first), loadKeys(second)])
    expect(keys[0]).toEqual(keys[1])
    for (const store of stores) await store.close()
  })
})

type Kinds = Record<'codes' | 'refreshes' | 'sessions' | 'clients' | 'grants', Records>
