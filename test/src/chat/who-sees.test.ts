import { expect, test } from 'vitest'
import { ROLES } from '../../../src/chat/groups/system-groups.ts'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { changeUser } from '../../../src/chat/users/accounts/change-user.ts'
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

test('visitors learn neither who is in which group nor how many messages there are', async () => {
  await using world = await startChatWorld()
  await world.owner.say('x')
  const seen = ok(await world.anybody.post('/register'))
  expect(seen['max_message_id']).toBe(-1)
  const groups = seen['realm_user_groups'] as { members: number[] }[]
  expect(groups.length).toBeGreaterThan(0)
  expect(groups.flatMap(({ members }) => members)).toEqual([])
})
