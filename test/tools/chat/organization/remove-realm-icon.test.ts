import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('is for administrators, and changes nothing where the default is shown', async () => {
  await using world = await startChatWorld()
  const member = await world.add('Alice')
  const before = await member.register({ fetch_event_types: ['realm'] })
  ok(await world.owner.delete('/realm/icon'))
  const after = await member.register({ fetch_event_types: ['realm'] })
  expect(after['realm_icon_url']).toBe(before['realm_icon_url'])
  expect(await member.delete('/realm/icon')).toMatchObject({ status: 400 })
})
