import { expect, test } from 'vitest'
import { ROLES } from '../../../src/chat/groups/system-groups.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../support/chat-world.ts'

/** A private channel, with a member who will be removed. */
async function startSecret(world: ChatWorld) {
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const fields = { name: 'secret', invite_only: true, history_public_to_subscribers: true }
  const subscribers = [alice.id, bob.id]
  const { id } = ok(await alice.post('/channels/create', { ...fields, subscribers }))
  const leave = async () =>
    ok(
      await alice.delete('/users/me/subscriptions', {
        subscriptions: ['secret'],
        principals: [bob.id],
      }),
    )
  return { alice, bob, id: Number(id), leave }
}

test('a topic that moves where its reader may not go does not tell them its new name', async () => {
  await using world = await startChatWorld()
  const { alice, bob, id, leave } = await startSecret(world)
  const carol = await world.add('Carol')
  await leave()
  const message = await alice.say('x', { to: 'general', topic: 'old plan' })
  for (const one of [alice, bob, carol]) {
    ok(await one.post('/user_topics', { stream_id: 1, topic: 'old plan', visibility_policy: 1 }))
  }
  const move = { stream_id: id, topic: 'new plan', propagate_mode: 'change_all' }
  ok(await alice.patch(`/messages/${message}`, move))
  const topicsOf = async (one: Person) =>
    ((await one.register())['user_topics'] as { topic_name: string }[]).map(
      ({ topic_name }) => topic_name,
    )
  expect([await topicsOf(alice), await topicsOf(bob), await topicsOf(carol)]).toEqual([
    ['new plan'],
    ['old plan'],
    ['old plan'],
  ])
  const back = { stream_id: 1, topic: 'plan', propagate_mode: 'change_all' }
  ok(await alice.patch(`/messages/${message}`, back))
  expect(await topicsOf(bob)).toEqual(['old plan'])
})

test('marks in a channel that became invisible reveal nothing new', async () => {
  await using world = await startChatWorld()
  const { alice, bob, id, leave } = await startSecret(world)
  const message = await alice.say('x', { to: 'secret', topic: 'old plan' })
  ok(await bob.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' }))
  ok(await bob.post('/user_topics', { stream_id: id, topic: 'old plan', visibility_policy: 1 }))
  await leave()
  ok(await alice.patch(`/streams/${id}`, { new_name: 'renamed' }))
  const move = { topic: 'new plan', propagate_mode: 'change_all' }
  ok(await alice.patch(`/messages/${message}`, move))
  const { starred_messages, user_topics, muted_topics } = await bob.register()
  expect({ starred_messages, user_topics, muted_topics }).toEqual({
    starred_messages: [],
    user_topics: [],
    muted_topics: [],
  })
  const queue = await bob.register({ event_types: ['muted_topics'] })
  ok(await bob.post('/user_topics', { stream_id: 1, topic: 'mine', visibility_policy: 1 }))
  expect(await bob.events(queue)).toMatchObject([
    { muted_topics: [['general', 'mine', expect.any(Number)]] },
  ])
  const subscriptions = [{ name: 'renamed' }]
  ok(await alice.post('/users/me/subscriptions', { subscriptions, principals: [bob.id] }))
  expect((await bob.register())['starred_messages']).toEqual([message])
})

test('a topic deleted from protected history is deleted for those who knew of it', async () => {
  await using world = await startChatWorld()
  const { alice, bob, id, leave } = await startSecret(world)
  ok(await alice.patch(`/streams/${id}`, { history_public_to_subscribers: false }))
  ok(await alice.patch(`/streams/${id}`, { can_delete_any_message_group: 3 }))
  await leave()
  const early = await alice.say('before', { to: 'secret', topic: 'plan' })
  const subscriptions = [{ name: 'secret' }]
  ok(await alice.post('/users/me/subscriptions', { subscriptions, principals: [bob.id] }))
  const late = await alice.say('after', { to: 'secret', topic: 'plan' })
  const unheard = await world.add('Carol')
  ok(await alice.post('/users/me/subscriptions', { subscriptions, principals: [unheard.id] }))
  const options = { client_capabilities: { bulk_message_deletion: true } }
  const queues = [await bob.register(options), await unheard.register(options)] as const
  ok(await alice.post(`/streams/${id}/delete_topic`, { topic_name: 'plan' }))
  expect(await bob.events(queues[0])).toMatchObject([
    { type: 'delete_message', message_ids: [late], topic: 'plan' },
  ])
  expect(await unheard.events(queues[1])).toEqual([])
  expect(await bob.get(`/messages/${early}`)).toMatchObject({ status: 400 })
})

test('who meets a moved message does not hear where it was, and who loses it does not hear where it is', async () => {
  await using world = await startChatWorld()
  const { alice, bob, id } = await startSecret(world)
  const carol = await world.add('Carol')
  const den = { name: 'den', invite_only: true, history_public_to_subscribers: true }
  const made = await alice.post('/channels/create', { ...den, subscribers: [alice.id, carol.id] })
  const target = Number(ok(made)['id'])
  const message = await alice.say('x', { to: 'secret', topic: 'hush' })
  const kinds = { event_types: ['update_message', 'delete_message'] }
  const [lost, met] = [await bob.register(kinds), await carol.register(kinds)]
  const quiet = { send_notification_to_new_thread: false }
  ok(await alice.patch(`/messages/${message}`, { stream_id: target, topic: 'open', ...quiet }))
  expect(await bob.events(lost)).toMatchObject([
    { type: 'delete_message', message_id: message, stream_id: id, topic: 'hush' },
  ])
  const [event, ...more] = await carol.events(met)
  expect(more).toEqual([])
  expect(event).toMatchObject({ type: 'update_message', new_stream_id: target, subject: 'open' })
  expect(event).not.toHaveProperty('stream_name')
  expect(event).not.toHaveProperty('orig_subject')
})

test('moving or deleting a whole topic leaves messages alone that the caller does not see', async () => {
  await using world = await startChatWorld()
  const { alice, bob, id, leave } = await startSecret(world)
  ok(await alice.patch(`/streams/${id}`, { history_public_to_subscribers: false }))
  ok(await alice.patch(`/streams/${id}`, { can_delete_any_message_group: 3 }))
  await leave()
  const early = await alice.say('before', { to: 'secret', topic: 'plan' })
  const subscriptions = [{ name: 'secret' }]
  ok(await alice.post('/users/me/subscriptions', { subscriptions, principals: [bob.id] }))
  const late = await alice.say('after', { to: 'secret', topic: 'plan' })
  const quiet = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
  const move = { topic: 'moved', propagate_mode: 'change_all', ...quiet }
  ok(await bob.patch(`/messages/${late}`, move))
  const topicOf = async (message: number) =>
    ok(await alice.get(`/messages/${message}`))['message'].subject
  expect([await topicOf(early), await topicOf(late)]).toEqual(['plan', 'moved'])
  ok(await alice.patch(`/messages/${early}`, { topic: 'moved', ...quiet }))
  ok(await bob.post(`/streams/${id}/delete_topic`, { topic_name: 'moved' }))
  expect(await alice.get(`/messages/${late}`)).toMatchObject({ status: 400 })
  expect(await topicOf(early)).toBe('moved')
})

test('a message moved to a channel where a user sees only received ones is gone for that user', async () => {
  await using world = await startChatWorld()
  const { alice, id } = await startSecret(world)
  const carol = await world.add('Carol')
  const group = { name: 'readers', description: '', members: [carol.id] }
  const { group_id } = ok(await alice.post('/user_groups/create', group))
  ok(await alice.patch(`/streams/${id}`, { can_subscribe_group: group_id }))
  ok(await alice.patch(`/streams/${id}`, { history_public_to_subscribers: false }))
  const open = { name: 'open', subscribers: [alice.id] }
  const source = Number(ok(await alice.post('/channels/create', open))['id'])
  const early = await alice.say('x', { to: 'open', topic: 'plan' })
  ok(await carol.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] }))
  const late = await alice.say('y', { to: 'open', topic: 'plan' })
  const queue = await carol.register({
    event_types: ['update_message', 'delete_message'],
    client_capabilities: { bulk_message_deletion: true },
  })
  const place = { stream_id: id, topic: 'hush', propagate_mode: 'change_all' }
  ok(await alice.patch(`/messages/${early}`, { ...place, send_notification_to_new_thread: false }))
  // She may subscribe to where they are, and so reads there what she received elsewhere.
  expect(await carol.events(queue)).toMatchObject([
    { type: 'update_message', message_ids: [late], new_stream_id: id, subject: 'hush' },
    { type: 'delete_message', message_ids: [early], stream_id: source, topic: 'plan' },
  ])
  expect(await carol.get(`/messages/${early}`)).toMatchObject({ status: 400 })
  expect(await carol.get(`/messages/${late}`)).toMatchObject({ result: 'success' })
})

test('who may know of a private channel hears when it comes and goes, and of its settings', async () => {
  await using world = await startChatWorld()
  const { alice, id } = await startSecret(world)
  const carol = await world.add('Carol')
  const group = { name: 'readers', description: '', members: [] }
  const { group_id } = ok(await alice.post('/user_groups/create', group))
  ok(await alice.patch(`/streams/${id}`, { can_subscribe_group: group_id }))
  const queue = await carol.register({ event_types: ['stream'] })
  ok(await alice.post(`/user_groups/${group_id}/members`, { add: [carol.id] }))
  ok(await alice.patch(`/streams/${id}`, { description: 'new' }))
  ok(await alice.post(`/user_groups/${group_id}/members`, { delete: [carol.id] }))
  ok(await alice.patch(`/streams/${id}`, { description: 'newer' }))
  expect(await carol.events(queue)).toMatchObject([
    { op: 'create', streams: [{ stream_id: id }] },
    { op: 'update', property: 'description', value: 'new' },
    { op: 'delete', stream_ids: [id] },
  ])
  const admins = await carol.register({ event_types: ['stream'] })
  ok(await world.owner.patch(`/users/${carol.id}`, { role: ROLES.administrator }))
  expect(await carol.events(admins)).toMatchObject([{ op: 'create', streams: [{ stream_id: id }] }])
})

test('a name that may not be joined is told as it was asked for', async () => {
  await using world = await startChatWorld()
  const { id, alice } = await startSecret(world)
  ok(await alice.patch(`/streams/${id}`, { new_name: 'SeCrEt' }))
  const carol = await world.add('Carol')
  const response = await carol.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'secret' }],
  })
  expect(response).toMatchObject({ status: 400, msg: 'Unable to access channel (secret).' })
})
