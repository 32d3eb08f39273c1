import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('deletes a topic, and tells the subscribers', async () => {
  const ids = [await alice.say('1', { topic: 'a' }), await alice.say('2', { topic: 'a' })]
  const kept = await alice.say('3', { topic: 'b' })
  const queue = await bob.register({ client_capabilities: { bulk_message_deletion: true } })
  const remove = async (who: Person, topic_name = 'A') =>
    who.post('/streams/1/delete_topic', { topic_name })
  expect(await remove(alice)).toMatchObject({ ...refused, msg: 'Insufficient permission' })
  expect(ok(await remove(world.owner))['complete']).toBe(true)
  const [event] = await bob.events(queue)
  expect(event).toMatchObject({ type: 'delete_message', stream_id: 1, topic: 'a' })
  expect(event?.['message_ids'].toSorted()).toEqual(ids)
  expect(await bob.get(`/messages/${ids[0]}`)).toMatchObject(refused)
  ok(await bob.get(`/messages/${kept}`))
  expect(await remove(world.owner)).toMatchObject({ ...refused, msg: "No such topic 'A'" })
  expect(await remove(world.owner, 'nonesuch')).toMatchObject(refused)
})
