import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { watchPolls } from '../../../support/watch-polls.ts'

test('removes a queue of the caller, and of nobody else', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const { queue_id } = await alice.register()
  const gone = { status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id }
  expect(await world.owner.delete('/events', { queue_id })).toMatchObject(gone)
  const polled = watchPolls(world.chat)
  const waiting = alice.get('/events', { queue_id, last_event_id: -1 })
  await polled()
  ok(await alice.delete('/events', { queue_id }))
  expect(ok(await waiting)['events']).toMatchObject([{ type: 'heartbeat' }])
  expect(await alice.delete('/events', { queue_id })).toMatchObject(gone)
})
