import { expect, test } from 'vitest'
import { ROLES } from '../../../src/chat/groups/system-groups.ts'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { changeUser } from '../../../src/chat/users/change-user.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../support/chat-world.ts'

/** Limits the visibility of a person's address to administrators. */
async function hideEmail({ chat }: ChatWorld, { id }: Person): Promise<void> {
  const change = { email_visibility: 3 }
  await writeChat(chat, async ({ tx }) =>
    tx.updateTable('chat_user').set(change).where('id', '=', id).execute(),
  )
}

/** Lets guests see only people they share a channel or a conversation with. */
async function limitGuests({ chat, owner }: ChatWorld): Promise<void> {
  ok(await owner.patch('/realm', { can_access_all_users_group: 3 }))
  await writeChat(chat, async ({ tx }) =>
    tx.insertInto('chat_realm').values({ name: 'limits_presence', value: 'true' }).execute(),
  )
}

test('a guest does not hear public channels by asking for all of them', async () => {
  await using world = await startChatWorld()
  const [alice, guest] = [await world.add('Alice'), await world.add('Guest', { role: ROLES.guest })]
  const queue = await guest.register({ all_public_streams: true })
  await alice.say('not for guests')
  expect((await guest.events(queue)).map(({ type }) => type)).not.toContain('message')
})

test('whoever did not receive a message of protected history hears nothing of its edits', async () => {
  await using world = await startChatWorld()
  const [alice, bob, carol] = [
    await world.add('Alice'),
    await world.add('Bob'),
    await world.add('Carol'),
  ]
  const secret = {
    name: 'secret',
    invite_only: true,
    history_public_to_subscribers: false,
    subscribers: [alice.id, bob.id],
  }
  ok(await alice.post('/channels/create', secret))
  const id = await alice.say('the code is 1234', { to: 'secret' })
  ok(
    await alice.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      principals: [carol.id],
    }),
  )
  const [early, late] = [await bob.register(), await carol.register()]
  ok(await alice.patch(`/messages/${id}`, { content: 'the code is 5678' }))
  ok(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  ok(
    await alice.patch(`/messages/${id}`, {
      topic: 'other',
      send_notification_to_new_thread: false,
    }),
  )
  ok(await alice.delete(`/messages/${id}`))
  const kinds = async (person: Person, queue: Parameters<Person['events']>[0]) =>
    (await person.events(queue)).map(({ type }) => type)
  expect(await kinds(bob, early)).toEqual([
    'update_message',
    'reaction',
    'update_message',
    'delete_message',
  ])
  expect(await kinds(carol, late)).toEqual([])
})

test('who loses sight of a channel that becomes private is told so', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const created = ok(
    await alice.post('/channels/create', { name: 'open', subscribers: [alice.id] }),
  )
  const queue = await bob.register()
  ok(await alice.patch(`/streams/${created['id']}`, { is_private: true, description: 'hush' }))
  const events = await bob.events(queue)
  expect(events).toMatchObject([{ type: 'stream', op: 'delete', stream_ids: [created['id']] }])
  expect(JSON.stringify(events)).not.toContain('hush')
})

test('a hidden address is as unknown as one that nobody has', async () => {
  verifies('chat:2.1:delivery_email')
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  await hideEmail(world, bob)
  const direct = async (to: string) =>
    alice.post('/messages', { type: 'direct', to: [to], content: 'hi' })
  const subscribe = async (principal: string) =>
    alice.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'general' }],
      principals: [principal],
    })
  const leave = async (principal: string) =>
    alice.delete('/users/me/subscriptions', {
      subscriptions: ['general'],
      principals: [principal],
    })
  for (const ask of [direct, subscribe, leave]) {
    const [hidden, unknown] = [await ask('bob@example.com'), await ask('who@example.com')]
    expect(hidden.result).toBe('error')
    expect(hidden.msg.replace('bob@', 'who@')).toBe(unknown.msg)
  }
  ok(await direct(`user${bob.id}@chat.test`))
  expect(
    (
      await world.owner.post('/messages', {
        type: 'direct',
        to: ['bob@example.com'],
        content: 'hi',
      })
    ).result,
  ).toBe('success')
})

test('an error about a deactivated account does not tell its hidden address', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  await hideEmail(world, bob)
  await changeUser(world.chat, bob.email, { is_active: false })
  for (const to of [[bob.id], [bob.id, world.owner.id]]) {
    const refused = await alice.post('/messages', { type: 'direct', to, content: 'hi' })
    expect(refused).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(refused.msg).toMatch(/is no longer using/)
    expect(refused.msg).not.toContain('bob@example.com')
  }
})

test('a guest who may not see everybody neither writes nor types to strangers', async () => {
  await using world = await startChatWorld()
  await limitGuests(world)
  const [alice, guest] = [await world.add('Alice'), await world.add('Guest', { role: ROLES.guest })]
  const queue = await alice.register({ event_types: ['message', 'typing'] })
  const sent = await guest.post('/messages', { type: 'direct', to: [alice.id], content: 'hi' })
  expect(sent).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  const typed = await guest.post('/typing', { op: 'start', to: [alice.id] })
  expect(typed).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await alice.events(queue)).toEqual([])
  // Once they have spoken, they are no strangers.
  await alice.whisper('hello', guest)
  ok(await guest.post('/typing', { op: 'start', to: [alice.id] }))
  await guest.whisper('hi', alice)
})

test('a guest who may not see everybody learns nothing of strangers', async () => {
  await using world = await startChatWorld()
  await limitGuests(world)
  const [alice, guest] = [await world.add('Alice'), await world.add('Guest', { role: ROLES.guest })]
  const queue = await guest.register()
  ok(await alice.post('/users/me/status', { status_text: 'at lunch' }))
  ok(await alice.post('/users/me/presence', { status: 'active' }))
  const dora = await world.add('Dora')
  await changeUser(world.chat, dora.email, { role: ROLES.moderator })
  const events = (await guest.events(queue)).map(({ type }) => type)
  expect(events).toEqual([])
  expect(await guest.get(`/users/${alice.id}/status`)).toMatchObject({ status: 400 })
  const { presences, user_status, realm_users } = await guest.register({ slim_presence: true })
  expect(presences).toEqual({})
  expect(user_status).toEqual({})
  expect(realm_users.map((user: { user_id: number }) => user.user_id)).not.toContain(alice.id)
})

test('a guest who may not see everybody learns no name from a reaction', async () => {
  await using world = await startChatWorld()
  await limitGuests(world)
  const [alice, guest] = [await world.add('Alice'), await world.add('Guest', { role: ROLES.guest })]
  ok(await world.owner.post('/channels/create', { name: 'open', subscribers: [guest.id, 1] }))
  const id = await world.owner.say('hello', { to: 'open' })
  const queue = await guest.register({ event_types: ['reaction'] })
  const path = `/messages/${id}/reactions`
  for (const who of [alice, world.owner]) ok(await who.post(path, { emoji_name: 'tada' }))
  ok(await alice.delete(path, { emoji_name: 'tada' }))
  const hidden = { email: `user${alice.id}@chat.test`, full_name: 'Unknown user' }
  expect(await guest.events(queue)).toMatchObject([
    { op: 'add', user_id: alice.id, user: hidden },
    { op: 'add', user_id: 1, user: { full_name: 'Owner' } },
    { op: 'remove', user_id: alice.id, user: hidden },
  ])
})

test('without an account, nobody learns what people say of themselves', async () => {
  await using world = await startChatWorld()
  ok(await world.owner.post('/users/me/status', { status_text: 'at lunch' }))
  expect(ok(await world.anybody.post('/register'))['user_status']).toEqual({})
})

test('everybody at once is mentioned by those only who may mention many', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  for (const name of ['role:members', 'role:internet', 'role:everyone', 'role:owners']) {
    const sent = await alice.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 't',
      content: `@*${name}* listen`,
    })
    expect(sent).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  }
  await alice.say('@_*role:members* silently')
})

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

test('visitors learn neither who is in which group nor how many messages there are', async () => {
  await using world = await startChatWorld()
  await world.owner.say('x')
  const seen = ok(await world.anybody.post('/register'))
  expect(seen['max_message_id']).toBe(-1)
  const groups = seen['realm_user_groups'] as { members: number[] }[]
  expect(groups.length).toBeGreaterThan(0)
  expect(groups.flatMap(({ members }) => members)).toEqual([])
})

test('a name that may not be joined is told as it was asked for', async () => {
  await using world = await startChatWorld()
  const { id, alice } = await startSecret(world)
  ok(await alice.patch(`/streams/${id}`, { new_name: 'SeCrEt' }))
  const carol = await world.add('Carol')
  const asked = await carol.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }] })
  expect(asked).toMatchObject({ status: 400, msg: 'Unable to access channel (secret).' })
})
