import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

test('lists what the caller has waiting, and nothing of others', async () => {
  const later = { type: 'direct', to: [bob.id], content: 'x' }
  for (const scheduled_delivery_timestamp of [1_800_000_001, 1_800_000_000]) {
    ok(await alice.post('/scheduled_messages', { ...later, scheduled_delivery_timestamp }))
  }
  const ids = async (who: Person) =>
    (
      ok(await who.get('/scheduled_messages'))['scheduled_messages'] as {
        scheduled_message_id: number
      }[]
    ).map(({ scheduled_message_id }) => scheduled_message_id)
  expect(await ids(alice)).toEqual([2, 1])
  expect(await ids(bob)).toEqual([])
  expect(await ids(world.owner)).toEqual([])
  expect(await world.anybody.get('/scheduled_messages')).toMatchObject({
    status: 401,
    code: 'UNAUTHORIZED',
  })
})
