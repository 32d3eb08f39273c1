import { expect, test } from 'vitest'
import { createGroup, listSubgroups } from '../../../support/chat-groups.ts'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('adds groups to a group and takes others out', async () => {
  const [outer, inner] = [await createGroup('outer'), await createGroup('inner')]
  const change = async (fields: object, who = alice) =>
    who.post(`/user_groups/${outer}/subgroups`, { ...fields })
  expect(await change({ add: [inner] }, bob)).toMatchObject(refused)
  ok(await change({ add: [inner] }))
  expect(await listSubgroups(outer)).toEqual([inner])
  ok(await change({ delete: [inner] }))
  expect(await listSubgroups(outer)).toEqual([])
  expect(await change({})).toMatchObject(refused)
})
