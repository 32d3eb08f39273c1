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

const add = async (field_type: number, fields: object = {}, who = world.owner) =>
  who.post('/realm/profile_fields', { name: `Field ${field_type}`, field_type, ...fields })

const setup = async (field_type: number, fields: object = {}): Promise<number> =>
  ok(await add(field_type, fields))['id']

const set = async (...data: { id: number; value: unknown }[]) =>
  alice.patch('/users/me/profile_data', { data })

const profileOf = async () =>
  ok(await bob.get(`/users/${alice.id}`, { include_custom_profile_fields: true }))['user']
    .profile_data

test('removes values of fields', async () => {
  const [one, other] = [await setup(1), await setup(8)]
  ok(await set({ id: one, value: 'x' }, { id: other, value: 'they' }))
  ok(await alice.delete('/users/me/profile_data', { data: [one] }))
  expect(await profileOf()).toEqual({ [other]: { value: 'they' } })
  expect(await alice.delete('/users/me/profile_data', { data: [99] })).toMatchObject(refused)
})
