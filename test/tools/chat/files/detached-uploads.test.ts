import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { fetchPath, upload } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('an edit answers the own uploads that lost their last reference', async () => {
  verifies('chat:4.2:patch:detached_uploads', 'chat:3:message:detached', 'chat:9:285:detached')
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const [a, b, foreign] = [
    await upload(world, alice, 'a.txt'),
    await upload(world, alice, 'b.txt'),
    await upload(world, bob, 'c.txt'),
  ]
  await bob.whisper(`[c](${foreign})`, alice)
  const id = await alice.whisper(`[a](${a}) [b](${b}) [c](${foreign})`, bob)
  const other = await alice.whisper(`also [b](${b})`, bob)
  const edit = async (content: string, message = id) =>
    ok(await alice.patch(`/messages/${message}`, { content }))['detached_uploads'] as unknown[]
  expect(await edit(`still [a](${a}) [b](${b}) [c](${foreign})`)).toEqual([])
  expect((await fetchPath(world, bob, a)).status).toBe(200)
  const queue = await alice.register({ event_types: ['attachment'] })
  const path_id = a.replace('/user_uploads/', '')
  // b is in another message, and c is not Alice's to be told of.
  expect(await edit('none of them')).toMatchObject([
    { id: 1, name: 'a.txt', path_id, message_ids: [] },
  ])
  expect(await alice.events(queue)).toMatchObject([
    { op: 'update', attachment: { id: 1, message_ids: [] } },
    { op: 'update', attachment: { id: 2, message_ids: [other] } },
  ])
  expect((await fetchPath(world, bob, a)).status).toBe(404)
  expect((await fetchPath(world, bob, b)).status).toBe(200)
  expect(await edit(`back: [a](${a})`)).toEqual([])
  expect((await fetchPath(world, bob, a)).status).toBe(200)
})
