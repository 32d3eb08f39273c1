// @module-tag full
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { prepareQuery } from '../../../../src/chat/kernel/prepared-query.ts'
import type { Store } from '../../../../src/store/port.ts'
import { openPostgres } from '../../../../src/store/postgres/postgres.ts'
import { startPostgres } from '../../../support/postgres.ts'
import { names, put, quietLog, sample } from '../../../support/store-backend.ts'
import { fillFromProcesses } from '../../../support/store-process.ts'
import { storeSuite } from '../../../support/store-suite.ts'
import { startTinyPooler } from '../../../support/tiny-pooler.ts'

const server = await startPostgres()
const stores: Store[] = []

function newUrl(): string {
  if (!server) throw new Error('There is no Postgres.')
  return server.newUrl()
}

async function open(url = newUrl()): Promise<Store> {
  const store = await openPostgres({ url, log: quietLog })
  stores.push(store)
  return store
}

const findOwnProcess = prepareQuery<Record<never, never>, { pid: number }>((db) =>
  sql<{ pid: number }>`select pg_backend_pid() as pid`.compile(db),
)

afterEach(async () => {
  await Promise.all(stores.splice(0).map(async (store) => store.close()))
})
afterAll(async () => server?.[Symbol.asyncDispose]())

describe.skipIf(!server)('the store on Postgres', () => {
  storeSuite({
    kind: 'postgres',
    newLocation: newUrl,
    open: async (url, options) => openPostgres({ url, log: quietLog, ...options }),
  })

  test('acknowledges what is on disk, and lets nothing hold locks for ever', async () => {
    const store = await open()
    const { rows } = await sql<Record<string, string>>`
      select current_setting('synchronous_commit') as commit,
        current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(sample(store.db))
    expect(rows).toEqual([{ commit: 'on', statement: '5s', idle: '10s' }])
  })

  test('through a pooler, nothing is set or prepared for a session, which others get', async () => {
    await using pooler = await startTinyPooler(newUrl())
    const store = await open(pooler.url)
    for (let n = 0; n < 8; n += 1) {
      await put(store, `name ${n}`)
      expect(await names(store)).toContain(`name ${n}`)
    }
    expect(pooler.sent()).toContain('set local statement_timeout')
    // Messages begin with their kind and four bytes of length: queries with the text, what prepares statements with their name.
    expect(pooler.sent()).not.toMatch(/(?:Q[^]{4}|;\s*)set (?!local\b)/i)
    expect(pooler.sent()).not.toMatch(/P[^]{4}bellhop_/)
  })

  test('look-ups share one connection beside the pool, which is opened anew when it broke', async () => {
    const store = await open()
    const together = async () =>
      Promise.all(Array.from({ length: 20 }, async () => findOwnProcess(store.db, {})))
    const processes = new Set((await together()).flat().map(({ pid }) => pid))
    expect(processes.size).toBe(1)
    expect(store.connections?.().open).toBe(0)
    const breaking = sql`select pg_terminate_backend(${[...processes][0]})`.execute(
      sample(store.db),
    )
    await Promise.allSettled([breaking, together()])
    await expect.poll(async () => (await together()).length).toBe(20)
    expect((await together()).flat().map(({ pid }) => pid)).not.toContain([...processes][0])
  })

  test('look-ups of one turn go out in one write', async () => {
    const store = await open()
    const findTogether = async () =>
      Promise.all(Array.from({ length: 20 }, async () => findOwnProcess(store.db, {})))
    await findTogether()
    const writes = vi.spyOn(Socket.prototype as unknown as { _writev(): void }, '_writev')
    await findTogether()
    expect(writes).toHaveBeenCalledTimes(1)
    writes.mockRestore()
  })

  test('units of two processes run one after another', async () => {
    const url = newUrl()
    const both = [await open(url), await open(url)]
    await put(both[0] as Store, 'counter', '0')
    const counting = both.flatMap((store) =>
      Array.from({ length: 20 }, async () =>
        store.write(async (tx) => {
          const row = await tx.selectFrom('setting').select('value').executeTakeFirstOrThrow()
          await sleep(1)
          const value = String(Number(row.value) + 1)
          await tx.updateTable('setting').set({ value }).execute()
        }),
      ),
    )
    await Promise.all(counting)
    const rows = await both[1]?.db.selectFrom('setting').select('value').execute()
    expect(rows).toEqual([{ value: '40' }])
  })

  test('four processes write one database: no error and no lost row', async () => {
    const url = newUrl()
    const reports = await fillFromProcesses(url, ['a', 'b', 'c', 'd'], 700)
    expect(reports.map((report) => report.failed)).toEqual([0, 0, 0, 0])
    const total = reports.reduce((sum, report) => sum + report.written, 0)
    expect(await names(await open(url))).toHaveLength(total)
  })

  test.each(['fast', 'immediate'] as const)(
    'an outage (%s) refuses calls, ends no process, and is over when the server is back',
    async (mode) => {
      const store = await open()
      await put(store, 'before')
      // Leaves idle connections, which break in their own way.
      await Promise.all([names(store), names(store), names(store)])
      const inside = Promise.withResolvers<void>()
      const hold = Promise.withResolvers<void>()
      const cut = store.write(async (tx) => {
        await tx.insertInto('setting').values({ name: 'cut', value: '' }).execute()
        inside.resolve()
        await hold.promise
      })
      await inside.promise
      await server?.stop(mode)
      hold.resolve()
      const unavailable = { code: 'unavailable' }
      await expect(cut).rejects.toMatchObject(unavailable)
      await expect(put(store, 'during')).rejects.toMatchObject(unavailable)
      await expect(names(store)).rejects.toMatchObject(unavailable)
      await expect(store.check()).rejects.toMatchObject(unavailable)
      await expect(open('postgres://nobody@127.0.0.1:9/none')).rejects.toMatchObject(unavailable)
      await server?.start()
      await store.check({ deep: true })
      await put(store, 'after')
      expect(await names(store)).toEqual(['after', 'before'])
    },
  )

  test('a connection that ends before the commit refuses its units, ends no process, and the next one serves', async () => {
    const store = await open()
    store.doorbell?.start()
    await vi.waitFor(() => expect(store.doorbell?.isHeard).toBe(true))
    const cut = store.write(async (tx, { meanwhile, ring }) => {
      await tx.insertInto('setting').values({ name: 'cut', value: '' }).execute()
      ring('events')
      meanwhile(sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
    })
    await expect(cut).rejects.toMatchObject({ code: 'unavailable' })
    await put(store, 'after')
    expect(await names(store)).toEqual(['after'])
  })

  test('a write that waits while the server restarts is refused or done, never lost', async () => {
    const store = await open()
    const outcomes: { row: string; done: boolean }[] = []
    const writing = (async () => {
      for (let row = 0; row < 400; row += 1) {
        const done = await put(store, String(row)).then(
          () => true,
          () => false,
        )
        outcomes.push({ row: String(row), done })
        if (!done) await sleep(2)
      }
    })()
    await sleep(60)
    await server?.stop('immediate')
    await server?.start()
    await writing
    const kept = new Set(await names(store))
    const acknowledged = outcomes.filter((outcome) => outcome.done)
    expect(acknowledged.filter((outcome) => !kept.has(outcome.row))).toEqual([])
    expect(outcomes.at(-1)).toEqual({ row: '399', done: true })
  })

  test.each([
    ['nothing listens there', 'postgres://someone:secret@127.0.0.1:9/none'],
    ['it is not an address', 'postgres://someone:secret@[/none'],
  ])('is unavailable when %s, without saying where', async (_, url) => {
    const opening = openPostgres({ url, log: quietLog })
    await expect(opening).rejects.toMatchObject({ code: 'unavailable' })
    await expect(opening).rejects.not.toThrow(/secret|127\.0\.0\.1/)
  })

  test('is unavailable when the database does not exist', async () => {
    const url = server?.url.replace('/postgres?', '/missing?') ?? ''
    await expect(open(url)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
