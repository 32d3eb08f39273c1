// @module-tag full
import fc from 'fast-check'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Migration } from '../../../../src/store/migrate.ts'
import { migrations } from '../../../../src/store/migrations.ts'
import type { Store } from '../../../../src/store/port.ts'
import { openPostgres } from '../../../../src/store/postgres/postgres.ts'
import { startPostgres } from '../../../support/postgres.ts'
import { names, put, quietLog, sample } from '../../../support/store-backend.ts'
import { startTinyPooler } from '../../../support/tiny-pooler.ts'

const server = await startPostgres()
const stores: Store[] = []

/** Asks the database as its superuser. */
async function ask<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
  const client = new Client({ connectionString: server?.url })
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Address of the database for a role that is made for it, and may make nothing. */
async function asRole(role: string): Promise<string> {
  await ask(`create role "${role}" login`)
  return (server?.url ?? '').replace('bellhop@', `${role}@`)
}

async function open(schema: string | undefined, url = server?.url ?? ''): Promise<Store> {
  const store = await openPostgres({ url, schema, log: quietLog })
  stores.push(store)
  return store
}

/** The schemas that hold a store. */
async function schemasWithStore(): Promise<string[]> {
  const rows = await ask<{ schema: string }>(
    `select schemaname as schema from pg_tables where tablename = 'chat_message'`,
  )
  return rows.map(({ schema }) => schema).toSorted()
}

/** Advisory locks that are held at this time, as their second keys. */
async function heldLocks(): Promise<number[]> {
  const rows = await ask<{ key: number }>(
    `select objid::int4 as key from pg_locks where locktype = 'advisory'`,
  )
  return rows.map(({ key }) => key)
}

afterEach(async () => {
  await Promise.all(stores.splice(0).map(async (store) => store.close()))
})
afterAll(async () => server?.[Symbol.asyncDispose]())

describe.skipIf(!server)('a schema for each store', () => {
  test('is made under exactly the name that was given, and all tables are in it', async () => {
    const reserved = ['user', 'select', 'order', 'table', 'acme', `a${'_9'.repeat(31)}`]
    const before = await schemasWithStore()
    for (const schema of reserved) {
      const store = await open(schema)
      await put(store, `of ${schema}`)
      expect(await names(store)).toEqual([`of ${schema}`])
      await store.check({ deep: true })
    }
    expect(await schemasWithStore()).toEqual([...before, ...reserved].toSorted())
  })

  test('many that begin at once make it once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, async () => open('together')))
    await Promise.all(all.map(async (store, n) => put(store, `row ${n}`)))
    expect(await names(all[0] as Store)).toHaveLength(6)
  })

  test('whatever is asked in one, nothing of the other is seen, also where it is the only one with a table', async () => {
    const [one, other] = [await open('first'), await open('second')]
    await ask('create table first.only_here (id int)')
    await ask('create table public.everywhere (id int)')
    for (const table of ['only_here', 'everywhere']) {
      await expect(
        sql`select 1 from ${sql.table(table)}`.execute(sample(other.db)),
      ).rejects.toThrow(/does not exist/)
    }
    await expect(sql`select 1 from only_here`.execute(sample(one.db))).resolves.toBeDefined()
  })

  test('one is migrated while the other is written to', async () => {
    const other = await open('serving')
    await open('upgrading')
    const isMigrating = Promise.withResolvers<void>()
    const hasWritten = Promise.withResolvers<void>()
    const slow: Migration = {
      name: 'slow',
      async up(db) {
        await sql`alter table chat_message add column slow integer`.execute(db)
        isMigrating.resolve()
        await hasWritten.promise
      },
    }
    const opening = openPostgres({
      url: server?.url ?? '',
      schema: 'upgrading',
      log: quietLog,
      migrations: [...migrations, slow],
    })
    await isMigrating.promise
    await put(other, 'meanwhile')
    expect(await names(other)).toEqual(['meanwhile'])
    await other.check({ deep: true })
    hasWritten.resolve()
    stores.push(await opening)
    // The upgraded one is refused to a program that does not know it, the other one is not.
    await expect(open('upgrading')).rejects.toThrow('newer version')
    expect(await names(await open('serving'))).toEqual(['meanwhile'])
  })

  test('two whose names have one hash do not wait for each other', async () => {
    const [pair] = await ask<{ names: [string, string] }>(
      `select array_agg(name) as names from (select 'n' || n as name from generate_series(1, 400000) n) t
       group by hashtext(name) having count(*) > 1 limit 1`,
    )
    const [one, other] = await Promise.all((pair?.names ?? []).map(async (name) => open(name)))
    const held = await (one as Store).write(async (tx) => {
      await tx.insertInto('setting').values({ name: 'held', value: '' }).execute()
      await put(other as Store, 'meanwhile')
      return heldLocks()
    })
    expect(held).toHaveLength(1)
    expect(await names(other as Store)).toEqual(['meanwhile'])
  })

  test('processes of one schema hear each other, and nobody else does', async () => {
    const [one, same, other] = [await open('loud'), await open('loud'), await open('quiet')]
    const heard: Record<string, unknown[]> = { same: [], other: [] }
    same.doorbell?.onRing((news) => void (news && heard['same']?.push(news)))
    other.doorbell?.onRing((news) => void (news && heard['other']?.push(news)))
    for (const store of [one, same, other]) store.doorbell?.start()
    await expect.poll(() => [one, same, other].every((store) => store.doorbell?.isHeard)).toBe(true)
    await one.write(async (tx, { ring }) => {
      await tx.insertInto('setting').values({ name: 'rung', value: '' }).execute()
      ring('by a commit')
    })
    one.doorbell?.ring('alone')
    await expect.poll(() => heard['same']?.toSorted()).toEqual(['alone', 'by a commit'])
    // One of its own, sent later, has come: what was sent before would have come too.
    const neighbour = await open('quiet')
    neighbour.doorbell?.start()
    await expect.poll(() => neighbour.doorbell?.isHeard).toBe(true)
    neighbour.doorbell?.ring('own')
    await expect.poll(() => heard['other']).toEqual(['own'])
  })

  test('through a pooler each transaction looks in its own schema, and leaves no setting behind', async () => {
    await using pooler = await startTinyPooler(server?.url ?? '')
    const [one, other] = [await open('pooled_a', pooler.url), await open('pooled_b', pooler.url)]
    await Promise.all([put(one, 'a'), put(other, 'b')])
    expect([await names(one), await names(other)]).toEqual([['a'], ['b']])
    expect(pooler.sent()).toContain('set local search_path = "pooled_a"')
    expect(pooler.sent()).not.toMatch(/(?:Q[^]{4}|;\s*)set (?!local\b)/i)
    expect(await schemasWithStore()).toEqual(expect.arrayContaining(['pooled_a', 'pooled_b']))
  })

  test('a role that may not make it, or not use it, is told what an administrator should do', async () => {
    const url = await asRole('modest')
    const unusable = {
      retryable: false,
      hint: expect.stringContaining('create schema … authorization'),
    }
    await expect(open('not_there', url)).rejects.toMatchObject(unusable)
    await ask('create schema of_another')
    await expect(open('of_another', url)).rejects.toMatchObject(unusable)
    await ask('grant usage on schema of_another to modest')
    await expect(open('of_another', url)).rejects.toMatchObject(unusable)
    await ask('grant create on schema of_another to modest')
    await put(await open('of_another', url), 'mine')
    expect(await schemasWithStore()).not.toContain('not_there')
  })

  test('one with the name of the role is not made, since the role would use it without being told', async () => {
    const url = await asRole('tenant')
    const database = new URL(url).pathname.slice(1)
    await ask(`grant create on database "${database}" to tenant`)
    await ask('grant create on schema public to tenant')
    await put(await open(undefined, url), 'without a schema')
    await expect(open('tenant', url)).rejects.toMatchObject({
      retryable: false,
      hint: expect.stringContaining('create schema tenant'),
    })
    expect(await names(await open(undefined, url))).toEqual(['without a schema'])
    await ask('create schema tenant authorization tenant')
    expect(await names(await open('tenant', url))).toEqual([])
  })

  test('histories of writes in several schemas at once leave in each what was written there', async () => {
    let round = 0
    const steps = fc.array(fc.tuple(fc.nat(2), fc.string({ maxLength: 20 })), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        round += 1
        const all = await Promise.all([0, 1, 2].map(async (n) => open(`history_${round}_${n}`)))
        const expected = all.map(() => new Set<string>())
        const writes = history.map(async ([at, word], n) => {
          const name = `${n} ${word.replaceAll('\0', '')}`
          expected[at]?.add(name)
          await put(all[at] as Store, name)
        })
        await Promise.all(writes)
        for (const [n, store] of all.entries()) {
          expect(new Set(await names(store))).toEqual(expected[n])
          await store.close()
        }
      }),
      { numRuns: 5 },
    )
  })
})
