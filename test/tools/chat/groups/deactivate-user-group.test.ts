import { expect, test } from 'vitest'
import { createGroup } from '../../../support/chat-groups.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const deactivate = async (id: number, who = alice) => who.post(`/user_groups/${id}/deactivate`)

test('takes a group out of use, and tells everybody', async () => {
  const id = await createGroup('g')
  const queue = await bob.register()
  expect(await deactivate(id, bob)).toMatchObject({ ...refused, msg: 'Insufficient permission' })
  ok(await deactivate(id))
  expect(await bob.events(queue)).toMatchObject([
    { type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } },
  ])
  expect(await deactivate(id)).toMatchObject({
    ...refused,
    msg: 'User group is already deactivated.',
  })
})

test('keeps what permissions and other groups need', async () => {
  const id = await createGroup('g')
  const outer = await createGroup('outer', {
    subgroups: [id],
    can_join_group: { direct_members: [bob.id], direct_subgroups: [id] },
  })
  ok(await world.owner.patch('/realm', { can_create_groups: id }))
  ok(await world.owner.patch('/streams/1', { can_send_message_group: id }))
  const answer = await deactivate(id, world.owner)
  expect(answer).toMatchObject({ status: 400, code: 'CANNOT_DEACTIVATE_GROUP_IN_USE' })
  expect(answer['objections']).toEqual([
    { type: 'subgroup', supergroup_ids: [outer] },
    { type: 'realm', settings: ['can_create_groups'] },
    { type: 'channel', channel_id: 1, settings: ['can_send_message_group'] },
    { type: 'user_group', group_id: outer, settings: ['can_join_group'] },
  ])
})

test('does not tell which hidden channel needs it', async () => {
  const id = await createGroup('g')
  const hidden = { name: 'hidden', invite_only: true, subscribers: [bob.id] }
  ok(await bob.post('/channels/create', { ...hidden, can_send_message_group: id }))
  const objection = { type: 'channel', settings: ['can_send_message_group'] }
  expect((await deactivate(id))['objections']).toEqual([objection])
  const [known] = (await deactivate(id, world.owner))['objections']
  expect(known).toEqual({ ...objection, channel_id: expect.any(Number) })
})
