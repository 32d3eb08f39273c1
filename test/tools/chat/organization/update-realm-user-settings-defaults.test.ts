import { expect, test } from 'vitest'
import { alice, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const path = '/realm/user_settings_defaults'

test('new people begin with it, others and bots do not', async () => {
  const queue = await alice.register({ event_types: ['realm_user_settings_defaults'] })
  const change = { enter_sends: false, color_scheme: 2, email_address_visibility: 3 }
  ok(await owner.patch(path, { ...change, starred_message_counts: true }))
  const events = await alice.events(queue)
  expect(Object.fromEntries(events.map(({ property, value }) => [property, value]))).toEqual(change)
  const settingsOf = async (who: typeof alice) => (await who.register())['user_settings']
  const bob = await world.add('Bob')
  expect(await settingsOf(bob)).toMatchObject(change)
  expect(await settingsOf(alice)).toMatchObject({ enter_sends: true, color_scheme: 1 })
  const robot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  expect(await settingsOf(robot)).toMatchObject({ enter_sends: true })
  const { realm_user_settings_defaults } = await alice.register()
  expect(realm_user_settings_defaults).toMatchObject({ ...change, enable_sounds: true })
  expect(await alice.patch(path, change)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  expect(await owner.patch(path)).toMatchObject({ status: 400 })
})
