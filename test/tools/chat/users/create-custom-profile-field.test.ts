import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { addField, CHOICES, setUpField } from '../../../support/chat-profile-fields.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('adds a field, and tells everybody', async () => {
  const queue = await bob.register()
  expect(ok(await addField(3, { field_data: CHOICES }))['id']).toBe(1)
  const [event] = await bob.events(queue)
  expect(event).toMatchObject({ type: 'custom_profile_fields', fields: [{ id: 1, type: 3 }] })
  expect(JSON.parse(event?.['fields'][0].field_data)).toEqual(CHOICES)
  ok(await addField(7, { field_data: { subtype: 'github' } }))
  const custom = { subtype: 'custom', url_pattern: 'https://x.test/%(username)s' }
  ok(await addField(7, { name: 'Mine', field_data: custom }))
})

test('is for administrators', async () => {
  expect(await addField(1, {}, alice)).toMatchObject({
    status: 400,
    code: 'UNAUTHORIZED_PRINCIPAL',
  })
})

test.each([
  ['no name', 1, { name: ' ' }, 'Label cannot be blank.'],
  ['a long name', 1, { name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
  ['a long hint', 1, { hint: 'x'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
  ['an unknown type', 9, {}, 'Invalid field type.'],
  ['a list without choices', 3, {}, 'Field must have at least one choice.'],
  [
    'a choice without a text',
    3,
    { field_data: { a: { text: ' ' } } },
    'field_data["text"] cannot be blank.',
  ],
  [
    'the same choice twice',
    3,
    { field_data: { a: { text: 'x' }, b: { text: 'x' } } },
    'Field must not have duplicate choices.',
  ],
  ['an account of no kind', 7, {}, 'field_data must name a subtype'],
  [
    'an account of a script',
    7,
    { field_data: { subtype: 'custom', url_pattern: 'javascript:%(username)s' } },
    'Malformed URL pattern.',
  ],
  [
    'long texts in summaries',
    2,
    { display_in_profile_summary: true },
    'Field type not supported for display in profile summary.',
  ],
])('refuses %s', async (_, type, fields, msg) => {
  expect(await addField(type, fields)).toMatchObject({ ...refused, msg })
})

test('refuses a name twice, and a third field in summaries', async () => {
  const display_in_profile_summary = true
  await setUpField(1, { display_in_profile_summary })
  expect(await addField(1)).toMatchObject({
    ...refused,
    msg: 'A field with that label already exists.',
  })
  await setUpField(4, { display_in_profile_summary })
  expect(await addField(5, { display_in_profile_summary })).toMatchObject(refused)
})
