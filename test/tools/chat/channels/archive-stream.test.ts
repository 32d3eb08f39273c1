import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('archives a channel for those who administer it: readable, and closed', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('kept')
  const queue = await alice.register()
  const knowing = await alice.register({ client_capabilities: { archived_channels: true } })
  expect(await alice.delete('/streams/1')).toMatchObject({ status: 400 })
  ok(await world.owner.delete('/streams/1'))
  expect(await world.owner.delete('/streams/1')).toMatchObject({
    msg: 'Channel is already deactivated',
  })
  const defaults = { type: 'default_streams', default_streams: [] }
  const update = { type: 'stream', op: 'update', property: 'is_archived', stream_id: 1 }
  expect(await alice.events(queue)).toEqual([
    expect.objectContaining({ type: 'stream', op: 'delete', stream_ids: [1] }),
    expect.objectContaining(defaults),
  ])
  expect(await alice.events(knowing)).toMatchObject([{ ...update, value: true }, defaults])
  ok(await world.owner.patch('/streams/1', { is_archived: false }))
  const isNew = { type: 'stream', op: 'create', streams: [{ stream_id: 1, is_archived: false }] }
  expect((await alice.events(queue)).slice(2)).toMatchObject([isNew])
  expect((await alice.events(knowing)).slice(2)).toMatchObject([{ ...update, value: false }])
  ok(await world.owner.delete('/streams/1'))
  expect(ok(await alice.get(`/messages/${id}`))['raw_content']).toBe('kept')
  const sent = await alice.post('/messages', { type: 'channel', to: 1, topic: 't', content: 'x' })
  expect(sent).toMatchObject({ status: 400 })
})
