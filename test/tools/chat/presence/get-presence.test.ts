import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('answers when everybody was last there, by API e-mail', async () => {
  verifies('chat:4.3:realm-presence:server_timestamp', 'chat:4.3:realm-presence:presences')
  verifies('chat:2.8:legacy:key', 'chat:2.8:legacy:client', 'chat:2.8:legacy:status')
  verifies('chat:2.8:legacy:timestamp', 'chat:2.8:legacy:pushable', 'chat:9:178')
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const hidden = await world.add('Hidden')
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set({ email_visibility: 4 }).where('id', '=', hidden.id).execute(),
  )
  ok(await alice.post('/users/me/presence', { status: 'idle' }))
  ok(await hidden.post('/users/me/presence', { status: 'active' }))
  world.pass(20 * 86_400)
  const answer = ok(await world.owner.get('/realm/presence'))
  expect(answer['server_timestamp']).toBeCloseTo(1_767_323_045.678 + 20 * 86_400)
  const timestamp = 1_767_323_045
  expect(answer['presences']).toEqual({
    [alice.email]: {
      aggregated: { client: 'website', status: 'idle', timestamp },
      website: { client: 'website', status: 'idle', timestamp, pushable: false },
    },
    [`user${hidden.id}@chat.test`]: {
      aggregated: { client: 'website', status: 'active', timestamp },
      website: { client: 'website', status: 'active', timestamp, pushable: false },
    },
  })
})
