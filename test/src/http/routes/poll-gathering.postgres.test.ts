// @module-tag full
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { PostgresClient } from '../../../../src/store/postgres/postgres-client.ts'
import { onPostgres } from '../../../support/both-databases.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

const POLLS = 10

await onPostgres(({ open, newLocation }) => {
  test('polls that come back together are one look-up, though not of one turn, and each is answered', async () => {
    const store = await open(newLocation())
    await using world = await startChatWorld({
      store,
      http: { chat: { rateRules: [], pollGatherMs: 100 } },
    })
    const alice = await world.add('Alice')
    const queues: unknown[] = []
    for (let n = 0; n < POLLS; n += 1) queues.push(ok(await alice.post('/register'))['queue_id'])
    await alice.say('Hello')
    const queries = vi.spyOn(PostgresClient.prototype, 'executeQuery')
    const polls = []
    for (const queue_id of queues) {
      polls.push(alice.get('/events', { queue_id, last_event_id: -1, dont_block: true }))
      await nextTurn()
    }
    for (const poll of polls) {
      const types = ok(await poll)['events'].map(({ type }: { type: string }) => type)
      expect(types).toContain('message')
    }
    const lookUps = queries.mock.calls.filter(([{ sql }]) => sql.includes('from "chat_queue"'))
    expect(lookUps).toHaveLength(1)
    queries.mockRestore()
  })
})
