import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('takes a token in hexadecimal, as often as it comes', async () => {
  await using world = await startChatWorld()
  const add = async (token: string) => world.owner.post('/users/me/apns_device_token', { token })
  ok(await add('c0ffee'))
  ok(await add('c0ffee'))
  expect(await add('xyz')).toMatchObject({ status: 400, msg: 'Invalid APNS token' })
})
