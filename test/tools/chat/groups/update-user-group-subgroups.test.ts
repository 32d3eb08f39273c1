import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const make = async (name: string, fields: object = {}): Promise<number> =>
  ok(await alice.post('/user_groups/create', { name, description: '', ...fields }))['group_id']

const subgroupsOf = async (id: number, fields: object = {}) =>
  ok(await bob.get(`/user_groups/${id}/subgroups`, { ...fields }))['subgroups']

test('adds groups to a group and takes others out', async () => {
  const [outer, inner] = [await make('outer'), await make('inner')]
  const change = async (fields: object, who = alice) =>
    who.post(`/user_groups/${outer}/subgroups`, { ...fields })
  expect(await change({ add: [inner] }, bob)).toMatchObject(refused)
  ok(await change({ add: [inner] }))
  expect(await subgroupsOf(outer)).toEqual([inner])
  ok(await change({ delete: [inner] }))
  expect(await subgroupsOf(outer)).toEqual([])
  expect(await change({})).toMatchObject(refused)
})
