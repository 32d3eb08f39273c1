import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openChat } from '../../../../src/chat/open-chat.ts'
import { deliverDue } from '../../../../src/chat/personal/deliver-scheduled.ts'
import { changeUser } from '../../../../src/chat/users/accounts/change-user.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { type Answer, ok, startChatWorld } from '../../../support/chat-world.ts'
import { quietLog } from '../../../support/store-backend.ts'

const HOUR = 3_600
const AT = 1_767_323_046 + HOUR
const LATER = {
  type: 'channel',
  to: 1,
  topic: 't',
  content: 'later',
  scheduled_delivery_timestamp: AT,
}

/** Queues that outlive the waiting. */
const PATIENT = { idle_queue_timeout: 'mobile' }

startChatForEach('Alice', 'Bob')

const schedule = async (fields: object = {}) =>
  Number(
    ok(await alice.post('/scheduled_messages', { ...LATER, ...fields }))['scheduled_message_id'],
  )

const waiting = async () =>
  ok(await alice.get('/scheduled_messages'))['scheduled_messages'] as object[]

const texts = (events: Answer[]) =>
  events.filter(({ type }) => type === 'message').map(({ message }) => message.content as string)

test('messages go out when their time has come, not before, and once', async () => {
  await schedule({ scheduled_delivery_timestamp: AT + 1, content: 'second' })
  await schedule({ read_by_sender: true })
  await schedule({ type: 'direct', to: [bob.id], scheduled_delivery_timestamp: AT + 60 })
  const [own, theirs] = [await alice.register(PATIENT), await bob.register(PATIENT)]
  world.pass(HOUR - 2)
  await deliverDue(world.chat)
  expect(texts(await bob.events(theirs))).toEqual([])
  world.pass(4)
  await deliverDue(world.chat)
  await deliverDue(world.chat)
  expect(texts(await bob.events(theirs))).toEqual(['later', 'second'])
  const sentEvents = await alice.events(own)
  expect(sentEvents.filter(({ type }) => type !== 'user_topic')).toMatchObject([
    { type: 'message', flags: ['read'], message: { client: 'test', sender_id: alice.id } },
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: 2 },
    { type: 'message', flags: [], message: { subject: 't', stream_id: 1 } },
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 },
  ])
  expect(await waiting()).toMatchObject([{ scheduled_message_id: 3 }])
  world.pass(60)
  await deliverDue(world.chat)
  const events = await bob.events(theirs)
  expect(events.at(-1)).toMatchObject({ type: 'message', message: { type: 'private' } })
  expect(await waiting()).toEqual([])
})

test('what may not be sent any more is kept, and its sender told', async () => {
  await schedule()
  ok(await world.owner.patch('/streams/1', { can_send_message_group: 7 }))
  const [own, theirs] = [await alice.register(PATIENT), await bob.register(PATIENT)]
  world.pass(HOUR + 60)
  await deliverDue(world.chat)
  await deliverDue(world.chat)
  expect(texts(await bob.events(theirs))).toEqual([])
  expect(await waiting()).toMatchObject([{ scheduled_message_id: 1, failed: true }])
  const [updated, notice, ...more] = await alice.events(own)
  expect(updated).toMatchObject({
    type: 'scheduled_messages',
    op: 'update',
    scheduled_message: { scheduled_message_id: 1, failed: true },
  })
  expect(notice).toMatchObject({ message: { sender_full_name: 'Notification Bot' } })
  expect(notice?.['message'].content).toContain('You do not have permission to post')
  expect(more).toEqual([])
  // With a new time and a place where it may be sent, it is sent.
  expect(await alice.patch('/scheduled_messages/1', { topic: 'x' })).toMatchObject({ status: 400 })
  const change = { type: 'direct', to: [bob.id], scheduled_delivery_timestamp: AT + HOUR }
  ok(await alice.patch('/scheduled_messages/1', change))
  expect(await waiting()).toMatchObject([{ failed: false }])
  world.pass(HOUR)
  await deliverDue(world.chat)
  expect(await waiting()).toEqual([])
  expect(texts(await bob.events(theirs))).toEqual(['later'])
})

test('what is ten minutes late is not sent, nor what nobody is there to have sent', async () => {
  await schedule()
  await schedule({ scheduled_delivery_timestamp: AT + 60, content: 'in time' })
  const queue = await bob.register(PATIENT)
  world.pass(HOUR + 630)
  await deliverDue(world.chat)
  expect(texts(await bob.events(queue))).toEqual(['in time'])
  expect(await waiting()).toMatchObject([{ scheduled_message_id: 1, failed: true }])
  await schedule({ scheduled_delivery_timestamp: AT + HOUR })
  await changeUser(world.chat, alice.email, { is_active: false })
  world.pass(HOUR)
  const last = await bob.register(PATIENT)
  await deliverDue(world.chat)
  expect(texts(await bob.events(last))).toEqual([])
  await changeUser(world.chat, alice.email, { is_active: true })
  expect(await waiting()).toMatchObject([{ failed: true }, { failed: true }])
})

test('several processes on one database send each message once', { tags: 'full' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  try {
    const open = async () => openSqlite({ path: join(folder, 'store.db'), log: quietLog })
    await using shared = await startChatWorld({ store: await open() })
    const ann = await shared.add('Ann')
    const count = 40
    for (let index = 0; index < count; index += 1) {
      ok(await ann.post('/scheduled_messages', { ...LATER, content: `message ${index}` }))
    }
    const queue = await ann.register({ ...PATIENT, event_types: ['message'] })
    shared.pass(HOUR + 1)
    const stores = [await open(), await open(), await open()]
    const others = stores.map((store) =>
      openChat({
        store,
        now: () => shared.chat.now(),
        log: quietLog,
        files: shared.chat.files,
        realmHost: shared.chat.realmHost,
        url: () => shared.chat.url,
      }),
    )
    await Promise.all([shared.chat, ...others.map(({ chat }) => chat)].map(deliverDue))
    const sent = texts(await ann.events(queue))
    expect(sent.toSorted()).toEqual(
      Array.from({ length: count }, (_, index) => `message ${index}`).toSorted(),
    )
    for (const { close } of others) close()
    for (const store of stores) await store.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
