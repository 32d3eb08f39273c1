import { expect, test } from 'vitest'
import { alice, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const choices = { a: { text: 'One', order: '1' }, b: { text: 'Two', order: '2' } }
const add = async (fields: object = {}) =>
  Number(
    ok(await owner.post('/realm/profile_fields', { name: 'Pick', field_type: 1, ...fields }))['id'],
  )

test('changes what is given, tells everybody, and drops values of choices that went', async () => {
  const id = await add({ field_type: 3, field_data: choices })
  ok(await alice.patch('/users/me/profile_data', { data: [{ id, value: 'b' }] }))
  const queue = await alice.register({ event_types: ['custom_profile_fields', 'realm_user'] })
  ok(await owner.patch(`/realm/profile_fields/${id}`, { hint: 'One of them', required: true }))
  ok(await owner.patch(`/realm/profile_fields/${id}`, { field_data: { a: choices.a } }))
  const events = await alice.events(queue)
  expect(events.map(({ type }) => type)).toEqual([
    'custom_profile_fields',
    'realm_user',
    'custom_profile_fields',
  ])
  expect(events[0]?.['fields']).toMatchObject([
    { name: 'Pick', hint: 'One of them', required: true },
  ])
  expect(events[1]?.['person']).toMatchObject({ custom_profile_field: { id, value: null } })
  expect(ok(await alice.get('/users/me'))['profile_data']).toEqual({})
})

test('refuses what no field can be', async () => {
  const [one, two] = [await add({ name: 'One' }), await add({ name: 'Two' })]
  const refused = { status: 400, code: 'BAD_REQUEST' }
  expect(await owner.patch(`/realm/profile_fields/${two}`, { name: 'One' })).toMatchObject(refused)
  expect(await owner.patch(`/realm/profile_fields/${one}`, { name: ' ' })).toMatchObject(refused)
  expect(await owner.patch('/realm/profile_fields/99', { name: 'x' })).toMatchObject(refused)
  expect(await alice.patch(`/realm/profile_fields/${one}`, { name: 'x' })).toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
})
