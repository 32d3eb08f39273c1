import { expect, test } from 'vitest'
import { robot, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Robot')

test('answers what is named, or all that the account keeps', async () => {
  ok(await robot.put('/bot_storage', { storage: { a: '1', b: '2' } }))
  const stored = async (who: Person, keys?: string[]) =>
    who.get('/bot_storage', keys === undefined ? {} : { keys })
  expect(ok(await stored(robot))['storage']).toEqual({ a: '1', b: '2' })
  expect(ok(await stored(robot, ['b']))['storage']).toEqual({ b: '2' })
  expect(ok(await stored(world.owner))['storage']).toEqual({})
  for (const unknown of ['c', 'toString']) {
    expect(await stored(robot, ['b', unknown])).toMatchObject({
      status: 400,
      msg: 'Key does not exist.',
    })
  }
})
