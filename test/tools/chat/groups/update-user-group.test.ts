import { expect, test } from 'vitest'
import { createGroup } from '../../../support/chat-groups.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const update = async (id: number, fields: object, who = alice) =>
  who.patch(`/user_groups/${id}`, { ...fields })

test('changes properties and permissions, and tells everybody', async () => {
  const id = await createGroup('g')
  const queue = await bob.register()
  const can_join_group = { direct_members: [bob.id], direct_subgroups: [] }
  ok(
    await update(id, {
      name: 'New',
      description: 'd',
      can_join_group: { new: can_join_group, old: 8 },
    }),
  )
  const data = { name: 'New', description: 'd', can_join_group }
  expect(await bob.events(queue)).toMatchObject([
    { type: 'user_group', op: 'update', group_id: id, data },
  ])
  const all = ok(await bob.get('/user_groups'))['user_groups']
  expect(all.at(-1)).toMatchObject({ id, ...data })
})

test('takes a group into use again', async () => {
  const id = await createGroup('g')
  ok(await alice.post(`/user_groups/${id}/deactivate`))
  ok(await update(id, { deactivated: false }))
  expect(ok(await bob.get('/user_groups'))['user_groups'].at(-1)).toMatchObject({ id })
})

test('refuses what others may not do and what makes no sense', async () => {
  const id = await createGroup('g')
  await createGroup('Taken')
  const msg = 'Insufficient permission'
  expect(await update(id, { name: 'x' }, bob)).toMatchObject({ ...refused, msg })
  expect(await update(3, { name: 'x' }, world.owner)).toMatchObject({ ...refused, msg })
  ok(await update(id, { name: 'x' }, world.owner))
  expect(await update(id, {})).toMatchObject({ ...refused, msg: 'No new data supplied' })
  expect(await update(id, { name: 'taken' })).toMatchObject({
    ...refused,
    msg: "User group 'taken' already exists.",
  })
  expect(await update(id, { can_join_group: { new: 2, old: 3 } })).toMatchObject({
    status: 400,
    code: 'EXPECTATION_MISMATCH',
  })
})
