import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('archives a channel for those who administer it: readable, and closed', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('kept')
  const queue = await alice.register()
  expect(await alice.delete('/streams/1')).toMatchObject({ status: 400 })
  ok(await world.owner.delete('/streams/1'))
  expect(await world.owner.delete('/streams/1')).toMatchObject({
    msg: 'Channel is already deactivated',
  })
  expect(await alice.events(queue)).toMatchObject([
    { type: 'stream', op: 'update', property: 'is_archived', value: true, stream_id: 1 },
    { type: 'stream', op: 'delete', stream_ids: [1] },
  ])
  expect(ok(await alice.get(`/messages/${id}`))['raw_content']).toBe('kept')
  const sent = await alice.post('/messages', { type: 'channel', to: 1, topic: 't', content: 'x' })
  expect(sent).toMatchObject({ status: 400 })
})
