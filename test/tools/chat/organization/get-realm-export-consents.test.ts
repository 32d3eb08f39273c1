import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('lists who lets their private data be exported, people only', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const gone = await world.add('Gone', {})
  ok(await alice.patch('/settings', { allow_private_data_export: true }))
  ok(await world.owner.delete(`/users/${gone.id}`))
  expect(ok(await world.owner.get('/export/realm/consents'))['export_consents']).toEqual([
    { user_id: world.owner.id, consented: false },
    { user_id: alice.id, consented: true },
  ])
  expect(await alice.get('/export/realm/consents')).toMatchObject({ status: 400 })
})
