import { expect, test } from 'vitest'
import { inviteOne, invitesOf } from '../../../support/chat-invitations.ts'
import { owner, startChatForEach, world } from '../../../support/chat-people.ts'

startChatForEach()

test('leaves out what has expired', async () => {
  await inviteOne(owner, 'a@example.org', { invite_expires_in_minutes: 5 })
  await inviteOne(owner, 'b@example.org', { invite_expires_in_minutes: null })
  world.pass(301)
  expect((await invitesOf(owner)).map(({ email }) => email)).toEqual(['b@example.org'])
})
