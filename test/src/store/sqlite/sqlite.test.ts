import {
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { Migration } from '../../../../src/store/migrate.ts'
import { migrations } from '../../../../src/store/migrations.ts'
import type { Store } from '../../../../src/store/port.ts'
import { SqliteStatements } from '../../../../src/store/sqlite/sqlite-statements.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { stopClock } from '../../../support/stopped-clock.ts'
import { names, put, quietLog, type OpenOptions } from '../../../support/store-backend.ts'
import { storeSuite } from '../../../support/store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
let databases = 0
const newPath = (): string => join(folder, 'data', `${(databases += 1)}.db`)
/** A file that is no folder. */
function newFile(): string {
  const path = join(folder, `file-${(databases += 1)}`)
  writeFileSync(path, '')
  return path
}

/** A link that leads to itself. */
function newLoop(): string {
  const path = join(folder, `loop-${(databases += 1)}`)
  symlinkSync(path, path)
  return path
}

const stores: Store[] = []

async function open(path = newPath(), options: OpenOptions = {}): Promise<Store> {
  const store = await openSqlite({ path, log: quietLog, ...options })
  stores.push(store)
  return store
}

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(stores.splice(0).map(async (store) => store.close()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function pragma(store: Store, text: string): Promise<unknown> {
  const { rows } = await store.write(async (tx) => sql.raw(`pragma ${text}`).execute(tx))
  return Object.values(rows[0] ?? {})[0]
}

async function putBytes(store: Store, name: string, bytes: number): Promise<void> {
  await put(store, name, 'x'.repeat(bytes))
}

describe('the store on SQLite', () => {
  storeSuite({
    kind: 'sqlite',
    newLocation: newPath,
    open: async (path, options) => openSqlite({ path, log: quietLog, ...options }),
  })
})

describe('the file', () => {
  test('is readable by its owner only, in a folder of its own', async () => {
    const path = join(folder, 'fresh', 'deep', 'store.db')
    const store = await open(path)
    await put(store, 'a')
    const mode = (name: string): number => statSync(name).mode & 0o777
    expect(mode(join(folder, 'fresh'))).toBe(0o700)
    expect(mode(join(folder, 'fresh', 'deep'))).toBe(0o700)
    const files = readdirSync(join(folder, 'fresh', 'deep'))
    expect(files).toContain('store.db-wal')
    for (const file of files) expect(mode(join(folder, 'fresh', 'deep', file))).toBe(0o600)
  })

  test('is written ahead, synced when it is folded into the database, with foreign keys and no wait inside SQLite', async () => {
    const store = await open()
    expect(await pragma(store, 'journal_mode')).toBe('wal')
    expect(await pragma(store, 'synchronous')).toBe(1)
    expect(await pragma(store, 'foreign_keys')).toBe(1)
    expect(await pragma(store, 'busy_timeout')).toBe(0)
  })

  test('that is not a database makes the store unavailable', async () => {
    const path = newPath()
    const other = await open()
    await other.close()
    writeFileSync(path, 'this is not a database, but it is long enough '.repeat(40))
    await expect(open(path)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test.each([
    ['has a page of garbage', (content: Buffer) => content.fill(0xff, content.length - 30_000)],
    [
      'has an index that differs from its table',
      (content: Buffer) =>
        content.fill('x', content.lastIndexOf('needle'), content.lastIndexOf('needle') + 1),
    ],
  ])('that %s fails the deep check', async (_, damage) => {
    const path = newPath()
    const store = await open(path)
    for (let row = 0; row < 20; row += 1) await putBytes(store, `needle ${row}`, 3_000)
    await store.close()
    writeFileSync(path, damage(readFileSync(path)))
    const damaged = await open(path)
    const check = damaged.check({ deep: true })
    await expect(check).rejects.toMatchObject({ code: 'unavailable' })
    await expect(check).rejects.toThrow('damaged')
  })

  test('of which a read has found some damaged is not served, though a trivial read works', async () => {
    const path = newPath()
    const store = await open(path)
    for (let row = 0; row < 20; row += 1) await putBytes(store, `needle ${row}`, 3_000)
    await store.close()
    const content = readFileSync(path)
    writeFileSync(path, content.fill(0xff, content.length - 30_000))
    const damaged = await open(path)
    await damaged.check()
    const refused = { code: 'unavailable', retryable: false, hint: expect.stringMatching('backup') }
    const readAll = damaged.db.selectFrom('setting').select('value').execute()
    await expect(readAll).rejects.toMatchObject(refused)
    await expect(damaged.check()).rejects.toMatchObject(refused)
    await expect(damaged.check()).rejects.toThrow('The store is damaged.')
  })

  test.each([
    ['a file stands where its folder would be', () => join(newFile(), 'store.db')],
    ['its folder would be below a file', () => join(newFile(), 'a', 'b', 'store.db')],
    ['its name is too long', () => join(folder, 'x'.repeat(300), 'store.db')],
    ['no folder can be there', () => '/proc/bellhop/store.db'],
    ['it is a folder', () => folder],
    ['its folder leads to itself', () => join(newLoop(), 'store.db')],
  ])('that cannot be created since %s is a setting, and is not named', async (_, pathOf) => {
    const path = pathOf()
    const refusal = open(path)
    await expect(refusal).rejects.toMatchObject({
      code: 'unavailable',
      retryable: false,
      hint: expect.stringMatching('--data-dir'),
    })
    await expect(refusal).rejects.not.toThrow(path)
  })

  test(':memory: is a store of its own that leaves nothing behind', async () => {
    // A folder of temporary files of its own: other tests have stores in memory too.
    const scratch = mkdtempSync(join(folder, 'scratch-'))
    vi.stubEnv('TMPDIR', scratch)
    const [one, other] = [await open(':memory:'), await open(':memory:')]
    await put(one, 'a')
    expect(await names(other)).toEqual([])
    expect(readdirSync(scratch)).toHaveLength(2)
    await Promise.all([one.close(), other.close()])
    expect(readdirSync(scratch)).toEqual([])
  })
})

describe('prepared statements', () => {
  test('are kept while they are used, and few of those that are not', () => {
    using database = new DatabaseSync(':memory:')
    const statements = new SqliteStatements(database)
    const prepare = (text: string) => statements.prepare(CompiledQuery.raw(text)).statement
    const [often, once] = [prepare('select 1'), prepare('select 2')]
    for (let n = 3; n < 500; n += 1) {
      prepare(`select ${n}`)
      expect(prepare('select 1')).toBe(often)
    }
    expect(prepare('select 499')).toBe(prepare('select 499'))
    expect(prepare('select 2')).not.toBe(once)
  })
})

describe('rows', () => {
  test('are plain objects, by the names of the columns that there are now', async () => {
    const path = newPath()
    const store = await open(path)
    await put(store, 'a')
    const read = async () => store.db.selectFrom('setting').selectAll().execute()
    const before = await read()
    expect(before).toStrictEqual([expect.objectContaining({ name: 'a' })])
    // Another process adds a column while this one has the statement prepared.
    const other = new DatabaseSync(path)
    other.exec(`alter table setting add column note text default 'new'`)
    other.close()
    expect(await read()).toStrictEqual(before.map((row) => ({ ...row, note: 'new' })))
  })
})

describe('a limit', () => {
  test('is never a bare parameter, by which SQLite would plan the statement anew at every run', async () => {
    const store = await open()
    const query = store.db.selectFrom('setting').selectAll().limit(3).compile()
    expect(query.sql).toMatch(/limit cast\(\? as integer\)$/)
    const root = join(import.meta.dirname, '../../../..')
    for (const file of globSync('{src,tools}/**/*.ts', { cwd: root })) {
      const bare = readFileSync(join(root, file), 'utf8').match(/\blimit \$\{(?!sql\.lit\()/g)
      expect(bare, `${file}: a limit in a template is \`\${sqlLimit(…)}\``).toBeNull()
    }
  })
})

describe('a full disk', () => {
  test('refuses the write, keeps reading, and is over as soon as there is room', async () => {
    const store = await open()
    await put(store, 'before')
    const pages = Number(await pragma(store, 'page_count'))
    await pragma(store, `max_page_count = ${pages + 2}`)
    await expect(putBytes(store, 'huge', 100_000)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await names(store)).toEqual(['before'])
    await store.check()
    await pragma(store, 'max_page_count = 1000000')
    await putBytes(store, 'huge', 100_000)
    expect(await names(store)).toEqual(['before', 'huge'])
    await store.check({ deep: true })
  })

  test('hits only the unit that needs the room, not those that share its commit', async () => {
    const store = await open()
    await pragma(store, `max_page_count = ${Number(await pragma(store, 'page_count')) + 2}`)
    const outcomes = await Promise.allSettled([
      put(store, 'a'),
      put(store, 'b'),
      putBytes(store, 'huge', 100_000),
      put(store, 'c'),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(await names(store)).toEqual(['a', 'b', 'c'])
  })

  test('undoes the whole unit, also when the unit catches the error and goes on', async () => {
    const store = await open()
    await pragma(store, `max_page_count = ${Number(await pragma(store, 'page_count')) + 2}`)
    const stubborn = store.write(async (tx) => {
      const insert = async (name: string, value: string): Promise<unknown> =>
        tx.insertInto('setting').values({ name, value }).execute()
      await insert('first', '')
      await insert('huge', 'x'.repeat(100_000)).catch(() => undefined)
      await insert('second', '').catch(() => undefined)
    })
    await expect(stubborn).rejects.toMatchObject({ code: 'unavailable' })
    expect(await names(store)).toEqual([])
    await put(store, 'next')
  })
})

describe('a commit', () => {
  const withFamily: readonly Migration[] = [
    ...migrations,
    {
      name: 'family',
      async up(db) {
        await sql`create table parent (id bigint primary key)`.execute(db)
        await sql`create table child (parent bigint references parent deferrable initially deferred)`.execute(
          db,
        )
      },
    },
  ]

  test('that fails refuses all its units, leaves nothing, and the next one works', async () => {
    const path = newPath()
    const store = await open(path, { migrations: withFamily })
    const outcomes = await Promise.allSettled([
      put(store, 'a'),
      // Only the commit itself finds that there is no such parent.
      store.write(async (tx) => sql`insert into child values (1)`.execute(tx)),
      put(store, 'b'),
    ])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    }
    expect(await names(store)).toEqual([])
    // The lock is given back at once, not only by the next write.
    const other = new DatabaseSync(path)
    other.exec('begin immediate; rollback')
    other.close()
    await put(store, 'c')
    expect(await names(store)).toEqual(['c'])
  })

  test('is shared by the units that wait, in the order they came', async () => {
    // A batch has its time too.
    using _stopped = stopClock()
    const store = await open()
    const ran: number[] = []
    const writes = Array.from({ length: 50 }, async (_, row) =>
      store.write(async (tx) => {
        ran.push(row)
        await tx
          .insertInto('setting')
          .values({ name: `${row}`, value: '' })
          .execute()
        // Counts the commits of other connections and of earlier batches, not of this one.
        const { rows } = await sql<{ n: number }>`select count(*) as n from setting`.execute(tx)
        return { inside: rows[0]?.n, outside: (await names(store)).length }
      }),
    )
    const counts = await Promise.all(writes)
    expect(ran).toEqual(Array.from({ length: 50 }, (_, row) => row))
    expect(counts.map((count) => count.inside)).toEqual(ran.map((row) => row + 1))
    const commits = new Set(counts.map((count) => count.outside)).size
    expect(commits).toBeLessThan(25)
  })

  test('waits for a lock that another process holds, while reads go on', async () => {
    const path = newPath()
    const store = await open(path)
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    let written = false
    const attempts = vi.spyOn(DatabaseSync.prototype, 'exec')
    const writing = put(store, 'patient').then(() => (written = true))
    await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(2))
    expect(new Set(attempts.mock.calls.flat())).toEqual(new Set(['begin immediate']))
    attempts.mockRestore()
    expect(written).toBe(false)
    expect(await names(store)).toEqual([])
    other.exec('commit')
    other.close()
    await writing
    expect(await names(store)).toEqual(['patient'])
  })

  test('is refused when too many units wait already', async () => {
    const store = await open()
    const hold = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const first = store.write(async () => {
      held.resolve()
      await hold.promise
    })
    await held.promise
    const waiting = Array.from({ length: 10_000 }, async () => store.write(async () => undefined))
    await expect(put(store, 'one too many')).rejects.toMatchObject({ code: 'unavailable' })
    hold.resolve()
    await Promise.all([first, ...waiting])
    await put(store, 'room again')
  })
})
