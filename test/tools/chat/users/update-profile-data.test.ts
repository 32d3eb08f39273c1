import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import {
  CHOICES,
  readProfile,
  setProfile,
  setUpField,
} from '../../../support/chat-profile-fields.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('sets values of every kind, and tells everybody', async () => {
  verifies('chat:4.4:profile:data', 'chat:4.4:profile:data:string', 'chat:4.4:profile:data:users')
  verifies('chat:4.4:profile:response', 'chat:2.1:profile_data:rendered_value')
  const ids = []
  for (const type of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const data = type === 3 ? CHOICES : type === 7 ? { subtype: 'github' } : {}
    ids.push(await setUpField(type, { field_data: data }))
  }
  const values = [
    '*motto*',
    '**long**',
    'a',
    '2024-02-29',
    'https://x.test',
    [bob.id, 1],
    'alice',
    'she',
  ]
  const queue = await bob.register()
  const answer = await setProfile(...ids.map((id, at) => ({ id, value: values[at] })))
  expect(answer).toEqual({ result: 'success', msg: '', status: 200 })
  const expected = {
    1: { value: '*motto*', rendered_value: '<p><em>motto</em></p>' },
    2: { value: '**long**', rendered_value: '<p><strong>long</strong></p>' },
    3: { value: 'a' },
    4: { value: '2024-02-29' },
    5: { value: 'https://x.test' },
    6: { value: `[${bob.id},1]` },
    7: { value: 'alice' },
    8: { value: 'she' },
  }
  expect(await readProfile()).toEqual(expected)
  expect(ok(await alice.get('/users/me'))['profile_data']).toEqual(expected)
  const { realm_users } = await bob.register()
  expect(realm_users.find((one: { user_id: number }) => one.user_id === alice.id)).toMatchObject({
    profile_data: expected,
  })
  const events = await bob.events(queue)
  expect(events).toHaveLength(8)
  expect(events[0]).toMatchObject({
    type: 'realm_user',
    op: 'update',
    person: { user_id: alice.id, custom_profile_field: { id: 1, ...expected[1] } },
  })
})

test('removes a value by null', async () => {
  verifies('chat:4.4:profile:data:null')
  const id = await setUpField(1)
  ok(await setProfile({ id, value: 'x' }))
  const queue = await bob.register()
  ok(await setProfile({ id, value: null }))
  expect(await readProfile()).toEqual({})
  expect(await bob.events(queue)).toMatchObject([
    { person: { user_id: alice.id, custom_profile_field: { id, value: null } } },
  ])
  ok(await setProfile({ id, value: null }))
})

test('keeps fields that only administrators change', async () => {
  verifies('chat:4.4:profile:error:restricted')
  const id = await setUpField(1, { editable_by_user: false })
  expect(await setProfile({ id, value: 'x' })).toMatchObject({
    ...refused,
    msg: 'You are not allowed to change this field. Contact an administrator to update it.',
  })
  ok(await world.owner.patch('/users/me/profile_data', { data: [{ id, value: 'x' }] }))
})

test('changes all or nothing, and knows its fields', async () => {
  verifies('chat:4.4:profile:error:unknown')
  const id = await setUpField(1)
  expect(await setProfile({ id, value: 'x' }, { id: 99, value: 'x' })).toMatchObject({
    ...refused,
    msg: 'Field id 99 not found.',
  })
  expect(await readProfile()).toEqual({})
})

test.each([
  ['a long short text', 1, 'x'.repeat(51), 'Field 1 is too long (limit: 50 characters)'],
  ['a long text', 2, 'x'.repeat(501), 'Field 2 is too long (limit: 500 characters)'],
  ['users for a text', 1, [1], 'Field 1 is not a string'],
  ['another choice', 3, 'x', "'x' is not a valid choice for 'Field 3'."],
  ['a choice of every object', 3, 'toString', "'toString' is not a valid choice for 'Field 3'."],
  ['a day that is none', 4, '2023-02-29', 'Field 4 is not a date'],
  ['a link that is none', 5, 'x.test', 'Field 5 is not a URL'],
  ['a script', 5, 'javascript:alert(1)', 'Field 5 is not a URL'],
  ['a text for users', 6, 'x', 'Field 6 is not a list'],
  ['an unknown user', 6, [99], 'Invalid user ID: 99'],
  ['long pronouns', 8, 'x'.repeat(51), 'Field 8 is too long (limit: 50 characters)'],
])('refuses %s', async (_, type, value, msg) => {
  const id = await setUpField(type, type === 3 ? { field_data: CHOICES } : {})
  expect(await setProfile({ id, value })).toMatchObject({ ...refused, msg })
})
