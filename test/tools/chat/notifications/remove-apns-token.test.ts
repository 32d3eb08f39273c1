import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('forgets a token of that provider only', async () => {
  await using world = await startChatWorld()
  const remove = async () => world.owner.delete('/users/me/apns_device_token', { token: 'c0ffee' })
  ok(await world.owner.post('/users/me/android_gcm_reg_id', { token: 'c0ffee' }))
  expect(await remove()).toMatchObject({ status: 400, msg: 'Token does not exist' })
  ok(await world.owner.post('/users/me/apns_device_token', { token: 'c0ffee' }))
  ok(await remove())
  ok(await world.owner.delete('/users/me/android_gcm_reg_id', { token: 'c0ffee' }))
})
