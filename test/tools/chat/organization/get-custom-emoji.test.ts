import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('lists no emoji where there are none', async () => {
  await using world = await startChatWorld()
  expect(ok(await world.owner.get('/realm/emoji'))['emoji']).toEqual({})
})
