import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('knows no device by its token, and says that nothing is pushed without encryption', async () => {
  await using world = await startChatWorld()
  const { owner } = world
  ok(await owner.post('/users/me/android_gcm_reg_id', { token: 'c0ffee' }))
  const notify = async (fields: object) =>
    owner.post('/mobile_push/test_notification', { ...fields })
  const unknown = { status: 400, code: 'INVALID_PUSH_DEVICE_TOKEN' }
  expect(await notify({ token: 'c0ffee' })).toMatchObject(unknown)
  const msg = 'Nothing is pushed to devices without encryption.'
  expect(await notify({})).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg })
})
