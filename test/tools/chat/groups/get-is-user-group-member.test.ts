import { expect, test } from 'vitest'
import { createGroup } from '../../../support/chat-groups.ts'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('tells whether a user is in a group, also through others', async () => {
  const inner = await createGroup('inner', { members: [bob.id] })
  const outer = await createGroup('outer', { subgroups: [inner] })
  const isIn = async (id: number, who: number, fields: object = {}) =>
    ok(await alice.get(`/user_groups/${id}/members/${who}`, { ...fields }))['is_user_group_member']
  expect(await isIn(inner, bob.id)).toBe(true)
  expect(await isIn(outer, bob.id)).toBe(true)
  expect(await isIn(outer, bob.id, { direct_member_only: true })).toBe(false)
  expect(await isIn(outer, alice.id)).toBe(false)
  expect(await alice.get(`/user_groups/${inner}/members/99`)).toMatchObject(refused)
  expect(await alice.get(`/user_groups/99/members/${bob.id}`)).toMatchObject(refused)
})
