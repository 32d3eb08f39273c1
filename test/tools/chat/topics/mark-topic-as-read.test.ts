import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person
let bob: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  return async () => world[Symbol.asyncDispose]()
})

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const unread = async (who = bob): Promise<number> =>
  (await who.register({ fetch_event_types: ['message'] }))['unread_msgs'].count

test('marks a topic as read and no other', async () => {
  await alice.say('1', { topic: 'a' })
  await alice.say('2', { topic: 'b' })
  const mark = async (topic_name: string) =>
    bob.post('/mark_topic_as_read', { stream_id: 1, topic_name })
  ok(await mark('A'))
  expect(await unread()).toBe(1)
  expect(await mark('c')).toMatchObject({ ...refused, msg: "No such topic 'c'" })
})
