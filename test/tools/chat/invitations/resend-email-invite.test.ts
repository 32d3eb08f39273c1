import { expect, test } from 'vitest'
import { inviteOne, invitesOf, keyOf } from '../../../support/chat-invitations.ts'
import { owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach()

test('sends another link with the same time to live, and the earlier one stops working', async () => {
  const before = await inviteOne(owner, 'a@example.org', { invite_expires_in_minutes: 60 })
  expect(await owner.post('/invites/1/resend')).toMatchObject({
    status: 400,
    msg: expect.stringContaining('Wait a minute'),
  })
  world.pass(3_000)
  const { timestamp, link } = ok(await owner.post('/invites/1/resend'))
  expect(timestamp).toBe(1_767_326_045)
  const statusOf = async (one: string) =>
    (await world.request(`//accounts/join/${keyOf(one)}`)).status
  expect([await statusOf(before), await statusOf(String(link))]).toEqual([404, 200])
  expect(await invitesOf(owner)).toMatchObject([{ id: 1, expiry_date: timestamp + 3_600 }])
})

test('is sent again so often and no more', async () => {
  await inviteOne(owner, 'a@example.org', { invite_expires_in_minutes: null })
  for (let sending = 2; sending <= 10; sending++) {
    world.pass(60)
    ok(await owner.post('/invites/1/resend'))
  }
  world.pass(60)
  expect(await owner.post('/invites/1/resend')).toMatchObject({
    msg: expect.stringContaining('too often'),
  })
})
