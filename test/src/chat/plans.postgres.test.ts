// @module-tag full
import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../../src/store/port.ts'
import { onPostgres } from '../../support/both-databases.ts'
import { ok, type Person, startChatWorld } from '../../support/chat-world.ts'
import { fillTeam } from '../../support/large-team.ts'

const TEAM = { users: 20, channels: 30, topicsPerChannel: 12, messages: 6_000 }

/** Memory for a list in a query, as little as the database takes: as if the lists were very long. */
const LITTLE_MEMORY = [`set local work_mem = '64kB'`, 'set local hash_mem_multiplier = 1']

interface Plan {
  'Node Type': string
  'Subplan Name'?: string
  Plans?: Plan[]
}

/** The lists with which each row is compared one by one. */
function listsIn(plan: Plan): string[] {
  const isList = plan['Node Type'] === 'Materialize' && plan['Subplan Name']?.startsWith('SubPlan')
  return [...(isList ? [plan['Subplan Name'] ?? ''] : []), ...(plan.Plans ?? []).flatMap(listsIn)]
}

/** Notes what is read through a store. */
function noteReads(store: Store): Map<string, CompiledQuery> {
  const noted = new Map<string, CompiledQuery>()
  const executor = store.db.getExecutor()
  const run = executor.executeQuery.bind(executor)
  executor.executeQuery = async (query) => {
    if (/^\s*(?:select|with)/i.test(query.sql)) noted.set(query.sql, query)
    return run(query)
  }
  return noted
}

const narrow = (...is: string[]) => ({
  anchor: 'newest',
  num_before: 20,
  num_after: 0,
  narrow: is.map((operand) => ({ operator: 'is', operand })),
})

const READINGS: Readonly<Record<string, (who: Person) => ReturnType<Person['get']>>> = {
  registering: async (who) => who.post('/register'),
  'unread messages': async (who) => who.get('/messages', narrow('unread')),
  'followed topics': async (who) => who.get('/messages', narrow('followed')),
  'muted topics': async (who) => who.get('/messages', narrow('muted')),
  'unread messages in followed topics': async (who) =>
    who.get('/messages', narrow('followed', 'unread')),
  conversations: async (who) => who.get('/conversations'),
  'unread conversations': async (who) => who.get('/conversations', { filters: ['unread'] }),
  channels: async (who) => who.get('/streams'),
}

await onPostgres(({ open, newLocation }) => {
  test('no reading compares rows with a long list one by one', async () => {
    const store = await open(newLocation())
    await using world = await startChatWorld({ store })
    const { owner } = world
    await fillTeam(store, TEAM, Date.parse('2026-01-02T00:00:00Z'))
    await store.write(async (tx) => {
      await sql`insert into chat_receipt (user_id, message_id, flags, is_read)
        select 1, id, 8, null from chat_message where id % 2 = 0`.execute(tx)
      await sql`insert into chat_user_topic (user_id, channel_id, topic, topic_key, policy, updated_at)
        select 1, channel_id, topic_key, topic_key, case when id % 2 = 0 then 3 else 1 end, 0
        from chat_thread where channel_id is not null`.execute(tx)
      await sql`update chat_user set read_up_to = 0 where id = 1`.execute(tx)
      await sql`analyze`.execute(tx)
    })
    const noted = noteReads(store)
    for (const [name, read] of Object.entries(READINGS)) {
      noted.clear()
      ok(await read(owner))
      expect(noted.size, name).toBeGreaterThan(0)
      for (const { sql: text, parameters } of noted.values()) {
        const { rows } = await store.write(async (tx) => {
          for (const setting of LITTLE_MEMORY) await sql.raw(setting).execute(tx)
          return tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
            CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]),
          )
        })
        const [{ Plan: plan }] = rows[0]!['QUERY PLAN']
        expect(listsIn(plan), `${name}: ${text}`).toEqual([])
      }
    }
  })
})
