import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('shows the pattern of who never had a picture, and says so', async () => {
  await using world = await startChatWorld()
  const queue = await world.owner.register({ event_types: ['realm_user'] })
  const { avatar_url } = ok(await world.owner.delete('/users/me/avatar'))
  expect(avatar_url).toBe(`/user_avatars/1/identicon/${world.owner.id}.png?v=2`)
  expect((await world.owner.events(queue))[0]?.['person']).toMatchObject({
    avatar_source: 'J',
    avatar_url,
  })
})
