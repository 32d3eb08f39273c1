import { expect, test } from 'vitest'
import { alice, owner, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

test('takes every field exactly once', async () => {
  for (const name of ['a', 'b', 'c']) {
    ok(await owner.post('/realm/profile_fields', { name, field_type: 1 }))
  }
  ok(await owner.patch('/realm/profile_fields', { order: [3, 1, 2] }))
  const { custom_fields } = ok(await alice.get('/realm/profile_fields'))
  expect((custom_fields as { name: string }[]).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  for (const order of [
    [1, 2],
    [1, 2, 2],
    [1, 2, 3, 4],
    [1, 2, 9],
  ]) {
    expect(await owner.patch('/realm/profile_fields', { order })).toMatchObject({ status: 400 })
  }
})
