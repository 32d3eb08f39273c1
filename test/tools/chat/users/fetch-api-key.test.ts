import { expect, test } from 'vitest'
import { writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { addKey } from '../../../../src/chat/users/sign-in/api-keys.ts'
import { hashPassword } from '../../../../src/chat/users/sign-in/passwords.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { asTool } from '../../../../src/core/run/agent-form.ts'
import { fetchApiKey } from '../../../../tools/chat/users/fetch-api-key.ts'
import { canaries } from '../../../support/canaries.ts'
import { CHEAP, type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'
import { testServices } from '../../../support/operations.ts'

const { password } = canaries()

/** Fetches a key with the password that no file may show. */
async function fetchKey({ anybody }: ChatWorld, username: string): Promise<string> {
  return ok(await anybody.post('/fetch_api_key', { username, password }))['api_key']
}

async function statusOf(world: ChatWorld, key: string, address = 'new@example.com') {
  const headers = { authorization: `Basic ${btoa(`${address}:${key}`)}` }
  const bearer = { authorization: `Bearer ${key}` }
  const answers = [
    await world.request('/users/me', { headers }),
    await world.request('/users/me', { headers: bearer }),
  ]
  expect(answers[0]?.status).toBe(answers[1]?.status)
  return answers[0]?.status
}

test('answers each program a key of its own, which is nobody else’s', async () => {
  await using world = await startChatWorld()
  const account = { email: 'new@example.com', password, full_name: 'New' }
  const { user_id } = ok(await world.owner.post('/users', account))
  const first = ok(
    await world.anybody.post('/fetch_api_key', { username: 'NEW@example.com', password }),
  )
  expect(first).toMatchObject({ email: 'new@example.com', user_id })
  const second = await fetchKey(world, 'new@example.com')
  expect(second).not.toBe(first['api_key'])
  expect(await statusOf(world, first['api_key'])).toBe(200)
  expect(await statusOf(world, second)).toBe(200)
  const headers = { authorization: `Basic ${btoa(`${world.owner.email}:${second}`)}` }
  expect((await world.request('/users/me', { headers })).status).toBe(401)
})

test('keeps the twenty newest', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice', { passwordHash: await hashPassword(password, CHEAP) })
  const { chat } = world
  const keys: string[] = []
  for (let count = 0; count < 20; count += 1) {
    keys.push(await writeChat(chat, async ({ tx }) => addKey(tx, alice.id, chat.now().getTime())))
    world.pass(1)
  }
  keys.push(await fetchKey(world, alice.email))
  const statuses = []
  for (const key of keys) statuses.push(await statusOf(world, key, alice.email))
  expect(statuses).toEqual([401, ...Array<number>(20).fill(200)])
  ok(await alice.get('/users/me'))
})

test('hashes a password anew that was hashed at another cost', async () => {
  await using world = await startChatWorld({ passwordCost: { ...CHEAP, p: 2 } })
  const alice = await world.add('Alice', { passwordHash: await hashPassword(password, CHEAP) })
  await fetchKey(world, alice.email)
  const { password_hash } = await world.chat.store.db
    .selectFrom('chat_user')
    .select('password_hash')
    .where('id', '=', alice.id)
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^scrypt\$4\$1\$2\$/)
  await fetchKey(world, alice.email)
})

test('refuses a wrong password, an unknown address and an account without password alike', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const answers = []
  for (const username of ['owner@chat.test', 'nobody@example.com', alice.email]) {
    answers.push(await world.anybody.post('/fetch_api_key', { username, password: '' }))
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({
    status: 401,
    code: 'AUTHENTICATION_FAILED',
    msg: 'Your username or password is incorrect',
  })
})

test('limits models that guess as it limits everybody', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice', { passwordHash: await hashPassword(password, CHEAP) })
  const tool = asTool(fetchApiKey)
  const guess = async (given: string, from: { caller?: string; peer?: string }) =>
    tool.run({
      input: { username: alice.email, password: given },
      services: { ...testServices(), chat: async () => world.chat },
      caller: undefined,
      principal: LOCAL_PRINCIPAL,
      ...from,
      signal: new AbortController().signal,
      progress() {},
    })
  for (const from of [{ caller: 'a key' }, { peer: '192.0.2.1' }]) {
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(guess('wrong', from)).rejects.toMatchObject({ code: 'unauthorized' })
    }
    await expect(guess(password, from)).rejects.toMatchObject({ code: 'rate_limited' })
  }
  expect(await guess(password, {})).toMatchObject({ email: alice.email })
})

test('ends with the account, and tells its user why', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice', { passwordHash: await hashPassword(password, CHEAP) })
  const key = await fetchKey(world, alice.email)
  ok(await world.owner.delete(`/users/${alice.id}`))
  expect(await statusOf(world, key, alice.email)).toBe(401)
  const fields = { username: alice.email, password }
  expect(await world.anybody.post('/fetch_api_key', fields)).toMatchObject({
    status: 401,
    code: 'USER_DEACTIVATED',
  })
  ok(await world.owner.post(`/users/${alice.id}/reactivate`))
  // Of what was fetched before, nothing works again by itself.
  expect(await statusOf(world, key, alice.email)).toBe(401)
  expect(await statusOf(world, await fetchKey(world, alice.email), alice.email)).toBe(200)
})
