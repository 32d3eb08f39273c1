import { expect, test } from 'vitest'
import { inviteLink, inviteOne, joinBy } from '../../../support/chat-invitations.ts'
import { owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach()

test('a revoked link cannot be used; an invitation by e-mail is none', async () => {
  const link = await inviteLink(owner)
  await inviteOne(owner, 'a@example.org')
  expect(await owner.delete('/invites/multiuse/2')).toMatchObject({ status: 400 })
  expect(await owner.delete('/invites/1')).toMatchObject({ status: 400 })
  ok(await owner.delete('/invites/multiuse/1'))
  expect(await joinBy(world, link, { email: 'x@example.org' })).toMatchObject({ status: 404 })
})
