import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('returns the status of a user, and nothing where none is set', async () => {
  verifies('chat:4.3:get-status:user_id', 'chat:4.3:get-status:status', 'chat:2.7:empty')
  verifies('chat:2.7:status_text', 'chat:2.7:emoji_name', 'chat:2.7:emoji_code', 'chat:9:262')
  verifies('chat:2.7:reaction_type:unicode_emoji', 'chat:2.7:reaction_type:service_extra_emoji')
  verifies('chat:2.7:away')
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const status = async () => ok(await world.owner.get(`/users/${alice.id}/status`))['status']
  expect(await status()).toEqual({})
  ok(await alice.post('/users/me/status', { status_text: ' At lunch ', emoji_name: 'keycap_ten' }))
  expect(await status()).toEqual({
    status_text: 'At lunch',
    emoji_name: 'ten',
    emoji_code: '1f51f',
    reaction_type: 'unicode_emoji',
  })
  ok(await alice.post('/users/me/status', { status_text: '', emoji_name: 'woman_technologist' }))
  expect(await status()).toMatchObject({ emoji_code: '1f469-200d-1f4bb' })
  expect(await status()).not.toHaveProperty('status_text')
  const reaction_type = 'zulip_extra_emoji'
  ok(
    await alice.post('/users/me/status', {
      emoji_name: 'zulip',
      emoji_code: 'zulip',
      reaction_type,
    }),
  )
  expect(await status()).toEqual({
    emoji_name: 'service',
    emoji_code: 'service',
    reaction_type: 'service_extra_emoji',
  })
  ok(await alice.post('/users/me/status', { emoji_name: '', away: true }))
  expect(await status()).toEqual({ away: true })
})

test('refuses a user that does not exist', async () => {
  verifies('chat:4.3:get-status:unknown')
  await using world = await startChatWorld()
  expect(await world.owner.get('/users/99/status')).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'No such user',
  })
})
