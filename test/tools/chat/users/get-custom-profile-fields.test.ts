import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { setUpField } from '../../../support/chat-profile-fields.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const fieldsOf = async () => ok(await bob.get('/realm/profile_fields'))['custom_fields']

test('lists fields in their order', async () => {
  expect(await fieldsOf()).toEqual([])
  await setUpField(1, { name: 'Motto', hint: 'What you live by', required: true })
  await setUpField(4, { display_in_profile_summary: true, editable_by_user: false })
  const rest = { field_data: '', hint: '', required: false }
  expect(await fieldsOf()).toEqual([
    {
      ...rest,
      id: 1,
      type: 1,
      order: 1,
      name: 'Motto',
      hint: 'What you live by',
      required: true,
      display_in_profile_summary: false,
      editable_by_user: true,
    },
    {
      ...rest,
      id: 2,
      type: 4,
      order: 2,
      name: 'Field 4',
      display_in_profile_summary: true,
      editable_by_user: false,
    },
  ])
  const snapshot = await alice.register()
  expect(snapshot['custom_profile_fields']).toEqual(await fieldsOf())
  expect(snapshot['custom_profile_field_types']).toMatchObject({ DATE: { id: 4, name: 'Date' } })
})
