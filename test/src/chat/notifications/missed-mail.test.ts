import { beforeEach, describe, expect, test } from 'vitest'
import { mailMissed } from '../../../../src/chat/notifications/send-missed.ts'
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
  await world.owner.say('before mail was looked at', { topic: 'old' })
  await round()
  return async () => world[Symbol.asyncDispose]()
})

const round = async () => mailMissed(world.chat, new AbortController().signal)
/** Looks at missed messages, and lets the time of collecting pass. */
const wait = async (seconds = 121) => {
  await round()
  world.pass(seconds)
  await round()
}
const subjects = () => mailbox.mails.map(({ to, subject }) => `${to}: ${subject}`)

test('what is missed is mailed after a while, one mail for each conversation', async () => {
  ok(await alice.patch('/settings', { automatically_follow_topics_where_mentioned: false }))
  await bob.whisper('psst\n```spoiler\nthe end\n```', alice)
  await bob.say('@**Alice** one', { topic: 'a b' })
  await bob.say('nothing for anybody', { topic: 'a b' })
  await bob.say('@**Alice** two', { topic: 'a b' })
  await round()
  world.pass(119)
  await round()
  expect(mailbox.mails).toEqual([])
  world.pass(2)
  await round()
  expect(subjects()).toEqual([
    'alice@example.com: Direct messages with Bob',
    'alice@example.com: #general > a b',
  ])
  expect(mailbox.mails[0]?.text).toContain('Bob:\npsst\n(…)\n\n--\n')
  expect(mailbox.mails[0]?.text).toContain(`http://chat.test/#narrow/dm/${bob.id}-dm/near/2`)
  expect(mailbox.mails[1]?.text).toContain('Bob:\n@**Alice** one\n\nBob:\n@**Alice** two\n\n--')
  expect(mailbox.mails[1]?.text).toContain(
    'http://chat.test/#narrow/channel/1-general/topic/a.20b/near/3',
  )
  await wait()
  expect(mailbox.mails).toHaveLength(2)
})

test('what is read, deleted or out of reach by then is not mailed, nor what came while one was there', async () => {
  const read = await bob.whisper('read', alice)
  const gone = await bob.say('@**Alice** gone')
  const made = { name: 'den', invite_only: true, subscribers: [alice.id, bob.id] }
  ok(await bob.post('/channels/create', { ...made, send_new_subscription_messages: false }))
  await bob.say('@**Alice** hidden', { to: 'den' })
  await round()
  ok(await alice.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  ok(await bob.delete(`/messages/${gone}`))
  ok(await alice.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
  ok(await alice.post('/users/me/presence', { status: 'active' }))
  await bob.whisper('while there', alice)
  await wait()
  expect(mailbox.mails).toEqual([])
})

describe('settings', () => {
  const say = async () => {
    await bob.whisper('d', alice)
    await bob.say('@**Alice** m')
    await bob.say('plain', { topic: 'p' })
    await wait()
    return subjects().map((subject) => subject.replace('alice@example.com: ', ''))
  }

  test('no mail of direct messages and mentions', async () => {
    ok(await alice.patch('/settings', { enable_offline_email_notifications: false }))
    expect(await say()).toEqual([])
  })

  test('mail of everything in channels, but muted ones', async () => {
    ok(await alice.patch('/settings', { enable_stream_email_notifications: true }))
    expect(await say()).toEqual(['Direct messages with Bob', '#general > t', '#general > p'])
    const muted = { stream_id: 1, property: 'is_muted', value: true }
    ok(await alice.post('/users/me/subscriptions/properties', { subscription_data: [muted] }))
    mailbox.mails = []
    expect(await say()).toEqual(['Direct messages with Bob', '#general > t'])
  })

  test('mail of one channel, and of followed topics', async () => {
    const own = { stream_id: 1, property: 'email_notifications', value: true }
    ok(await alice.post('/users/me/subscriptions/properties', { subscription_data: [own] }))
    expect(await say()).toContain('#general > p')
    ok(
      await alice.post('/users/me/subscriptions/properties', {
        subscription_data: [{ ...own, value: false }],
      }),
    )
    mailbox.mails = []
    ok(await alice.post('/user_topics', { stream_id: 1, topic: 'p', visibility_policy: 3 }))
    expect(await say()).toContain('#general > p')
  })

  test('no text of messages, the name of the organization, and another time', async () => {
    ok(
      await alice.patch('/settings', {
        message_content_in_email_notifications: false,
        realm_name_in_email_notifications_policy: 2,
        email_notifications_batching_period_seconds: 10,
      }),
    )
    await bob.whisper('secret', alice)
    await wait(11)
    expect(subjects()).toEqual(['alice@example.com: [Bellhop] New messages'])
    expect(mailbox.mails[0]?.text).not.toContain('secret')
    expect(mailbox.mails[0]?.text).not.toContain('Bob')
  })

  test('muted users and bots', async () => {
    ok(await alice.post(`/users/me/muted_users/${bob.id}`))
    const robot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
    await bob.whisper('to a bot', robot)
    expect(await say()).toEqual([])
  })
})

test('a mail that cannot be sent is tried again for a day, and none is sent twice', async () => {
  await bob.whisper('hello', alice)
  mailbox.isFailing = true
  await wait()
  mailbox.isFailing = false
  world.pass(599)
  await round()
  expect(mailbox.mails).toEqual([])
  world.pass(2)
  await round()
  expect(mailbox.mails).toHaveLength(1)
  mailbox.isFailing = true
  await bob.whisper('lost', alice)
  await wait()
  world.pass(86_401)
  await round()
  mailbox.isFailing = false
  world.pass(601)
  await round()
  expect(mailbox.mails).toHaveLength(1)
})

test('without a mail server nothing is kept for the day there is one', async () => {
  await using silent = await startChatWorld()
  const { nextInMs } = await mailMissed(silent.chat, new AbortController().signal)
  expect(nextInMs).toBe(86_400_000)
})
