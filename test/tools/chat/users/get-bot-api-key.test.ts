import { expect, test } from 'vitest'
import { alice, bob, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

test('its owner gets a further key of a bot, others learn nothing', async () => {
  const made = { full_name: 'Builds', short_name: 'builds', bot_type: 1 }
  const { user_id, api_key: first } = ok(await alice.post('/bots', made))
  const { api_key } = ok(await alice.get(`/bots/${user_id}/api_key`))
  for (const key of [first, api_key]) {
    const headers = { authorization: `Basic ${btoa(`builds-bot@chat.test:${key}`)}` }
    expect((await world.request('/users/me', { headers })).status).toBe(200)
  }
  expect(await bob.get(`/bots/${user_id}/api_key`)).toMatchObject({ msg: 'No such bot' })
  ok(await owner.get(`/bots/${user_id}/api_key`))
})

test('nobody gets a key of the bot of the server itself', async () => {
  const { members } = ok(await owner.get('/users'))
  const { user_id } = (members as { full_name: string; user_id: number }[]).find(
    ({ full_name }) => full_name === 'Notification Bot',
  )!
  expect(await owner.get(`/bots/${user_id}/api_key`)).toMatchObject({ msg: 'No such bot' })
})
