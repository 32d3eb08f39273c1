import { expect, test } from 'vitest'
import { followEvents } from '../../../../src/chat/events/follow-events.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('a feed whose right has ended begins nowhere, and tells nothing that was read meanwhile', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  const ada = await world.add('Ada')
  const sent = await owner.whisper('for Ada', ada)
  const actor = await chat.signIn({ email: ada.email, key: ada.key }, 'test')
  const feed = followEvents(chat, actor)
  const cursor = await feed.mark()
  expect(await feed.names([owner.id])).toEqual(new Map([[owner.id, owner.user.full_name]]))
  expect(await feed.messages([sent])).toHaveLength(1)
  expect(await feed.begin(cursor)).toMatchObject({ cursor, missed: false })
  ok(await owner.delete(`/users/${ada.id}`))
  ok(await owner.post(`/users/${ada.id}/reactivate`))
  const ended = { code: 'unauthorized', specCode: 'USER_DEACTIVATED' }
  await expect(feed.begin(cursor)).rejects.toMatchObject(ended)
  await expect(feed.names([owner.id])).rejects.toMatchObject(ended)
  await expect(feed.messages([sent])).rejects.toMatchObject(ended)
})
