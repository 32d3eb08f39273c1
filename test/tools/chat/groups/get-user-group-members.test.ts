import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('lists members, those of subgroups and roles included unless told not to', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob', { role: 300 })]
  const { group_id } = ok(
    await alice.post('/user_groups/create', {
      name: 'g',
      description: '',
      members: [alice.id],
      subgroups: [5],
    }),
  )
  const members = async (fields: object = {}) =>
    ok(await alice.get(`/user_groups/${group_id}/members`, { ...fields }))['members']
  expect(await members()).toEqual([1, alice.id, bob.id])
  expect(await members({ direct_member_only: true })).toEqual([alice.id])
  expect(await alice.get('/user_groups/99/members')).toMatchObject({
    status: 400,
    msg: 'Invalid user group',
  })
})
