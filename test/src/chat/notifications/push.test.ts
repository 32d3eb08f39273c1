import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startBackgroundJobs } from '../../../../src/app/background-jobs/run-background-jobs.ts'
import { chatBackgroundJobs } from '../../../../src/chat/background-jobs.ts'
import { pushLoop, pushOnce } from '../../../../src/chat/notifications/push-loop.ts'
import { createPushRelay } from '../../../../src/chat/notifications/push-relay.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import type { Store } from '../../../../src/store/port.ts'
import { openPostgres } from '../../../../src/store/postgres/postgres.ts'
import { startPostgresTwin } from '../../../support/both-databases.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { keyFieldsOf, registerPhone } from '../../../support/phone.ts'
import { opened, startRelay, type TestRelay } from '../../../support/push-relay.ts'
import { quietLog } from '../../../support/store-backend.ts'

const server = await startPostgresTwin()
afterAll(async () => server?.[Symbol.asyncDispose]())

const fetch = createOperatorFetch({ userAgent: 'test' })
const alive = new AbortController().signal

interface Scene extends AsyncDisposable {
  relay: TestRelay
  world: ChatWorld
  alice: Person
  bob: Person
  /** What the server does by itself. */
  round(): Promise<void>
}

/** People without phones, and a relay. */
async function startScene(store?: Store): Promise<Scene> {
  const relay = await startRelay()
  const sender = createPushRelay(fetch, relay.url)
  const world = await startChatWorld({ relay: sender, ...(store ? { store } : {}) })
  return {
    relay,
    world,
    alice: await world.add('Alice'),
    bob: await world.add('Bob'),
    round: async () => pushOnce(world.chat, sender, alive),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await relay[Symbol.asyncDispose]()
    },
  }
}

/** Says things that are to be pushed and things that are not; returns what the phone was told. */
async function talk({ relay, world, alice, bob, round }: Scene) {
  const carol = await world.add('Carol')
  await round()
  await bob.whisper('before there was a phone', alice)
  world.pass(1)
  const phone = await registerPhone(alice, 'phone', 'apns')
  await round()
  const direct = await bob.whisper('between **us**', alice)
  const group = await bob.whisper('among three', alice, carol)
  const mention = await bob.say('hello @**Alice**', { topic: 'plans' })
  await bob.say('nothing for her')
  await alice.whisper('her own', bob)
  await round()
  const about = { realm_url: 'http://chat.test', realm_name: 'Bellhop', user_id: alice.id }
  const message = {
    ...about,
    type: 'message',
    time: Math.floor(world.chat.now().getTime() / 1_000),
    sender_id: bob.id,
    sender_full_name: 'Bob',
    sender_avatar_url: expect.stringContaining('http://chat.test/user_avatars/'),
  }
  const pushed = relay.delivered.map((one) => opened(phone.key, one))
  const expected = [
    { ...message, message_id: direct, content: 'between **us**', recipient_type: 'direct' },
    {
      ...message,
      message_id: group,
      content: 'among three',
      recipient_type: 'direct',
      pm_users: [alice.id, bob.id, carol.id].toSorted((a, b) => a - b).join(','),
    },
    {
      ...message,
      message_id: mention,
      content: 'hello @**Alice**',
      recipient_type: 'channel',
      channel_id: 1,
      channel_name: 'general',
      topic: 'plans',
    },
  ]
  return { phone, pushed, expected, direct, group, mention }
}

test('tells phones what their users are to hear of, so that only they can read it', async () => {
  await using scene = await startScene()
  const { phone, pushed, expected } = await talk(scene)
  expect(pushed).toEqual(expected)
  const { delivered } = scene.relay
  const [first] = delivered
  expect(first).toEqual({
    token_id: phone.tokenId,
    http_headers: { apns_priority: 10, apns_push_type: 'alert' },
    payload: {
      push_key_id: '2408',
      encrypted_data: expect.any(String),
      aps: { 'mutable-content': 1, alert: { title: 'New notification' }, sound: 'default' },
    },
  })
  // Of what was said, nothing is outside of the box, and no box is like another.
  const outside = JSON.stringify(delivered, (key, value: unknown) =>
    key === 'encrypted_data' || key === 'token_id' ? '' : value,
  )
  expect(outside).not.toMatch(/between|Bob|plans/)
  const boxes = delivered.map(({ payload }) => payload.encrypted_data)
  expect(boxes.map((box) => atob(box)).join('\n')).not.toContain('between')
  const nonces = delivered.map(({ payload }) => payload.encrypted_data.slice(0, 32))
  expect(new Set(nonces).size).toBe(3)
  expect(() => first && opened(randomBytes(32), first)).toThrow('does not open')
  await scene.round()
  expect(delivered).toHaveLength(3)
})

test.skipIf(!server)('the same on Postgres', { tags: 'full' }, async () => {
  const url = server?.newUrl() ?? ''
  await using scene = await startScene(await openPostgres({ url, log: quietLog }))
  const { pushed, expected, direct, phone } = await talk(scene)
  expect(pushed).toEqual(expected)
  ok(await scene.alice.post('/messages/flags', { messages: [direct], op: 'add', flag: 'read' }))
  await scene.round()
  const last = scene.relay.delivered.at(-1)
  expect(last && opened(phone.key, last)).toMatchObject({ type: 'remove', message_ids: [direct] })
})

test('takes back what was read or deleted, and tells nothing of what was before', async () => {
  await using scene = await startScene()
  const { relay, world, alice, bob, round } = scene
  const phone = await registerPhone(alice, 'phone')
  await round()
  const [read, deleted, kept] = [
    await bob.whisper('1', alice),
    await bob.whisper('2', alice),
    await bob.whisper('3', alice),
  ]
  await round()
  expect(relay.delivered.splice(0)).toHaveLength(3)
  ok(await alice.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  ok(await world.owner.patch('/realm', { can_delete_any_message_group: { new: 3, old: 6 } }))
  ok(await bob.delete(`/messages/${deleted}`))
  await round()
  const [removal, ...others] = relay.delivered.splice(0)
  expect(others).toEqual([])
  expect(removal).toMatchObject({ token_id: phone.tokenId, fcm_priority: 'normal' })
  expect(removal && opened(phone.key, removal)).toEqual({
    realm_url: 'http://chat.test',
    realm_name: 'Bellhop',
    user_id: alice.id,
    type: 'remove',
    message_ids: [read, deleted],
  })
  const unsent = await bob.whisper('read before it was sent', alice)
  relay.answers.notify = { status: 500, body: {} }
  await round()
  ok(await alice.post('/messages/flags', { messages: [unsent], op: 'add', flag: 'read' }))
  relay.answers.notify = { status: 200, body: {} }
  world.pass(3_600)
  await round()
  expect(relay.delivered).toEqual([])
  const rows = await world.chat.store.db.selectFrom('chat_pushed').select('message_id').execute()
  expect(rows).toEqual([{ message_id: kept }])
})

test('is silent to whoever may not read it any more, or may not sign in', async () => {
  await using scene = await startScene()
  const { relay, world, alice, bob, round } = scene
  await registerPhone(alice, 'phone')
  await round()
  const made = { name: 'secret', subscribers: [alice.id, bob.id], invite_only: true }
  ok(await bob.post('/channels/create', { ...made, send_new_subscription_messages: false }))
  relay.answers.notify = { status: 500, body: {} }
  await bob.say('@**Alice** for those who are here', { to: 'secret' })
  await round()
  const leave = { subscriptions: ['secret'], principals: [alice.id] }
  ok(await bob.delete('/users/me/subscriptions', leave))
  relay.answers.notify = { status: 200, body: {} }
  world.pass(60)
  await round()
  expect(relay.delivered).toEqual([])
  relay.answers.notify = { status: 500, body: {} }
  await bob.whisper('too late', alice)
  await round()
  ok(await world.owner.delete(`/users/${alice.id}`))
  relay.answers.notify = { status: 200, body: {} }
  world.pass(60)
  await round()
  expect(relay.delivered).toEqual([])
})

test('tries again what the relay did not take, ever more seldom, and for a day', async () => {
  await using scene = await startScene()
  const { relay, world, alice, bob, round } = scene
  await registerPhone(alice, 'phone')
  await round()
  relay.calls.splice(0)
  relay.answers.notify = { status: 502, body: {} }
  await bob.whisper('1', alice)
  for (const [index, seconds] of [2, 4, 8].entries()) {
    await round()
    world.pass(seconds - 0.001)
    await round()
    expect(relay.calls).toHaveLength(index + 1)
    world.pass(0.001)
  }
  relay.answers.notify = { status: 200, body: {} }
  await bob.whisper('2', alice)
  await round()
  expect(relay.delivered).toHaveLength(2)
  relay.answers.notify = { status: 502, body: {} }
  await bob.whisper('3', alice)
  await round()
  world.pass(86_402)
  await round()
  relay.answers.notify = { status: 200, body: {} }
  world.pass(3_600)
  await round()
  expect(relay.delivered).toHaveLength(2)
  expect(await world.chat.store.db.selectFrom('chat_push').selectAll().execute()).toEqual([])
})

test('forgets tokens that the relay calls dead, and changes keys with their devices', async () => {
  await using scene = await startScene()
  const { relay, alice, bob, round } = scene
  const [dead, living] = [await registerPhone(alice, 'dead'), await registerPhone(alice, 'living')]
  await round()
  const queue = await alice.register({ event_types: ['device'] })
  relay.answers.notify = { status: 200, body: { delete_token_ids: [dead.tokenId, 'x', 7] } }
  await bob.whisper('1', alice)
  await round()
  expect(relay.delivered.splice(0).map(({ token_id }) => token_id)).toEqual([
    dead.tokenId,
    living.tokenId,
  ])
  expect(await alice.events(queue)).toMatchObject([
    { op: 'update', device_id: dead.deviceId, push_token_id: null },
  ])
  const key = randomBytes(32)
  const rotated = { device_id: living.deviceId, ...keyFieldsOf(key, 9) }
  ok(await alice.post('/mobile_push/register', rotated))
  await bob.whisper('2', alice)
  await round()
  const [only, ...others] = relay.delivered
  expect(others).toEqual([])
  expect(only).toMatchObject({ token_id: living.tokenId, payload: { push_key_id: '9' } })
  expect(only && opened(key, only)).toMatchObject({ content: '2' })
})

test('keeps the newest of too many that wait', async () => {
  await using scene = await startScene()
  const { relay, world, alice, bob, round } = scene
  await registerPhone(alice, 'phone')
  await round()
  const { store } = world.chat
  const row = { user_id: 0, kind: 'remove', message_ids: '[1]', created_at: 0, attempts: 0 }
  await store.write(async (tx) => {
    for (let start = 0; start < 10_000; start += 1_000) {
      const rows = Array.from({ length: 1_000 }, () => ({
        ...row,
        due_at: Number.MAX_SAFE_INTEGER,
      }))
      await tx.insertInto('chat_push').values(rows).execute()
    }
  })
  relay.answers.notify = { status: 500, body: {} }
  await bob.whisper('1', alice)
  await bob.whisper('2', alice)
  await round()
  const { count } = await store.db
    .selectFrom('chat_push')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(10_000)
  relay.answers.notify = { status: 200, body: {} }
  world.pass(5)
  await round()
  expect(relay.delivered).toHaveLength(2)
})

test('hides what a spoiler hides, and cuts what is long', async () => {
  await using scene = await startScene()
  const { relay, alice, bob, round } = scene
  const phone = await registerPhone(alice, 'phone')
  await round()
  await bob.whisper('guess\n```spoiler who\nthe butler\n```\n\u202Eend', alice)
  await bob.whisper('x'.repeat(5_000), alice)
  await bob.whisper('```spoiler open\nnever closed', alice)
  await round()
  expect(relay.delivered.map((one) => opened(phone.key, one)['content'])).toEqual([
    'guess (…) end',
    `${'x'.repeat(199)}…`,
    '(…)',
  ])
})

describe('by itself', () => {
  test('a server pushes soon after something was said, and rests without phones', async () => {
    await using scene = await startScene()
    const { relay, world, alice, bob } = scene
    const { chat } = world
    expect(await pushLoop(chat, alive)).toEqual({ nextInMs: 300_000 })
    const jobs = startBackgroundJobs({
      store: async () => chat.store,
      jobs: chatBackgroundJobs(async () => chat),
      now: chat.now,
      log: quietLog,
      lookIntervalMs: 10,
    })
    const phone = await registerPhone(alice, 'phone')
    await vi.waitFor(() => expect(relay.registered).toHaveLength(1))
    await bob.whisper('soon', alice)
    await vi.waitFor(() => expect(relay.delivered).toHaveLength(1))
    expect(relay.delivered.map((one) => opened(phone.key, one)['content'])).toEqual(['soon'])
    await jobs.stop()
    await using plain = await startChatWorld()
    expect(await pushLoop(plain.chat, alive)).toEqual({ nextInMs: 86_400_000 })
  })

  test('a relay is shown the name and password of its address', async () => {
    await using relay = await startRelay()
    const address = relay.url.replace('http://', 'http://org:s%3Acret@')
    const sender = createPushRelay(fetch, `${address}/`)
    const registration = { tokenId: 't', relayKey: 'k', sealed: 's' }
    expect(await sender.register('u', registration, alive)).toBeUndefined()
    expect(relay.calls).toEqual([
      {
        path: '/api/v1/remotes/push/e2ee/register',
        authorization: `Basic ${btoa('org:s:cret')}`,
      },
    ])
  })
})
