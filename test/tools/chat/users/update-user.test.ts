import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const update = async (fields: object, who = world.owner, id = alice.id) =>
  who.patch(`/users/${id}`, { ...fields })

test('changes name, role and profile, and tells everybody', async () => {
  const field = { name: 'Motto', field_type: 1, editable_by_user: false }
  const { id } = ok(await world.owner.post('/realm/profile_fields', field))
  const queue = await bob.register()
  const profile_data = [{ id, value: 'x' }]
  ok(await update({ full_name: 'Ann', role: 300, profile_data }))
  expect((await bob.events(queue)).map((one) => one['person'])).toMatchObject([
    { user_id: alice.id, full_name: 'Ann' },
    { user_id: alice.id, role: 300 },
    { user_id: alice.id, custom_profile_field: { id, value: 'x' } },
  ])
  expect(ok(await bob.get(`/users/${alice.id}`))['user']).toMatchObject({
    full_name: 'Ann',
    role: 300,
  })
})

test('is for administrators, and for owners of bots', async () => {
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  const msg = 'Insufficient permission'
  expect(await update({ full_name: 'x' }, bob)).toMatchObject({ ...refused, msg })
  expect(await update({ full_name: 'x' }, bob, bot.id)).toMatchObject({ ...refused, msg })
  ok(await update({ full_name: 'Helper' }, alice, bot.id))
  expect(await update({ role: 200 }, alice, bot.id)).toMatchObject({ ...refused, msg })
  expect(await update({}, world.owner, 99)).toMatchObject({ ...refused, msg: 'No such user' })
})

test('lets owners only make and unmake owners, and keeps the last one', async () => {
  const admin = await world.add('Ada', { role: 200 })
  const msg = 'Must be an organization owner'
  expect(await update({ role: 100 }, admin)).toMatchObject({ ...refused, msg })
  expect(await update({ role: 400 }, admin, 1)).toMatchObject({ ...refused, msg })
  expect(await update({ role: 400 }, world.owner, 1)).toMatchObject({
    ...refused,
    msg: 'The owner permission cannot be removed from the only owner.',
  })
  ok(await update({ role: 100 }))
  ok(await update({ role: 400 }, alice, 1))
  expect(await update({ role: 150 }, alice, bob.id)).toMatchObject({
    ...refused,
    msg: 'Invalid role',
  })
})
