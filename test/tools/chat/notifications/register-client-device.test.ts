import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('gives each device an id of its own, fifty at most', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const ids = new Set<number>()
  for (let count = 0; count < 50; count += 1) {
    ids.add(ok(await alice.post('/register_client_device'))['device_id'])
  }
  expect(ids.size).toBe(50)
  expect(await alice.post('/register_client_device')).toMatchObject({
    status: 400,
    msg: 'You have 50 devices; remove one first.',
  })
  expect(await world.anybody.post('/register_client_device')).toMatchObject({ status: 401 })
  ok(await world.owner.post('/register_client_device'))
})
