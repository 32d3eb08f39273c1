import { expect, test } from 'vitest'
import { alice, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const make = async (name: string, fields: object = {}) =>
  Number(ok(await owner.post('/channels/create', { name, subscribers: [], ...fields }))['id'])

test('new accounts are subscribed to default channels, and to what is none any more no longer', async () => {
  const stream_id = await make('news')
  const queue = await alice.register()
  ok(await owner.post('/default_streams', { stream_id }))
  ok(await owner.post('/default_streams', { stream_id }))
  const names = async (name: string) => {
    const list = ok(await (await world.add(name)).get('/users/me/subscriptions'))['subscriptions']
    return (list as { name: string }[]).map((one) => one.name)
  }
  expect(await names('Zoe')).toEqual(['general', 'news'])
  ok(await owner.delete('/default_streams', { stream_id }))
  expect(await names('Zac')).toEqual(['general'])
  const events = (await alice.events(queue)).filter(({ type }) => type === 'default_streams')
  expect(events.map(({ default_streams }) => default_streams.length)).toEqual([2, 1])
})
