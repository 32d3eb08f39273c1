import { expect, test } from 'vitest'
import { alice, guest, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const hidden = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const set = async (visibility_policy: number, topic = 'Plans', who = alice) =>
  who.post('/user_topics', { stream_id: 1, topic, visibility_policy })

test('keeps one policy for a topic in any case, and tells the clients of the caller', async () => {
  const queue = await alice.register()
  ok(await set(3))
  ok(await set(1, 'plans'))
  const [topic] = (await alice.register())['user_topics']
  expect(topic).toMatchObject({ stream_id: 1, topic_name: 'plans', visibility_policy: 1 })
  expect(await alice.events(queue)).toMatchObject([
    { type: 'muted_topics', muted_topics: [] },
    { type: 'user_topic', stream_id: 1, topic_name: 'Plans', visibility_policy: 3 },
    { type: 'muted_topics', muted_topics: [['general', 'plans', 1_767_323_045]] },
    { type: 'user_topic', topic_name: 'plans', visibility_policy: 1 },
  ])
  ok(await set(0))
  expect((await alice.register())['user_topics']).toEqual([])
})

test('refuses other policies and hidden channels', async () => {
  const msg = 'Invalid visibility_policy'
  expect(await set(4)).toMatchObject({ ...refused, msg })
  expect(await set(-1)).toMatchObject({ ...refused, msg })
  expect(await set(1, 't', guest)).toMatchObject(hidden)
})
