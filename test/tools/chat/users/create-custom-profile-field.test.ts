import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person
let bob: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  return async () => world[Symbol.asyncDispose]()
})

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const CHOICES = { a: { text: 'Apples', order: '1' }, p: { text: 'Pears', order: '2' } }

const add = async (field_type: number, fields: object = {}, who = world.owner) =>
  who.post('/realm/profile_fields', { name: `Field ${field_type}`, field_type, ...fields })

const setup = async (field_type: number, fields: object = {}): Promise<number> =>
  ok(await add(field_type, fields))['id']

test('adds a field, and tells everybody', async () => {
  const queue = await bob.register()
  expect(ok(await add(3, { field_data: CHOICES }))['id']).toBe(1)
  const [event] = await bob.events(queue)
  expect(event).toMatchObject({ type: 'custom_profile_fields', fields: [{ id: 1, type: 3 }] })
  expect(JSON.parse(event?.['fields'][0].field_data)).toEqual(CHOICES)
  ok(await add(7, { field_data: { subtype: 'github' } }))
  const custom = { subtype: 'custom', url_pattern: 'https://x.test/%(username)s' }
  ok(await add(7, { name: 'Mine', field_data: custom }))
})

test('is for administrators', async () => {
  expect(await add(1, {}, alice)).toMatchObject({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' })
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
  expect(await add(type, fields)).toMatchObject({ ...refused, msg })
})

test('refuses a name twice, and a third field in summaries', async () => {
  const display_in_profile_summary = true
  await setup(1, { display_in_profile_summary })
  expect(await add(1)).toMatchObject({
    ...refused,
    msg: 'A field with that label already exists.',
  })
  await setup(4, { display_in_profile_summary })
  expect(await add(5, { display_in_profile_summary })).toMatchObject(refused)
})
