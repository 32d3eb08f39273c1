import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const make = async (name: string, fields: object = {}): Promise<number> =>
  ok(await alice.post('/user_groups/create', { name, description: '', ...fields }))['group_id']

const subgroupsOf = async (id: number, fields: object = {}) =>
  ok(await bob.get(`/user_groups/${id}/subgroups`, { ...fields }))['subgroups']

test('lists groups at any depth, or direct ones', async () => {
  const c = await make('c')
  const b = await make('b', { subgroups: [c] })
  const a = await make('a', { subgroups: [b] })
  expect(await subgroupsOf(a)).toEqual([c, b])
  expect(await subgroupsOf(a, { direct_subgroup_only: true })).toEqual([b])
  expect(await bob.get('/user_groups/99/subgroups')).toMatchObject(refused)
})
