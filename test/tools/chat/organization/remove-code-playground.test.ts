import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  return async () => world[Symbol.asyncDispose]()
})

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const PLAYGROUND = {
  name: 'Rust playground',
  highlighter_language: 'Rust',
  url_template: 'https://play.test/?code={code}',
}

const addPlayground = async (fields: object = {}, who = world.owner) =>
  who.post('/realm/playgrounds', { ...PLAYGROUND, ...fields })

test('removes a place to run code once', async () => {
  ok(await addPlayground())
  const queue = await alice.register()
  const remove = async (who: Person) => who.delete('/realm/playgrounds/1')
  expect(await remove(alice)).toMatchObject(refused)
  ok(await remove(world.owner))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'realm_playgrounds', realm_playgrounds: [] },
  ])
  expect(await remove(world.owner)).toMatchObject({ ...refused, msg: 'Invalid playground' })
})
