import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('lists nothing where no export was asked for, and is for administrators', async () => {
  await using world = await startChatWorld()
  expect(ok(await world.owner.get('/export/realm'))['exports']).toEqual([])
  const alice = await world.add('Alice')
  expect(await alice.get('/export/realm')).toMatchObject({ status: 400 })
})
