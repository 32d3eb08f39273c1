import { expect, test } from 'vitest'
import { createGroup, listSubgroups } from '../../../support/chat-groups.ts'
import { bob, startChatForEach } from '../../../support/chat-people.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('lists groups at any depth, or direct ones', async () => {
  const c = await createGroup('c')
  const b = await createGroup('b', { subgroups: [c] })
  const a = await createGroup('a', { subgroups: [b] })
  expect(await listSubgroups(a)).toEqual([c, b])
  expect(await listSubgroups(a, { direct_subgroup_only: true })).toEqual([b])
  expect(await bob.get('/user_groups/99/subgroups')).toMatchObject(refused)
})
