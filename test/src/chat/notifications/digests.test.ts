import { beforeEach, expect, test } from 'vitest'
import { sendDigests } from '../../../../src/chat/notifications/send-digests.ts'
import { DAY_SECONDS } from '../../../../src/lib/durations.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { Mailbox } from '../../../support/mailbox.ts'

let world: ChatWorld
let alice: Person
let bob: Person
let mailbox: Mailbox

beforeEach(async () => {
  mailbox = new Mailbox()
  world = await startChatWorld({ mail: mailbox.send })
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  ok(await world.owner.patch('/realm', { digest_emails_enabled: true }))
  ok(await world.owner.patch('/settings', { enable_digest_emails: false }))
  ok(await bob.patch('/settings', { enable_digest_emails: false }))
  // It is a Friday; what follows is on Tuesdays, at six in the morning.
  world.pass(4 * DAY_SECONDS + 3 * 3_600)
  return async () => world[Symbol.asyncDispose]()
})

const round = async () => sendDigests(world.chat, new AbortController().signal)
const pathOf = (link = '') => `/${new URL(link).pathname}`

/** Alice is away from one Tuesday to the next, while others write. */
async function away(): Promise<void> {
  world.pass(2 * DAY_SECONDS)
  await bob.say('@**Alice** one', { topic: 'plans' })
  await bob.say('two', { topic: 'plans' })
  await world.owner.say('secret words', { topic: 'plans' })
  await bob.say('once', { topic: 'lunch' })
  await alice.say('by herself', { topic: 'own' })
  world.pass(5 * DAY_SECONDS)
}

test('who was away for days is told once a week where they missed how much, and nothing that was said', async () => {
  await away()
  await round()
  await round()
  expect(mailbox.mails).toMatchObject([
    { to: 'alice@example.com', subject: 'What you missed at Bellhop' },
  ])
  const { text = '', unsubscribe } = mailbox.mails[0] ?? {}
  expect(text).toContain('#general > plans: 3 messages by ')
  expect(text).toContain('#general > lunch: 1 message by Bob\nhttp://chat.test/#narrow/channel/1-')
  expect(text).not.toMatch(/secret|own/)
  expect(text).toContain(`To get no more of it: ${unsubscribe}\n`)
  world.pass(7 * DAY_SECONDS)
  await round()
  expect(mailbox.mails).toHaveLength(1)
  await bob.say('three', { topic: 'plans' })
  world.pass(7 * DAY_SECONDS)
  await round()
  expect(mailbox.mails).toHaveLength(2)
  expect(mailbox.mails[1]?.text).toContain('plans: 1 message by Bob')
})

test('only on the day that the organization has chosen, where it wants digests at all', async () => {
  await away()
  ok(await world.owner.patch('/realm', { digest_weekday: 3 }))
  await round()
  ok(await world.owner.patch('/realm', { digest_weekday: 1, digest_emails_enabled: false }))
  await round()
  expect(mailbox.mails).toEqual([])
  const { realm_digest_emails_enabled, realm_digest_weekday } = await alice.register()
  expect([realm_digest_emails_enabled, realm_digest_weekday]).toEqual([false, 1])
  expect(await world.owner.patch('/realm', { digest_weekday: 7 })).toMatchObject({ status: 400 })
})

test('nothing of what is read, muted, left, private, by muted settings, or for who was there', async () => {
  const quiet = { send_new_subscription_messages: false }
  const made = { name: 'den', invite_only: true, subscribers: [bob.id], ...quiet }
  ok(await bob.post('/channels/create', made))
  await away()
  await bob.say('hidden', { to: 'den' })
  ok(await alice.post('/user_topics', { stream_id: 1, topic: 'plans', visibility_policy: 1 }))
  ok(await alice.post('/mark_topic_as_read', { stream_id: 1, topic_name: 'lunch' }))
  await round()
  expect(mailbox.mails).toEqual([])
  ok(await alice.post('/user_topics', { stream_id: 1, topic: 'plans', visibility_policy: 0 }))
  ok(await alice.post('/users/me/presence', { status: 'active' }))
  await round()
  expect(mailbox.mails).toEqual([])
})

test('without the text of messages in mail, places are not named either', async () => {
  ok(await alice.patch('/settings', { message_content_in_email_notifications: false }))
  await away()
  await round()
  expect(mailbox.mails).toHaveLength(1)
  expect(mailbox.mails[0]?.text).not.toMatch(/plans|lunch|general|Bob/)
})

test('one click ends it, from a page or from a program for mail, and opening the link does not', async () => {
  await away()
  await round()
  const path = pathOf(mailbox.mails[0]?.unsubscribe)
  const page = await world.request(path)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')])
  const setting = async () => (await alice.register())['user_settings'].enable_digest_emails
  expect(await setting()).toBe(true)
  const queue = await alice.register()
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await world.request(path, { method: 'POST', body })).status).toBe(200)
  expect(await setting()).toBe(false)
  expect(await alice.events(queue)).toMatchObject([
    { type: 'user_settings', property: 'enable_digest_emails', value: false },
  ])
  const other = path.replace(/\d+\./, `${bob.id}.`)
  expect((await world.request(other, { method: 'POST' })).status).toBe(404)
  world.pass(7 * DAY_SECONDS)
  await bob.say('more', { topic: 'plans' })
  world.pass(7 * DAY_SECONDS)
  await round()
  expect(mailbox.mails).toHaveLength(1)
})

test('a digest that cannot be sent is tried again by the next run', async () => {
  await away()
  mailbox.isFailing = true
  await round()
  mailbox.isFailing = false
  world.pass(3_600)
  await round()
  await round()
  expect(mailbox.mails).toHaveLength(1)
})

test('a digest that was on its way when the process died is not sent again', async () => {
  await away()
  const leaving = Promise.withResolvers<undefined>()
  const sent: unknown[] = []
  const dying = async (mail: unknown) => {
    sent.push(mail)
    leaving.resolve(undefined)
    return new Promise<void>(() => {})
  }
  void sendDigests({ ...world.chat, mail: dying }, new AbortController().signal)
  await leaving.promise
  await round()
  expect([sent.length, mailbox.mails.length]).toEqual([1, 0])
})

test('a message that only those could read who joined earlier is not counted', async () => {
  const quiet = { send_new_subscription_messages: false }
  const den = { name: 'den', invite_only: true, history_public_to_subscribers: false, ...quiet }
  ok(await bob.post('/channels/create', { ...den, subscribers: [bob.id] }))
  world.pass(2 * DAY_SECONDS)
  await bob.say('before', { to: 'den', topic: 'x' })
  const subscriptions = [{ name: 'den' }]
  ok(await bob.post('/users/me/subscriptions', { subscriptions, principals: [alice.id], ...quiet }))
  await bob.say('after', { to: 'den', topic: 'x' })
  world.pass(5 * DAY_SECONDS)
  await round()
  expect(mailbox.mails[0]?.text).toContain('#den > x: 1 message by Bob')
})
