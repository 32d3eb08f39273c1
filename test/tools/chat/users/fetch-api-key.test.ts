import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('answers a new key for address and password, and the older one ends', async () => {
  await using world = await startChatWorld()
  const account = { email: 'new@example.com', password: 'correct horse', full_name: 'New' }
  const { user_id } = ok(await world.owner.post('/users', account))
  const fetchKey = (username: string, password: string) =>
    world.anybody.post('/fetch_api_key', { username, password })
  const first = ok(await fetchKey('NEW@example.com', 'correct horse'))
  expect(first).toMatchObject({ email: 'new@example.com', user_id })
  const me = async (key: string) => {
    const authorization = `Basic ${btoa(`new@example.com:${key}`)}`
    return (await world.request('/users/me', { headers: { authorization } })).status
  }
  expect(await me(first['api_key'])).toBe(200)
  const second = ok(await fetchKey('new@example.com', 'correct horse'))
  expect([await me(first['api_key']), await me(second['api_key'])]).toEqual([401, 200])
})

test('refuses a wrong password, an unknown address and an account without password alike', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const answers = []
  for (const username of ['owner@chat.test', 'nobody@example.com', alice.email]) {
    answers.push(await world.anybody.post('/fetch_api_key', { username, password: '' }))
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' })
})
