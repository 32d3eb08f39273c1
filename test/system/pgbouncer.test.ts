import { Client } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { ok, startChatWorld } from '../support/chat-world.ts'
import { startPgbouncer } from '../support/pgbouncer.ts'
import { startPostgres } from '../support/postgres.ts'
import { names, put, quietLog } from '../support/store-backend.ts'

const server = await startPostgres()
const pooler = server && (await startPgbouncer(server.url))
afterAll(async () => {
  await pooler?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** Settings and prepared statements that a client finds on each of many connections that it is given. */
async function findLeaks(url: string): Promise<string[]> {
  const found = new Set<string>()
  for (let n = 0; n < 30; n += 1) {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ what: string }>(
      `select name || ' = ' || setting as what from pg_settings where source = 'session' and name in
        ('default_transaction_read_only', 'statement_timeout', 'synchronous_commit', 'idle_in_transaction_session_timeout',
         'search_path')
       union all select 'prepared: ' || name from pg_prepared_statements
       union all select 'listens: ' || pg_listening_channels()`,
    )
    for (const { what } of rows) found.add(what)
    await client.query('create table if not exists others (id int)')
    await client.query('insert into others values (1)')
    await client.end()
  }
  return [...found]
}

describe.skipIf(!pooler)('behind pgbouncer in transaction mode', () => {
  test('the chat works, another client of the pool can write, and finds nothing of ours', async () => {
    const [url = '', listenUrl] = [pooler?.url, server?.url]
    const store = await openPostgres({ url, listenUrl, log: quietLog })
    await using world = await startChatWorld({ store })
    const alice = await world.add('Alice')
    const queue = await alice.register({ event_types: ['message'] })
    for (let round = 0; round < 5; round += 1) {
      const said = Array.from({ length: 20 }, async (_, n) => alice.say(`${round} ${n}`))
      const read = Array.from({ length: 10 }, async () =>
        alice.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }),
      )
      const [leaks] = await Promise.all([findLeaks(url), ...said, ...read])
      expect(leaks).toEqual([])
    }
    const { events } = ok(
      await alice.get('/events', { queue_id: queue['queue_id'], last_event_id: -1 }),
    )
    expect(events).toHaveLength(100)
  }, 60_000)

  test('organizations share its few connections, and each sees its own schema alone', async () => {
    const url = pooler?.url ?? ''
    const open = async (schema: string) => openPostgres({ url, schema, log: quietLog })
    const schemas = ['pooled_a', 'pooled_b', 'pooled_c']
    const all = await Promise.all(schemas.map(open))
    const written = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
    const [leaks] = await Promise.all([
      findLeaks(url),
      ...all.flatMap((store, at) => written.map(async (n) => put(store, `${schemas[at]} ${n}`))),
      ...all.flatMap((store) => written.map(async () => names(store))),
    ])
    expect(leaks).toEqual([])
    for (const [at, store] of all.entries()) {
      expect(await names(store)).toEqual(written.map((n) => `${schemas[at]} ${n}`))
      await store.close()
    }
  }, 60_000)

  test('processes hear each other by the address of the database itself, and without it say that they do not', async () => {
    const [url = '', listenUrl] = [pooler?.url, server?.url]
    const warn = vi.fn<(text: string) => void>()
    const log = { ...quietLog, warn: (...parts: unknown[]) => warn(parts.join(' ')) }
    const deaf = await openPostgres({ url, log })
    const hearing = await openPostgres({ url, listenUrl, log: quietLog })
    const direct = await openPostgres({ url: listenUrl ?? '', log: quietLog })
    const heard: unknown[] = []
    hearing.doorbell?.onRing((news) => void heard.push(news))
    for (const store of [deaf, hearing, direct]) store.doorbell?.start()
    await vi.waitFor(() => expect(hearing.doorbell?.isHeard).toBe(true), 10_000)
    direct.doorbell?.ring('x')
    await vi.waitFor(() => expect(heard).toContain('x'), 10_000)
    await vi.waitFor(
      () => expect(warn).toHaveBeenCalledWith(expect.stringContaining('--database-listen-url')),
      10_000,
    )
    expect(deaf.doorbell?.isHeard).toBe(false)
    await Promise.all([deaf, hearing, direct].map(async (store) => store.close()))
  }, 60_000)
})
