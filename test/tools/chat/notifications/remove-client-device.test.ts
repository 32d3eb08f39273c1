import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('forgets a device of the caller, once', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const { device_id } = ok(await alice.post('/register_client_device'))
  const unknown = { status: 400, msg: 'Invalid `device_id`' }
  expect(await world.owner.post('/remove_client_device', { device_id })).toMatchObject(unknown)
  ok(await alice.post('/remove_client_device', { device_id }))
  expect(await alice.post('/remove_client_device', { device_id })).toMatchObject(unknown)
  expect((await alice.register({ fetch_event_types: ['device'] }))['devices']).toEqual({})
})
