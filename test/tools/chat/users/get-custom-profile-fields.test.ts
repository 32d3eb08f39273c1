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

const add = async (field_type: number, fields: object = {}, who = world.owner) =>
  who.post('/realm/profile_fields', { name: `Field ${field_type}`, field_type, ...fields })

const setup = async (field_type: number, fields: object = {}): Promise<number> =>
  ok(await add(field_type, fields))['id']

const fieldsOf = async () => ok(await bob.get('/realm/profile_fields'))['custom_fields']

test('lists fields in their order', async () => {
  expect(await fieldsOf()).toEqual([])
  await setup(1, { name: 'Motto', hint: 'What you live by', required: true })
  await setup(4, { display_in_profile_summary: true, editable_by_user: false })
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
