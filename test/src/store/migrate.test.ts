import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Migration } from '../../../src/store/migrate.ts'
import { migrations } from '../../../src/store/migrations.ts'
import type { Store } from '../../../src/store/port.ts'
import { onBothDatabases } from '../../support/both-databases.ts'
import {
  names,
  put,
  sample,
  withSample,
  type OpenOptions,
  type StoreBackend,
} from '../../support/store-backend.ts'
import { startStoreProcess } from '../../support/store-process.ts'
import { schemaOf } from '../../support/store-schema.ts'

const RELEASED = migrations.map(({ name }) => name)

/** By name, for several are applied in one millisecond. */
const releasedAnd = (...others: string[]) => [...RELEASED, ...others].toSorted()

/** Does half of its work, then fails. */
const broken: Migration = {
  name: 'broken',
  async up(db) {
    await sql`insert into setting (name, value) values ('half', '')`.execute(db)
    await db.schema.alterTable('setting').addColumn('half', 'text').execute()
    throw new Error('this migration is broken')
  },
}

await onBothDatabases((backend: StoreBackend) => {
  const stores: Store[] = []

  async function open(location: string, options: OpenOptions = {}): Promise<Store> {
    const store = await backend.open(location, options)
    stores.push(store)
    return store
  }

  async function history(store: Store): Promise<string[]> {
    const { rows } = await sql<{ name: string; applied_at: string }>`
      select name, applied_at from migration`.execute(sample(store.db))
    expect(rows.filter(({ applied_at }) => Number.isNaN(Date.parse(applied_at)))).toEqual([])
    return rows.map(({ name }) => name).toSorted()
  }

  /** All that a store holds of schema, history and settings. */
  async function stateOf(store: Store): Promise<unknown[]> {
    return [await schemaOf(store), await history(store), await names(store)]
  }

  afterEach(async () => {
    await Promise.all(stores.splice(0).map(async (store) => store.close()))
  })

  test('what is missing is applied once and by name, and rows stay', async () => {
    const location = backend.newLocation()
    const first = await open(location)
    expect(await history(first)).toEqual(releasedAnd())
    await put(first, 'kept')
    await first.close()
    const second = await open(location, { migrations: withSample })
    const third = await open(location, { migrations: withSample })
    expect(await names(third)).toEqual(['kept'])
    expect(await history(second)).toEqual(releasedAnd('sample'))
  })

  test('a migration counts by its name, not by its place', async () => {
    const location = backend.newLocation()
    const [sampleTable] = withSample.slice(-1)
    if (!sampleTable) throw new Error('There is no migration of the tests.')
    await (await open(location, { migrations: withSample })).close()
    const other: Migration = {
      name: 'other',
      up: async (db) => db.schema.createTable('other').addColumn('id', 'bigint').execute(),
    }
    const store = await open(location, { migrations: [other, sampleTable, ...migrations] })
    expect(await history(store)).toEqual(releasedAnd('other', 'sample'))
  })

  test(
    'of several processes that open it at once, one migrates and all succeed',
    { tags: 'full' },
    async () => {
      const location = backend.newLocation()
      const children = [1, 2, 3, 4].map(() => startStoreProcess('open', location))
      await Promise.all(children.map(async ({ ended }) => ended))
      expect(children.map(({ process, stderr }) => [process.exitCode, stderr()])).toEqual(
        children.map(() => [0, '']),
      )
      expect(await history(await open(location))).toEqual(releasedAnd())
    },
  )

  test('of several openings at once that upgrade, one migrates and all succeed', async () => {
    const location = backend.newLocation()
    await (await open(location)).close()
    const opened = await Promise.all(
      [1, 2, 3, 4].map(async () => open(location, { migrations: withSample })),
    )
    for (const store of opened) expect(await history(store)).toEqual(releasedAnd('sample'))
  })

  test('a migration that fails half-way leaves nothing, nor do those before it', async () => {
    const location = backend.newLocation()
    const store = await open(location)
    const before = await stateOf(store)
    const upgrade = open(location, { migrations: [...withSample, broken] })
    await expect(upgrade).rejects.toThrow('this migration is broken')
    expect(await stateOf(store)).toEqual(before)
    await store.close()
    const next = await open(location, { migrations: withSample })
    expect(await history(next)).toEqual(releasedAnd('sample'))
  })

  test('a new store whose first migration fails is empty', async () => {
    const location = backend.newLocation()
    const first = open(location, { migrations: [...migrations, broken] })
    await expect(first).rejects.toThrow('this migration is broken')
    const bare = { migrations: [] }
    const [failed, fresh] = [await open(location, bare), await open(backend.newLocation(), bare)]
    expect(await schemaOf(failed)).toEqual(await schemaOf(fresh))
    await Promise.all([failed.close(), fresh.close()])
    expect(await history(await open(location))).toEqual(releasedAnd())
  })

  test('a store of a newer version is refused as it is, even where something is missing', async () => {
    const location = backend.newLocation()
    const newer = await open(location, { migrations: withSample })
    await put(newer, 'kept')
    const before = await stateOf(newer)
    const missing: Migration = { ...broken, name: 'missing' }
    for (const known of [migrations, [...migrations, missing]]) {
      const refused = open(location, { migrations: known })
      await expect(refused).rejects.toMatchObject({
        name: 'OperationError',
        code: 'unavailable',
        message: 'This store was made by a newer version of Bellhop.',
        hint: expect.stringMatching(/^Start that version, .*--data-dir .*--database-url\.$/),
        cause: expect.objectContaining({ message: expect.stringContaining('sample') }),
      })
    }
    expect(await stateOf(newer)).toEqual(before)
  })

  test('a store that a newer version upgrades while it is open says so when it is looked at', async () => {
    const location = backend.newLocation()
    const older = await open(location)
    await older.check()
    await open(location, { migrations: withSample })
    for (const deep of [false, true]) {
      await expect(older.check({ deep })).rejects.toMatchObject({
        code: 'unavailable',
        message: 'This store was made by a newer version of Bellhop.',
      })
    }
    // What is under way meanwhile is not lost.
    await put(older, 'kept')
    expect(await names(older)).toEqual(['kept'])
  })

  test.each([
    ['counted its migrations', 'version bigint primary key, name text', `1, 'setting'`],
    ['had another baseline', 'name text primary key', `'baseline'`],
  ])('a store from before the first release, which %s, is refused as it is', async (...row) => {
    const [, columns, values] = row
    const location = backend.newLocation()
    const older = await open(location)
    await older.write(async (tx) => {
      await sql`drop table migration`.execute(tx)
      await sql`create table migration (${sql.raw(columns)} not null,
        applied_at text not null)`.execute(tx)
      await sql`insert into migration
        values (${sql.raw(values)}, '2026-01-02T03:04:05.678Z')`.execute(tx)
    })
    const before = await stateOf(older)
    await expect(open(location)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'This store was made by an older version of Bellhop.',
      hint: expect.stringContaining('Start that version'),
    })
    expect(await stateOf(older)).toEqual(before)
  })
})

test('migrations have names of their own', () => {
  expect(new Set(RELEASED).size).toBe(RELEASED.length)
})
