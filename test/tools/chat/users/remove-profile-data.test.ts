import { expect, test } from 'vitest'
import { alice, startChatForEach } from '../../../support/chat-people.ts'
import { readProfile, setProfile, setUpField } from '../../../support/chat-profile-fields.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('removes values of fields', async () => {
  const [one, other] = [await setUpField(1), await setUpField(8)]
  ok(await setProfile({ id: one, value: 'x' }, { id: other, value: 'they' }))
  ok(await alice.delete('/users/me/profile_data', { data: [one] }))
  expect(await readProfile()).toEqual({ [other]: { value: 'they' } })
  expect(await alice.delete('/users/me/profile_data', { data: [99] })).toMatchObject(refused)
})
