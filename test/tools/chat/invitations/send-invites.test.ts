import { expect, test } from 'vitest'
import { changeUser } from '../../../../src/chat/users/accounts/change-user.ts'
import { createMailer } from '../../../../src/net/operator/mail.ts'
import { invitesOf } from '../../../support/chat-invitations.ts'
import { alice, bob, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { startSmtp } from '../../../support/smtp.ts'

startChatForEach('Alice', 'Bob')

const invite = async (invitee_emails: string, fields: object = {}, who = owner) =>
  who.post('/invites', { invitee_emails, ...fields })

test('lists an invitation, tells who manages invitations, and gives administrators the link', async () => {
  const [queue, bobs] = [await alice.register(), await bob.register()]
  const answer = ok(await invite('Ada <Ada@Example.org>,\n eve@example.org', {}, owner))
  expect(answer['links']).toMatchObject([
    {
      email: 'Ada@Example.org',
      link: expect.stringMatching(/^http:\/\/chat\.test\/join\/[\w-]+$/),
    },
    { email: 'eve@example.org' },
  ])
  expect(ok(await invite('new@example.org', {}, alice))).not.toHaveProperty('links')
  expect(await alice.events(queue)).toMatchObject([{ type: 'invites_changed' }])
  expect(await bob.events(bobs)).toEqual([])
  expect(await invitesOf(alice)).toEqual([
    {
      id: 3,
      invited_by_user_id: alice.id,
      invited: 1_767_323_045,
      expiry_date: 1_767_323_045 + 10 * 86_400,
      invited_as: 400,
      is_multiuse: false,
      notify_referrer_on_join: true,
      email: 'new@example.org',
    },
  ])
  expect((await invitesOf(owner)).map(({ email }) => email)).toEqual([
    'new@example.org',
    'eve@example.org',
    'Ada@Example.org',
  ])
  expect(await invitesOf(bob)).toEqual([])
})

test('tells which addresses were not invited, and whether others were', async () => {
  await changeUser(world.chat, bob.email, { is_active: false })
  const failed = { status: 400, code: 'INVITATION_FAILED', daily_limit_reached: false }
  expect(await invite(`x@example.org, ${alice.email}, ${bob.email}`)).toMatchObject({
    ...failed,
    sent_invitations: true,
    errors: [
      [alice.email, 'Already has an account.', false],
      [bob.email, 'Account has been deactivated.', true],
    ],
    links: [{ email: 'x@example.org' }],
  })
  expect(await invite(`y@example.org, no address`)).toMatchObject({
    ...failed,
    sent_invitations: false,
    errors: [['no address', 'Invalid email address', false]],
  })
  expect((await invitesOf(owner)).map(({ email }) => email)).toEqual(['x@example.org'])
  expect(await invite(' , ')).toMatchObject({ msg: 'You must specify at least one email address.' })
})

test('an address outside of the domains of the organization is not invited', async () => {
  ok(await owner.post('/realm/domains', { domain: 'corp.test', allow_subdomains: false }))
  ok(await owner.patch('/realm', { emails_restricted_to_domains: true }))
  expect(await invite('x@example.org')).toMatchObject({ code: 'INVITATION_FAILED' })
  ok(await invite('x@corp.test'))
})

test('nobody invites to a role above what they may give', async () => {
  const admin = await world.add('Admin', { role: 200 })
  expect(await invite('x@example.org', { invite_as: 300 }, alice)).toMatchObject({
    msg: 'Must be an organization administrator',
  })
  expect(await invite('x@example.org', { invite_as: 100 }, admin)).toMatchObject({
    msg: 'Must be an organization owner',
  })
  ok(await invite('x@example.org', { invite_as: 200 }, admin))
  ok(await owner.patch('/realm', { can_invite_users_group: 6 }))
  expect(await invite('y@example.org', {}, alice)).toMatchObject({ msg: 'Insufficient permission' })
})

test('a member may invite so many a day, whatever is revoked meanwhile', async () => {
  const many = (from: number) =>
    Array.from({ length: 50 }, (_, index) => `p${from + index}@example.org`).join()
  ok(await invite(many(0), {}, alice))
  for (const { id } of await invitesOf(alice)) ok(await alice.delete(`/invites/${String(id)}`))
  ok(await invite(many(50), {}, alice))
  expect(await invite('one@example.org', {}, alice)).toMatchObject({
    code: 'INVITATION_FAILED',
    daily_limit_reached: true,
  })
  world.pass(86_401)
  ok(await invite('one@example.org', {}, alice))
})

test('mails the link, and drops the invitation where it cannot be mailed', async () => {
  await using smtp = await startSmtp()
  const mail = createMailer({ url: smtp.url, from: 'bellhop@chat.test' })
  await using mailing = await startChatWorld({ mail })
  ok(await mailing.owner.patch('/realm', { name: 'A\r\nBcc: x@y.z' }))
  const answer = await mailing.owner.post('/invites', { invitee_emails: 'a@example.org' })
  expect(ok(answer)).not.toHaveProperty('links')
  expect(smtp.mails).toMatchObject([{ to: ['a@example.org'] }])
  expect(smtp.mails[0]?.source).toMatch(/http:\/\/chat\.test\/join\/[\w-]{32}\n/)
  expect(smtp.mails[0]?.source).not.toMatch(/^Bcc:/m)
  smtp.refuse()
  const refused = await mailing.owner.post('/invites', { invitee_emails: 'b@example.org' })
  expect(refused).toMatchObject({
    code: 'INVITATION_FAILED',
    sent_invitations: false,
    errors: [['b@example.org', 'The mail could not be sent.', false]],
  })
  expect((await invitesOf(mailing.owner)).map(({ email }) => email)).toEqual(['a@example.org'])
})
