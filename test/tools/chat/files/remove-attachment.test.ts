import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fetchPath, upload } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('an upload is deleted by its owner only, with its file', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const url = await upload(world, alice, 'a.txt')
  await alice.whisper(`[a](${url})`, bob)
  const [{ id }] = ok(await alice.get('/attachments'))['attachments']
  const none = await bob.delete('/attachments/999')
  expect(none).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg: 'Invalid attachment' })
  expect(await bob.delete(`/attachments/${id}`)).toEqual(none)
  expect(await world.owner.delete(`/attachments/${id}`)).toEqual(none)
  const queue = await alice.register({ event_types: ['attachment'] })
  ok(await alice.delete(`/attachments/${id}`))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 },
  ])
  for (const person of [alice, bob]) expect((await fetchPath(world, person, url)).status).toBe(404)
  const entries = readdirSync(world.folder, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile())).toEqual([])
  expect(await alice.delete(`/attachments/${id}`)).toEqual(none)
})
