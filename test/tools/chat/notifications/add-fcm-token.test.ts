import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('keeps no more of a token than a digest, and no more than fifty', async () => {
  await using world = await startChatWorld()
  const { owner, chat } = world
  for (let count = 0; count < 50; count += 1) {
    ok(await owner.post('/users/me/android_gcm_reg_id', { token: `secret ${count}` }))
  }
  expect(await owner.post('/users/me/android_gcm_reg_id', { token: 'one more' })).toMatchObject({
    status: 400,
    msg: 'Too many tokens; remove one first.',
  })
  const rows = await chat.store.db.selectFrom('chat_push_token').selectAll().execute()
  expect(rows).toHaveLength(50)
  expect(JSON.stringify(rows)).not.toContain('secret')
})
