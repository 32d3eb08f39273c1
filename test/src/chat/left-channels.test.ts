import { expect, test } from 'vitest'
import { ROLES } from '../../../src/chat/groups/system-groups.ts'
import { ok, startChatWorld } from '../../support/chat-world.ts'

test('a user who still knows of a channel after leaving it reads nothing of it, received or not', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const ada = await world.add('Ada', { role: ROLES.administrator })
  const den = { name: 'den', invite_only: true, history_public_to_subscribers: true }
  const subscribers = [alice.id, bob.id, ada.id]
  const made = await alice.post('/channels/create', { ...den, subscribers })
  const id = Number(ok(made)['id'])
  const received = await alice.say('while there', { to: 'den' })
  ok(await ada.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
  await alice.say('afterwards', { to: 'den' })
  const around = { anchor: 'newest', num_before: 50, num_after: 0 }
  for (const narrow of [[], [['channel', id]], [['id', received]], [['search', 'while']]]) {
    const { messages } = ok(await ada.get('/messages', { ...around, narrow }))
    const texts = (messages as { content: string }[]).map(({ content }) => content)
    expect(texts.filter((text) => /while|afterwards/.test(text))).toEqual([])
  }
  // Each remaining subscriber has personal settings.
  const muted = { stream_id: id, property: 'is_muted', value: true }
  ok(await bob.post('/users/me/subscriptions/properties', { subscription_data: [muted] }))
  const { subscriptions } = ok(await alice.get('/users/me/subscriptions'))
  const hers = (subscriptions as { stream_id: number }[]).find((one) => one.stream_id === id)
  expect(hers).toMatchObject({ is_muted: false })
})

test('bots in the snapshot are those of the caller, and all of them for administrators', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  await world.add('Hers', { bot_type: 1, bot_owner_id: alice.id })
  const botsOf = async (who: typeof alice) =>
    (await who.register({ fetch_event_types: ['realm_bot'] }))['realm_bots'].length
  expect([await botsOf(alice), await botsOf(bob)]).toEqual([1, 0])
  expect(await botsOf(world.owner)).toBeGreaterThanOrEqual(1)
})
