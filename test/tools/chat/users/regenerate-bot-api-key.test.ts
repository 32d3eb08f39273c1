import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

test('a new key of a bot works, and earlier ones do no more', async () => {
  const made = { full_name: 'Builds', short_name: 'builds', bot_type: 1 }
  const { user_id, api_key: first } = ok(await alice.post('/bots', made))
  const { api_key } = ok(await alice.post(`/bots/${user_id}/api_key/regenerate`))
  const status = async (key: string) => {
    const headers = { authorization: `Basic ${btoa(`builds-bot@chat.test:${key}`)}` }
    return (await world.request('/users/me', { headers })).status
  }
  expect([await status(first), await status(api_key)]).toEqual([401, 200])
  expect(await bob.post(`/bots/${user_id}/api_key/regenerate`)).toMatchObject({
    msg: 'No such bot',
  })
})
