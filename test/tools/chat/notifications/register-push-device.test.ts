import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { pushOnce } from '../../../../src/chat/notifications/push-loop.ts'
import { createPushRelay } from '../../../../src/chat/notifications/push-relay.ts'
import { replaceKey } from '../../../../src/chat/users/sign-in/fetch-key.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { keyFieldsOf, registerPhone, tokenFieldsOf, tokenIdOf } from '../../../support/phone.ts'
import { startRelay, type TestRelay } from '../../../support/push-relay.ts'

let relay: TestRelay
let world: ChatWorld
let alice: Person

const fetch = createOperatorFetch({ userAgent: 'test' })
const alive = new AbortController().signal
const NOW = Math.floor(Date.parse('2026-01-02T03:04:05.678Z') / 1_000)

beforeEach(async () => {
  relay = await startRelay()
  world = await startChatWorld({ relay: createPushRelay(fetch, relay.url) })
  alice = await world.add('Alice')
  return async () => {
    await world[Symbol.asyncDispose]()
    await relay[Symbol.asyncDispose]()
  }
})

/** What the server does by itself. */
const round = async () => {
  if (world.chat.relay) await pushOnce(world.chat, world.chat.relay, alive)
}
const devices = async (of = alice) =>
  (await of.register({ fetch_event_types: ['device'] }))['devices']
const refused = { status: 400, code: 'BAD_REQUEST' }

test('registers a device with the relay, and tells its user', async () => {
  verifies(
    'chat:4.8:push:device_id',
    'chat:4.8:push:push_key_id',
    'chat:4.8:push:push_key',
    'chat:4.8:push:token_kind',
    'chat:4.8:push:token_id',
    'chat:4.8:push:bouncer_public_key',
    'chat:4.8:push:encrypted_push_registration',
    'chat:4.8:push:response',
    'chat:3:push:register',
    'chat:9:406',
    'chat:9:432',
    'chat:4.10:named:register-client-device',
  )
  const queue = await alice.register()
  const device_id = Number(ok(await alice.post('/register_client_device'))['device_id'])
  const token = tokenFieldsOf('c0ffee', 'kind_a')
  const fields = { device_id, ...keyFieldsOf(randomBytes(32), 7), ...token }
  const answer = await alice.post('/mobile_push/register', fields)
  expect(answer).toEqual({ status: 200, result: 'success', msg: '' })
  await round()
  expect(relay.registered).toEqual([
    {
      realm_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      token_id: token['token_id'],
      bouncer_public_key: token['bouncer_public_key'],
      encrypted_push_registration: token['encrypted_push_registration'],
    },
  ])
  const update = { type: 'device', op: 'update', device_id }
  expect(await alice.events(queue)).toMatchObject([
    { type: 'device', op: 'add', device_id },
    {
      ...update,
      push_key_id: 7,
      pending_push_token_id: token['token_id'],
      push_token_last_updated_timestamp: NOW,
    },
    { ...update, push_token_id: token['token_id'], pending_push_token_id: null },
  ])
  expect(await devices()).toEqual({
    [device_id]: {
      push_key_id: 7,
      push_token_id: token['token_id'],
      pending_push_token_id: null,
      push_token_last_updated_timestamp: NOW,
      push_registration_error_code: null,
    },
  })
  expect(await devices(world.owner)).toEqual({})
  await round()
  expect(relay.calls).toHaveLength(1)
})

test('needs both parts at first, then takes each for a rotation', async () => {
  verifies(
    'chat:4.8:push:initial',
    'chat:4.8:push:rotate-key',
    'chat:4.8:push:rotate-token',
    'chat:3:push:rotate-key',
    'chat:3:push:rotate-token',
    'chat:9:468',
  )
  const device_id = Number(ok(await alice.post('/register_client_device'))['device_id'])
  const post = async (fields: object) =>
    alice.post('/mobile_push/register', { device_id, ...fields })
  const key = keyFieldsOf(randomBytes(32), 1)
  const token = tokenFieldsOf('one', 'fcm')
  const missing =
    'Missing parameters: must provide either all push key fields, all token fields, or both.'
  for (const [fields, msg] of [
    [{}, missing],
    [{ push_key_id: 1 }, missing],
    [{ ...key, token_kind: 'fcm' }, missing],
    [{ ...token, push_key: key.push_key }, missing],
    [key, 'No push registration exists to rotate key for.'],
    [token, 'No push registration exists to rotate token for.'],
  ] as const) {
    expect(await post(fields)).toMatchObject({ ...refused, msg })
  }
  ok(await post({ ...key, ...token }))
  await round()
  const queue = await alice.register()
  ok(await post(keyFieldsOf(randomBytes(32), 2)))
  const next = tokenFieldsOf('two', 'fcm')
  ok(await post(next))
  ok(await post(next))
  await round()
  ok(await post(next))
  await round()
  const update = { id: expect.any(Number), type: 'device', op: 'update', device_id }
  expect(await alice.events(queue)).toEqual([
    { ...update, push_key_id: 2 },
    { ...update, pending_push_token_id: next['token_id'] },
    { ...update, push_token_id: next['token_id'], pending_push_token_id: null },
  ])
  expect(relay.registered.map(({ token_id }) => token_id)).toEqual([
    tokenIdOf('one'),
    tokenIdOf('two'),
  ])
})

test('takes only keys, ids and devices that are what they should be', async () => {
  verifies('chat:4.8:push:push_key:0x31', 'chat:8:push_key', 'chat:8:push_key_id')
  const device_id = Number(ok(await alice.post('/register_client_device'))['device_id'])
  const good = { device_id, ...keyFieldsOf(randomBytes(32), 1), ...tokenFieldsOf('t', 'kind_b') }
  const post = async (change: object, who = alice) =>
    who.post('/mobile_push/register', { ...good, ...change })
  const base64 = (first: number, length: number) =>
    Buffer.concat([Buffer.from([first]), randomBytes(length)]).toString('base64')
  const odd = [base64(0x32, 32), base64(0x31, 31), base64(0x31, 33)]
  const loose = `${good.push_key.slice(0, 9)} ${good.push_key.slice(9)}`
  for (const push_key of ['@abcdefg', 'abcd', loose, ...odd]) {
    expect(await post({ push_key })).toMatchObject({ ...refused, msg: 'Invalid `push_key`' })
  }
  for (const push_key_id of [-1, 4_294_967_296, 1.5]) {
    expect(await post({ push_key_id })).toMatchObject(refused)
  }
  for (const token_id of ['@abcdefg', '192057', '']) {
    expect(await post({ token_id })).toMatchObject({
      ...refused,
      msg: '`token_id` is not Base64 encoded',
    })
  }
  expect(await post({ token_kind: 'kind_c' })).toMatchObject(refused)
  expect(await post({ encrypted_push_registration: 'A'.repeat(20_000) })).toMatchObject(refused)
  // Nobody learns whether others have a device.
  const others = await post({}, world.owner)
  expect(others).toMatchObject({ ...refused, msg: 'Invalid `device_id`' })
  expect(await post({ device_id: 999 }, world.owner)).toEqual(others)
  ok(await post({ push_key_id: 4_294_967_295 }))
})

test('is refused where there is no relay', async () => {
  verifies('chat:4.8:push:not-configured', 'chat:7:PUSH_SERVICE_NOT_CONFIGURED')
  await using plain = await startChatWorld()
  const { device_id } = ok(await plain.owner.post('/register_client_device'))
  const fields = { device_id, ...keyFieldsOf(randomBytes(32), 1), ...tokenFieldsOf('t', 'fcm') }
  expect(await plain.owner.post('/mobile_push/register', fields)).toMatchObject({
    status: 400,
    code: 'PUSH_SERVICE_NOT_CONFIGURED',
    msg: 'Server is not configured to use push notification service.',
  })
  expect((await plain.anybody.get('/server_settings'))['push_notifications_enabled']).toBe(false)
  expect((await world.anybody.get('/server_settings'))['push_notifications_enabled']).toBe(true)
})

test('leaves nothing of what an older client of the user registered', async () => {
  verifies('chat:4.8:push:legacy', 'chat:9:483')
  ok(await alice.post('/users/me/android_gcm_reg_id', { token: 'same' }))
  await registerPhone(alice, 'same')
  expect(await alice.delete('/users/me/vendor_reg_id', { token: 'same' })).toMatchObject({
    ...refused,
    msg: 'Token does not exist',
  })
})

test('a phone is one device of its user, the one that registered last', async () => {
  const bob = await world.add('Bob')
  const others = await registerPhone(bob, 'same')
  const before = await registerPhone(alice, 'same')
  await round()
  const after = await registerPhone(alice, 'same')
  await round()
  expect(await devices()).toMatchObject({
    [before.deviceId]: { push_token_id: null },
    [after.deviceId]: { push_token_id: after.tokenId },
  })
  expect(await devices(bob)).toMatchObject({ [others.deviceId]: { push_token_id: others.tokenId } })
})

test('tries a relay that fails again, ever more seldom, and tells of a refusal', async () => {
  relay.answers.register = { status: 503, body: {} }
  const phone = await registerPhone(alice, 'one')
  const pauses = [2, 4, 8, 16]
  for (const [index, seconds] of pauses.entries()) {
    await round()
    expect(relay.calls).toHaveLength(index + 1)
    world.pass(seconds - 0.001)
    await round()
    expect(relay.calls).toHaveLength(index + 1)
    world.pass(0.001)
  }
  const queue = await alice.register({ idle_queue_timeout: 'mobile' })
  relay.answers.register = { status: 400, body: { code: 'INVALID_BOUNCER_PUBLIC_KEY', msg: '<b>' } }
  await round()
  world.pass(7_200)
  await round()
  expect(relay.calls).toHaveLength(pauses.length + 1)
  expect(await alice.events(queue)).toEqual([
    {
      id: expect.any(Number),
      type: 'device',
      op: 'update',
      device_id: phone.deviceId,
      push_registration_error_code: 'INVALID_BOUNCER_PUBLIC_KEY',
    },
  ])
  relay.answers.register = { status: 200, body: {} }
  ok(await alice.post('/mobile_push/register', { device_id: phone.deviceId, ...phone.tokenFields }))
  await round()
  expect(await devices()).toMatchObject({
    [phone.deviceId]: { push_token_id: phone.tokenId, push_registration_error_code: null },
  })
})

test('passes on no more of a refusal than its code', async () => {
  relay.answers.register = { status: 400, body: { code: '<b>no</b>' } }
  const { deviceId } = await registerPhone(alice, 'one')
  await round()
  expect(await devices()).toMatchObject({
    [deviceId]: { push_registration_error_code: 'BAD_REQUEST' },
  })
})

test('gives up after a day', async () => {
  relay.answers.register = { status: 401, body: {} }
  const { deviceId } = await registerPhone(alice, 'one')
  world.pass(86_401)
  await round()
  expect(await devices()).toMatchObject({
    [deviceId]: { push_token_id: null, push_registration_error_code: 'REQUEST_EXPIRED' },
  })
})

test('forgets devices that are removed, or whose user gets another key', async () => {
  const { deviceId } = await registerPhone(alice, 'one')
  const other = await registerPhone(alice, 'two')
  const queue = await alice.register()
  ok(await alice.post('/remove_client_device', { device_id: deviceId }))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'device', op: 'remove', device_id: deviceId },
  ])
  expect(Object.keys(await devices())).toEqual([String(other.deviceId)])
  await replaceKey(world.chat, alice.id)
  expect(await world.chat.store.db.selectFrom('chat_device').selectAll().execute()).toEqual([])
})
