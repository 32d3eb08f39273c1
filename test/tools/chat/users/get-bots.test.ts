import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

test("lists the caller's bots, and no keys", async () => {
  const made = { full_name: 'Builds', short_name: 'builds', bot_type: 1 }
  const { user_id, api_key } = ok(await alice.post('/bots', made))
  const answer = ok(await alice.get('/bots'))
  expect(answer['bots']).toMatchObject([
    { user_id, username: 'builds-bot@chat.test', full_name: 'Builds', bot_type: 1 },
  ])
  expect(JSON.stringify(answer)).not.toContain(api_key)
  expect(ok(await bob.get('/bots'))['bots']).toEqual([])
})
