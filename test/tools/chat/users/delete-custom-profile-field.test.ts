import { expect, test } from 'vitest'
import { alice, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

test('a field goes with what users have filled in', async () => {
  const { id } = ok(await owner.post('/realm/profile_fields', { name: 'Motto', field_type: 1 }))
  ok(await alice.patch('/users/me/profile_data', { data: [{ id, value: 'Onwards' }] }))
  ok(await owner.delete(`/realm/profile_fields/${id}`))
  expect(ok(await alice.get('/realm/profile_fields'))['custom_fields']).toEqual([])
  expect(ok(await alice.get('/users/me'))['profile_data']).toEqual({})
  expect(await owner.delete(`/realm/profile_fields/${id}`)).toMatchObject({ status: 400 })
})
