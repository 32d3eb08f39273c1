import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  await world.add('Bob')
  await world.add('Guest', { role: 600 })
  return async () => world[Symbol.asyncDispose]()
})

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('mutes a topic once, and ends that once', async () => {
  const mute = async (op: string, place: object = { stream: 'general' }) =>
    alice.patch('/users/me/subscriptions/muted_topics', { topic: 't', op, ...place })
  ok(await mute('add'))
  expect((await alice.register())['muted_topics']).toEqual([['general', 't', 1_767_323_045]])
  expect(await mute('add')).toMatchObject({ ...refused, msg: 'Topic already muted' })
  ok(await mute('remove', { stream_id: 1 }))
  expect(await mute('remove')).toMatchObject({ ...refused, msg: 'Topic is not muted' })
  expect(await mute('add', {})).toMatchObject({ ...refused, msg: "Please supply 'stream'." })
})
