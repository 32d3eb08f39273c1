import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('answers the caller’s own account', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  expect(ok(await alice.get('/users/me'))).toMatchObject({
    user_id: alice.id,
    email: alice.email,
    full_name: 'Alice',
    max_message_id: -1,
  })
  const id = await alice.say('x')
  expect(ok(await alice.get('/users/me'))['max_message_id']).toBe(id)
})
