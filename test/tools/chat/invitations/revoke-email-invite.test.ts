import { expect, test } from 'vitest'
import { inviteOne, invitesOf, joinBy } from '../../../support/chat-invitations.ts'
import { alice, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

test('a revoked invitation cannot be used, nor revoked again', async () => {
  const link = await inviteOne(owner, 'a@example.org')
  expect(await alice.delete('/invites/1')).toMatchObject({ status: 400, msg: 'No such invitation' })
  ok(await owner.delete('/invites/1'))
  expect(await invitesOf(owner)).toEqual([])
  expect(await owner.delete('/invites/1')).toMatchObject({ status: 400 })
  expect(await joinBy(world, link, {})).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})
