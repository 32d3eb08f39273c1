import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('lists everybody, or those asked for', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const ids = async (fields: object = {}) =>
    ok(await alice.get('/users', { ...fields }))['members'].map(
      (one: { user_id: number }) => one.user_id,
    )
  expect(await ids()).toEqual([1, 2, alice.id])
  expect(await ids({ user_ids: [alice.id, 99] })).toEqual([alice.id])
})
