import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('knows of no token, also of one that was registered', async () => {
  await using world = await startChatWorld()
  const remove = async (token: string) =>
    world.owner.delete('/users/me/apns_device_token', { token })
  ok(await world.owner.post('/users/me/apns_device_token', { token: 'c0ffee' }))
  expect(await remove('c0ffee')).toMatchObject({ status: 400, msg: 'Token does not exist' })
  expect(await remove('xyz')).toMatchObject({ status: 400, msg: 'Invalid APNS token' })
})
