import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('makes a group that can be named in permissions, nested ones included', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const queue = await bob.register()
  const create = async (name: string, fields: object) =>
    ok(await alice.post('/user_groups/create', { name, description: '', ...fields }))['group_id']
  const inner = await create('inner', { members: [bob.id] })
  const outer = await create('outer', { subgroups: [inner] })
  expect(await bob.events(queue)).toMatchObject([
    { type: 'user_group', op: 'add', group: { id: inner, name: 'inner', members: [bob.id] } },
    { type: 'user_group', op: 'add', group: { id: outer, direct_subgroup_ids: [inner] } },
  ])
  ok(await world.owner.patch('/streams/1', { can_send_message_group: outer }))
  expect(await bob.say('may')).toBe(1)
  const refused = await alice.post('/messages', {
    type: 'channel',
    to: 1,
    topic: 't',
    content: 'x',
  })
  expect(refused).toMatchObject({ status: 400 })
})

test.each([
  ['a reserved name', { name: 'role:members' }, "User group name cannot start with 'role:'."],
  ['an empty name', { name: '' }, "User group name can't be empty!"],
  ['a long name', { name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
  ['an unknown member', { members: [99] }, 'Invalid user ID: 99'],
  ['an unknown subgroup', { subgroups: [99] }, 'Invalid user group ID: 99'],
])('refuses %s', async (_, fields, msg) => {
  await using world = await startChatWorld()
  const request = { name: 'g', description: '', ...fields }
  expect(await world.owner.post('/user_groups/create', request)).toMatchObject({ status: 400, msg })
})

test('is for those whom the organization allows it', async () => {
  await using world = await startChatWorld()
  const guest = await world.add('Guest', { role: 600 })
  const request = { name: 'g', description: '' }
  expect(await guest.post('/user_groups/create', request)).toMatchObject({ status: 400 })
  ok(await world.owner.post('/user_groups/create', request))
  expect(await world.owner.post('/user_groups/create', request)).toMatchObject({
    msg: "User group 'g' already exists.",
  })
})
