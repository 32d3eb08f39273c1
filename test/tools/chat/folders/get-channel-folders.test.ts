import { expect, test } from 'vitest'
import { alice, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Guest')

test('shows folders to everybody with an account, archived ones on request', async () => {
  for (const name of ['Teams', 'Old']) ok(await owner.post('/channel_folders/create', { name }))
  ok(await owner.patch('/channel_folders/2', { is_archived: true }))
  const names = async (fields: Record<string, unknown> = {}) =>
    (ok(await alice.get('/channel_folders', fields))['channel_folders'] as { name: string }[]).map(
      ({ name }) => name,
    )
  expect(await names()).toEqual(['Teams'])
  expect(await names({ include_archived: true })).toEqual(['Teams', 'Old'])
  expect(await world.anybody.get('/channel_folders')).toMatchObject({ status: 401 })
})
