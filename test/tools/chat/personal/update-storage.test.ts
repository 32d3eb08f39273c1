import { expect, test } from 'vitest'
import { STORED_VALUES_MAX_CHARS } from '../../../../src/chat/limits.ts'
import { robot, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Robot')

const keep = async (storage: object) => robot.put('/bot_storage', { storage })
const stored = async () => ok(await robot.get('/bot_storage'))['storage']

test('keeps texts under names, newer ones in place of older ones', async () => {
  ok(await keep({ a: '1', b: '"two"' }))
  ok(await keep({ a: '3', toString: '' }))
  expect(await stored()).toEqual({ a: '3', b: '"two"', toString: '' })
})

test('refuses what is no text, has no name, or is too much', async () => {
  for (const storage of [{ a: 1 }, { '': 'x' }, { ['x'.repeat(201)]: 'x' }]) {
    expect(await keep(storage)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  }
  const many = Array.from({ length: 1_001 }, (_, index) => [String(index), ''])
  expect(await keep(Object.fromEntries(many))).toMatchObject({ status: 400 })
  const most = 'x'.repeat(STORED_VALUES_MAX_CHARS - 1)
  ok(await keep({ a: most }))
  expect(await keep({ a: most.slice(1), b: 'x' })).toMatchObject({ status: 400 })
  expect(await keep({ a: `${most}x` })).toMatchObject({ status: 400 })
  expect(await stored()).toEqual({ a: most })
})
