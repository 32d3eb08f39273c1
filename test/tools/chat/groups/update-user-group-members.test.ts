import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { createGroup, listSubgroups } from '../../../support/chat-groups.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const membersOf = async (id: number) => ok(await bob.get(`/user_groups/${id}/members`))['members']

const change = async (id: number, fields: object, who = alice) =>
  who.post(`/user_groups/${id}/members`, { ...fields })

test('adds and removes users and groups, and tells everybody', async () => {
  verifies('chat:4.7:members:user_group_id', 'chat:4.7:members:add', 'chat:4.7:members:delete')
  verifies('chat:4.7:members:add_subgroups', 'chat:4.7:members:delete_subgroups')
  verifies('chat:4.7:members:response', 'chat:9:311')
  const [outer, inner, other] = [
    await createGroup('outer'),
    await createGroup('inner'),
    await createGroup('other'),
  ]
  ok(await change(outer, { add: [alice.id], add_subgroups: [other] }))
  const queue = await bob.register()
  const fields = {
    add: [bob.id],
    delete: [alice.id],
    add_subgroups: [inner],
    delete_subgroups: [other],
  }
  expect(await change(outer, fields)).toEqual({ result: 'success', msg: '', status: 200 })
  expect(await membersOf(outer)).toEqual([bob.id])
  expect(await listSubgroups(outer)).toEqual([inner])
  expect(await bob.events(queue)).toMatchObject([
    { type: 'user_group', op: 'remove_members', group_id: outer, user_ids: [alice.id] },
    { type: 'user_group', op: 'add_members', group_id: outer, user_ids: [bob.id] },
    { type: 'user_group', op: 'remove_subgroups', direct_subgroup_ids: [other] },
    { type: 'user_group', op: 'add_subgroups', direct_subgroup_ids: [inner] },
  ])
})

test('changes all or nothing', async () => {
  const id = await createGroup('g')
  expect(await change(id, { add: [bob.id], delete: [alice.id] })).toMatchObject({
    ...refused,
    msg: `There is no member '${alice.id}' in this user group`,
  })
  expect(await membersOf(id)).toEqual([])
})

test('takes active users only', async () => {
  verifies('chat:4.7:members:active')
  const id = await createGroup('g', { members: [bob.id] })
  const gone = await world.add('Gone')
  ok(await change(id, { add: [gone.id] }))
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set({ is_active: 0 }).where('id', '=', gone.id).execute(),
  )
  const msg = `Invalid user ID: ${gone.id}`
  expect(await change(id, { delete: [gone.id] })).toMatchObject({ ...refused, msg })
  expect(await change(await createGroup('h'), { add: [gone.id] })).toMatchObject({
    ...refused,
    msg,
  })
  expect(await change(id, { add: [bob.id] })).toMatchObject({
    ...refused,
    msg: `User ${bob.id} is already a member of this group`,
  })
})

test('makes no circles', async () => {
  const [a, b, c] = [await createGroup('a'), await createGroup('b'), await createGroup('c')]
  ok(await change(a, { add_subgroups: [b] }))
  ok(await change(b, { add_subgroups: [c] }))
  const msg = 'is already a subgroup of one of the passed subgroups.'
  expect(await change(c, { add_subgroups: [a] })).toMatchObject({
    ...refused,
    msg: `User group ${c} ${msg}`,
  })
  expect(await change(a, { add_subgroups: [a] })).toMatchObject(refused)
  expect(await change(a, { add_subgroups: [b] })).toMatchObject(refused)
  expect(await change(a, { delete_subgroups: [c] })).toMatchObject(refused)
  expect(await change(a, { add_subgroups: [99] })).toMatchObject({
    ...refused,
    msg: 'Invalid user group',
  })
})

test('works on groups out of use', async () => {
  verifies('chat:9:391')
  const [id, inner] = [await createGroup('g'), await createGroup('inner')]
  ok(await alice.post(`/user_groups/${id}/deactivate`))
  ok(await change(id, { add: [bob.id], add_subgroups: [inner] }))
  expect(await membersOf(id)).toEqual([bob.id])
  expect(await change(inner, { add_subgroups: [id] })).toMatchObject({
    ...refused,
    msg: 'You cannot add a deactivated user group.',
  })
})

test('is for bots too', async () => {
  verifies('chat:9:496')
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  const id = await createGroup('g', {
    can_manage_group: { direct_members: [bot.id], direct_subgroups: [] },
  })
  ok(await change(id, { add: [bob.id] }, bot))
  expect(await membersOf(id)).toEqual([bob.id])
})

test('joins and leaves where that is open, and takes others only from those who may', async () => {
  const msg = 'Insufficient permission'
  const closed = await createGroup('closed')
  expect(await change(closed, { add: [bob.id] }, bob)).toMatchObject({ ...refused, msg })
  const open = await createGroup('open', { can_join_group: 2, can_leave_group: 8 })
  ok(await change(open, { add: [bob.id] }, bob))
  expect(await change(open, { delete: [bob.id] }, bob)).toMatchObject({ ...refused, msg })
  expect(await change(open, { add: [alice.id] }, bob)).toMatchObject({ ...refused, msg })
  expect(await change(open, { add_subgroups: [closed] }, bob)).toMatchObject({ ...refused, msg })
  const adding = await createGroup('adding', { can_add_members_group: 2 })
  ok(await change(adding, { add: [alice.id, bob.id] }, bob))
  expect(await change(adding, { delete: [alice.id] }, bob)).toMatchObject({ ...refused, msg })
  ok(await change(adding, { delete: [bob.id] }, bob))
  const removing = await createGroup('removing', {
    can_remove_members_group: 2,
    members: [alice.id],
  })
  ok(await change(removing, { delete: [alice.id] }, bob))
  expect(await change(3, { add: [bob.id] }, world.owner)).toMatchObject({ ...refused, msg })
  ok(await change(closed, { add: [bob.id] }, world.owner))
})

test('wants something to do', async () => {
  const id = await createGroup('g')
  expect((await change(id, {})).msg).toMatch(/^Nothing to do\./)
  expect(await change(id, { add: [] })).toMatchObject(refused)
})
