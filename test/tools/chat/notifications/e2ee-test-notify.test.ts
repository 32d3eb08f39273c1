import { expect, test } from 'vitest'
import { pushOnce } from '../../../../src/chat/notifications/push-loop.ts'
import { createPushRelay } from '../../../../src/chat/notifications/push-relay.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { registerPhone } from '../../../support/phone.ts'
import { opened, startRelay } from '../../../support/push-relay.ts'

const PATH = '/mobile_push/e2ee/test_notification'

test('pushes to one registered device of the caller, or to all of them', async () => {
  await using relay = await startRelay()
  const fetch = createOperatorFetch({ userAgent: 'test' })
  const client = createPushRelay(fetch, relay.url)
  await using world = await startChatWorld({ relay: client })
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const [one, two] = [await registerPhone(alice, 'one'), await registerPhone(alice, 'two', 'apns')]
  const round = async () => pushOnce(world.chat, client, new AbortController().signal)
  await round()
  ok(await alice.post(PATH, { device_id: two.deviceId }))
  await round()
  expect(relay.delivered.map(({ token_id }) => token_id)).toEqual([two.tokenId])
  ok(await alice.post(PATH))
  await round()
  expect(relay.delivered.slice(1).map(({ token_id }) => token_id)).toEqual([
    one.tokenId,
    two.tokenId,
  ])
  expect(opened(one.key, relay.delivered[1]!)).toMatchObject({
    type: 'test',
    user_id: alice.id,
    realm_url: world.chat.url,
    time: expect.any(Number),
  })
  const none = { status: 400, code: 'NO_ACTIVE_PUSH_DEVICE' }
  expect(await bob.post(PATH, { device_id: one.deviceId })).toMatchObject(none)
  expect(await bob.post(PATH)).toMatchObject(none)
})

test('says that nothing is pushed where there is no relay', async () => {
  await using world = await startChatWorld()
  expect(await world.owner.post(PATH)).toMatchObject({
    status: 400,
    code: 'PUSH_SERVICE_NOT_CONFIGURED',
  })
})
