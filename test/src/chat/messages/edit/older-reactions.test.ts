import { expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../../support/chat-world.ts'

/** Stores a reaction as it was stored under names that this API had before. */
const store = async (
  { chat }: ChatWorld,
  { id: user_id }: Person,
  message_id: number,
  [emoji_name, emoji_code]: readonly [string, string],
) =>
  chat.store.write(async (tx) => {
    const row = { message_id, user_id, emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
    await tx.insertInto('chat_reaction').values(row).execute()
    await tx
      .updateTable('chat_message')
      .set({ has_reaction: 1 })
      .where('id', '=', message_id)
      .execute()
  })

const reactionsTo = async (reader: Person, id: number) =>
  ok(await reader.get(`/messages/${id}`))['message'].reactions as Record<string, unknown>[]

test.each([
  ['another name', ['thumbsup', '1f44d'], '+1'],
  ['a name that means another emoji now', ['horse', '1f434'], 'pony'],
  ['an emoji that has no name now', ['clock12', '1f55b'], 'clock12'],
] as const)(
  'what was stored with %s is shown, joined and taken away',
  async (_, kept, expected) => {
    await using world = await startChatWorld()
    const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
    const id = await alice.say('x')
    await store(world, alice, id, kept)
    const emoji = { emoji_name: expected, emoji_code: kept[1], reaction_type: 'unicode_emoji' }
    expect(await reactionsTo(bob, id)).toEqual([{ ...emoji, user_id: alice.id }])
    const queue = await world.owner.register()
    const path = `/messages/${id}/reactions`
    // Clients send what they were shown, and programs what they know.
    ok(await bob.post(path, emoji))
    ok(await world.owner.post(path, { ...emoji, emoji_name: kept[0] }))
    expect(await alice.post(path, emoji)).toMatchObject({ code: 'REACTION_ALREADY_EXISTS' })
    ok(await bob.delete(path, { emoji_name: kept[0], emoji_code: kept[1].toUpperCase() }))
    ok(await alice.delete(path, { emoji_name: kept[0] }))
    expect(await reactionsTo(bob, id)).toEqual([{ ...emoji, user_id: world.owner.id }])
    const events = await world.owner.events(queue)
    expect(events).toMatchObject([
      { op: 'add', user_id: bob.id, ...emoji },
      { op: 'add', user_id: world.owner.id, ...emoji },
      { op: 'remove', user_id: bob.id, ...emoji },
      { op: 'remove', user_id: alice.id, ...emoji },
    ])
  },
)

test('an unknown name joins nothing but a reaction of that type and code', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('x')
  await store(world, alice, id, ['clock12', '1f55b'])
  const path = `/messages/${id}/reactions`
  const emoji = { emoji_name: 'clock12', emoji_code: '1f55b', reaction_type: 'unicode_emoji' }
  for (const other of [
    { emoji_code: '1f550' },
    { emoji_code: undefined },
    { reaction_type: 'realm_emoji' },
    { reaction_type: undefined },
    { emoji_name: undefined },
  ]) {
    const fields = Object.entries({ ...emoji, ...other }).filter(([, value]) => value !== undefined)
    const answer = await world.owner.post(path, Object.fromEntries(fields))
    const code = 'emoji_name' in other ? 'REQUEST_VARIABLE_MISSING' : 'BAD_REQUEST'
    expect(answer).toMatchObject({ status: 400, code })
  }
  ok(await world.owner.post(path, emoji))
})

test('a status that was stored with another name is shown by the usual one', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  await world.chat.store.write(async (tx) => {
    const row = { status_text: 'x', emoji_name: 'thumbsup', emoji_code: '1f44d' }
    await tx
      .insertInto('chat_status')
      .values({ user_id: alice.id, ...row, reaction_type: 'unicode_emoji' })
      .execute()
  })
  const { status } = ok(await world.owner.get(`/users/${alice.id}/status`))
  expect(status).toMatchObject({ emoji_name: '+1', emoji_code: '1f44d' })
  const { user_status } = await world.owner.register({ fetch_event_types: ['user_status'] })
  expect(user_status).toMatchObject({ [alice.id]: { emoji_name: '+1' } })
})

test('others join a custom emoji that is no longer in use', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const id = await alice.say('x')
  await world.chat.store.write(async (tx) => {
    const row = { name: 'owl', author_id: alice.id, path: '/x.png', still_path: null }
    await tx
      .insertInto('chat_emoji')
      .values({ ...row, is_deactivated: 0 })
      .execute()
  })
  const path = `/messages/${id}/reactions`
  ok(await alice.post(path, { emoji_name: 'owl' }))
  ok(await alice.delete('/realm/emoji/owl'))
  const owl = { emoji_name: 'owl', emoji_code: '1', reaction_type: 'realm_emoji' }
  ok(await bob.post(path, owl))
  expect(await reactionsTo(bob, id)).toEqual([
    { ...owl, user_id: alice.id },
    { ...owl, user_id: bob.id },
  ])
  const other = await alice.say('y')
  expect(await bob.post(`/messages/${other}/reactions`, owl)).toMatchObject({ status: 400 })
})

test.each([
  [{ emoji_name: 'owl', reaction_type: 'realm_emoji' }, 'unicode_emoji'],
  [{ emoji_name: 'check', reaction_type: 'unicode_emoji' }, 'realm_emoji'],
])('%j is told from the emoji of another type whose code is the same', async (named, kept) => {
  await using world = await startChatWorld()
  const id = await world.owner.say('x')
  const path = `/messages/${id}/reactions`
  await store(world, world.owner, id, ['check', '2705'])
  const row = { message_id: id, user_id: world.owner.id, emoji_name: 'owl', emoji_code: '2705' }
  await world.chat.store.write(async (tx) => {
    await tx
      .insertInto('chat_reaction')
      .values({ ...row, reaction_type: 'realm_emoji' })
      .execute()
  })
  ok(await world.owner.delete(path, { ...named, emoji_code: '2705' }))
  expect(await reactionsTo(world.owner, id)).toMatchObject([{ reaction_type: kept }])
})
