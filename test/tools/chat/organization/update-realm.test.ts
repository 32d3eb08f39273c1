import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('changes settings and permissions, and tells everybody', async () => {
  verifies('chat:6:kind:realm')
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const queue = await alice.register()
  const group = { direct_members: [alice.id], direct_subgroups: [] }
  ok(
    await world.owner.patch('/realm', {
      allow_message_editing: false,
      can_create_groups: { new: group, old: 3 },
    }),
  )
  expect(await alice.events(queue)).toMatchObject([
    {
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { allow_message_editing: false, can_create_groups: group },
    },
  ])
  expect(await alice.register({ fetch_event_types: ['realm'] })).toMatchObject({
    realm_allow_message_editing: false,
    realm_can_create_groups: group,
  })
})

test('is for administrators, and for something new', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const change = { allow_message_editing: false }
  expect(await alice.patch('/realm', change)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  expect(await world.owner.patch('/realm')).toMatchObject({
    status: 400,
    msg: 'No new data supplied',
  })
})
