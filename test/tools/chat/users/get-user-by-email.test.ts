import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const setUser = async (id: number, change: object) =>
  world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set(change).where('id', '=', id).execute(),
  )
const find = (email: string, who = alice, fields: object = {}) =>
  who.get(`/users/${email}`, { ...fields })
const VISIBILITIES = { everyone: 1, members: 2, admins: 3, nobody: 4, moderators: 5 }

test('answers the user of an address', async () => {
  verifies('chat:4.4:get:user', 'chat:2.1:user_id', 'chat:2.1:delivery_email', 'chat:2.1:email')
  verifies('chat:2.1:full_name', 'chat:2.1:date_joined', 'chat:2.1:is_active', 'chat:2.1:is_owner')
  verifies('chat:2.1:is_admin', 'chat:2.1:is_guest', 'chat:2.1:is_bot', 'chat:2.1:bot_type')
  verifies('chat:2.1:bot_owner_id', 'chat:2.1:role', 'chat:2.1:timezone', 'chat:2.1:avatar_version')
  verifies('chat:2.1:is_imported_stub', 'chat:9:433', 'chat:9:363', 'chat:9:39')
  const { user } = ok(await find('owner@CHAT.test'))
  expect(user).toEqual({
    user_id: 1,
    delivery_email: 'owner@chat.test',
    email: 'owner@chat.test',
    full_name: 'Owner',
    date_joined: '2026-01-02T03:04:05.678Z',
    is_active: true,
    is_owner: true,
    is_admin: true,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: 100,
    timezone: '',
    avatar_url: '/user_avatars/1/identicon/1.png?v=1',
    avatar_version: 1,
    is_imported_stub: false,
  })
})

test('finds a real address only where its owner lets the caller see it', async () => {
  verifies('chat:4.4:get:email:real', 'chat:9:302', 'chat:9:163')
  const moderator = await world.add('Mo', { role: 300 })
  const guest = await world.add('Guest', { role: 600 })
  const bob = await world.add('Bob')
  const everybody = { owner: world.owner, moderator, bob, guest }
  const seen: Record<string, string[]> = {}
  const refusals = new Set([JSON.stringify(await find('nobody@example.com'))])
  for (const [name, email_visibility] of Object.entries(VISIBILITIES)) {
    await setUser(alice.id, { email_visibility })
    const sees = []
    for (const [role, who] of Object.entries(everybody)) {
      const answer = await find(alice.email, who)
      if (answer.result === 'success') sees.push(role)
      else refusals.add(JSON.stringify(answer))
    }
    seen[name] = sees
    ok(await find(alice.email, alice))
  }
  expect(refusals.size).toBe(1)
  expect(seen).toEqual({
    everyone: ['owner', 'moderator', 'bob', 'guest'],
    members: ['owner', 'moderator', 'bob'],
    admins: ['owner'],
    nobody: [],
    moderators: ['owner', 'moderator'],
  })
})

test('finds every user by the placeholder, and shows that where the real address is hidden', async () => {
  verifies('chat:4.4:get:email:placeholder')
  await setUser(alice.id, { email_visibility: VISIBILITIES.nobody })
  const placeholder = `user${alice.id}@chat.test`
  const { user } = ok(await find(placeholder, world.owner))
  expect(user).toMatchObject({ user_id: alice.id, email: placeholder, delivery_email: null })
  expect(ok(await find(placeholder))['user']).toMatchObject({ delivery_email: alice.email })
  ok(await find('user1@chat.test'))
  expect(await find('user1@other.test')).toMatchObject({ status: 400, msg: 'No such user' })
})

test('always shows the address of a bot', async () => {
  verifies('chat:2.1:delivery_email:bot')
  const bot = await world.add('Robot', { bot_type: 2, bot_owner_id: alice.id })
  await setUser(bot.id, { email_visibility: VISIBILITIES.nobody })
  expect(ok(await find(bot.email, world.owner))['user']).toMatchObject({
    email: bot.email,
    delivery_email: bot.email,
    is_bot: true,
    bot_type: 2,
    bot_owner_id: alice.id,
  })
})

test('leaves the address of the avatar out only where the client can compute it', async () => {
  verifies('chat:4.4:get:client_extavatar', 'chat:4.4:get:client_extavatar:default')
  verifies('chat:2.1:avatar_url')
  world.chat.usesGravatar = true
  const avatar = async (fields: object) =>
    ok(await find(alice.email, world.owner, fields))['user'].avatar_url
  expect(await avatar({})).toBeNull()
  expect(await avatar({ client_extavatar: false })).toMatch(/^https:\/\/.+\?v=1/)
  expect(await avatar({ client_gravatar: false })).toMatch(/^https:/)
  await setUser(alice.id, { email_visibility: VISIBILITIES.nobody })
  const hidden = ok(await find(`user${alice.id}@chat.test`, world.owner))['user'].avatar_url
  expect(hidden).toMatch(/^https:/)
})

test('adds profile data of people when asked', async () => {
  verifies('chat:4.4:get:include_custom_profile_fields', 'chat:2.1:profile_data')
  verifies('chat:4.4:get:include_custom_profile_fields:default')
  const bot = await world.add('Robot', { bot_type: 1 })
  const query = { include_custom_profile_fields: true }
  expect(ok(await find(alice.email, alice, query))['user'].profile_data).toEqual({})
  expect(ok(await find(alice.email))['user']).not.toHaveProperty('profile_data')
  expect(ok(await find(bot.email, alice, query))['user']).not.toHaveProperty('profile_data')
})

test('tells of deleted accounts, and dates those of the API from their first sign-in', async () => {
  verifies('chat:2.1:is_deleted', 'chat:9:490', 'chat:9:475')
  const gone = await world.add('Gone')
  expect(ok(await find(gone.email))['user']).not.toHaveProperty('is_deleted')
  await setUser(gone.id, { is_deleted: 1, is_active: 0 })
  expect(ok(await find(gone.email))['user']).toMatchObject({ is_deleted: true, is_active: false })
  const made = await world.add('Made', { joinsAtSignIn: true })
  world.pass(3_600)
  ok(await made.get('/users/me'))
  world.pass(3_600)
  expect(ok(await made.get('/users/me'))['date_joined']).toBe('2026-01-02T04:04:05.678Z')
})
