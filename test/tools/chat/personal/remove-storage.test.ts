import { expect, test } from 'vitest'
import { robot, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Robot')

test('forgets what is named, all of it or nothing, of the caller alone', async () => {
  const stored = async () => ok(await robot.get('/bot_storage'))['storage']
  ok(await robot.put('/bot_storage', { storage: { a: '1', b: '2', c: '3' } }))
  ok(await world.owner.delete('/bot_storage'))
  expect(await robot.delete('/bot_storage', { keys: ['a', 'x'] })).toMatchObject({
    status: 400,
    msg: 'Key does not exist.',
  })
  expect(await stored()).toEqual({ a: '1', b: '2', c: '3' })
  ok(await robot.delete('/bot_storage', { keys: ['a'] }))
  expect(await stored()).toEqual({ b: '2', c: '3' })
  ok(await robot.delete('/bot_storage'))
  expect(await stored()).toEqual({})
})
