import { expect, test } from 'vitest'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

test('a new key works, and the earlier one does no more', async () => {
  const { api_key } = ok(await alice.post('/users/me/api_key/regenerate'))
  expect((await alice.get('/users/me')).status).toBe(401)
  const headers = { authorization: `Basic ${btoa(`${alice.email}:${api_key}`)}` }
  expect((await world.request('/users/me', { headers })).status).toBe(200)
})
