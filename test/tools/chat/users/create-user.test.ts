import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

const fields = { email: 'New@Example.com', password: 'correct horse', full_name: 'New One' }

test('makes an account in the default channels, and tells everybody', async () => {
  verifies('chat:6:kind:realm_user', 'chat:1:organization')
  await using world = await startChatWorld()
  const queue = await world.owner.register()
  const { user_id } = ok(await world.owner.post('/users', fields))
  const events = await world.owner.events(queue)
  expect(events[0]).toMatchObject({
    type: 'realm_user',
    op: 'add',
    person: { user_id, full_name: 'New One', role: 400, is_active: true },
  })
  expect(events[1]).toMatchObject({ op: 'peer_add', stream_ids: [1], user_ids: [user_id] })
})

test.each([
  ['an address in use', { email: 'OWNER@chat.test' }, "Email 'OWNER@chat.test' already in use"],
  ['what is no address', { email: 'nobody' }, 'Invalid email address'],
  ['what stands for somebody', { email: 'user1@chat.test' }, 'Invalid email address'],
  ['what will stand for somebody', { email: 'USER99@Chat.test' }, 'Invalid email address'],
  ['two addresses', { email: 'a@x.test,b@x.test' }, 'Invalid email address'],
  ['an empty name', { full_name: ' ' }, 'Name too short!'],
  ['a long name', { full_name: 'x'.repeat(101) }, 'Name too long!'],
  ['a name of markup', { full_name: '**x**' }, 'Invalid characters in name!'],
])('refuses %s', async (_, change, msg) => {
  await using world = await startChatWorld()
  expect(await world.owner.post('/users', { ...fields, ...change })).toMatchObject({
    status: 400,
    msg,
  })
})

test('is for administrators', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  expect(await alice.post('/users', fields)).toMatchObject({
    status: 400,
    code: 'UNAUTHORIZED_PRINCIPAL',
    msg: 'Must be an organization administrator',
  })
})
