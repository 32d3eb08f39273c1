// @module-tag full
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../src/lib/durations.ts'
import { bellhop, type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'
import { openStoreOf } from '../../support/database.ts'
import { keyFieldsOf, tokenFieldsOf } from '../../support/phone.ts'
import { opened, startRelay } from '../../support/push-relay.ts'

const dir = tempDir()
afterAll(() => dir[Symbol.dispose]())
const { password } = canaries()

async function call(
  server: Served,
  method: string,
  path: string,
  { key, fields = {} }: { key?: string; fields?: Record<string, string> },
) {
  const address = new URL(`${server.url}/api/v1${path}`)
  if (method === 'GET') address.search = new URLSearchParams(fields).toString()
  const response = await fetch(address, {
    method,
    ...(key ? { headers: { authorization: `Bearer ${key}` } } : {}),
    ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
  })
  return (await response.json()) as Record<string, unknown>
}

test('the operator gives a password, with which a program gets a key', async () => {
  await using server = await serveBellhop(['--data-dir', dir.path])
  const chat = async (words: string[], input?: string) =>
    bellhop(
      ['chat', 'user', ...words, '--data-dir', dir.path],
      input === undefined ? {} : { input },
    )
  await chat(['add', 'mo@example.com', 'Mo'])
  const given = await chat(['password', 'mo@example.com'], `${password}\n`)
  expect(given).toMatchObject({ code: 0, stderr: '' })
  expect(given.stdout).toContain('Mo has a new password.')
  const fields = { username: 'mo@example.com', password }
  const { api_key } = await call(server, 'POST', '/fetch_api_key', { fields })
  expect(await call(server, 'GET', '/users/me', { key: String(api_key) })).toMatchObject({
    result: 'success',
    full_name: 'Mo',
  })
  expect((await chat(['password', 'mo@example.com'], 'short\n')).code).toBe(2)
  expect((await chat(['password', 'nobody@example.com'], password)).code).toBe(2)
  expect((await chat(['password', 'mo@example.com'], `${password} two`)).code).toBe(0)
  expect(await call(server, 'GET', '/users/me', { key: String(api_key) })).toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

test('a server deletes by itself what was kept long enough', async () => {
  using folder = tempDir()
  const args = ['--data-dir', folder.path]
  const key = await (async () => {
    await using server = await serveBellhop(args)
    const { key: ownerKey } = server.owner()
    await call(server, 'PATCH', '/realm', {
      key: ownerKey,
      fields: { message_retention_days: '1' },
    })
    for (const content of ['old', 'new']) {
      const fields = { type: 'channel', to: 'general', topic: 't', content }
      expect(await call(server, 'POST', '/messages', { key: ownerKey, fields })).toMatchObject({
        result: 'success',
      })
    }
    return ownerKey
  })()
  const store = await openStoreOf(folder.path)
  await store.write(async (tx) => {
    const sent_at = Date.now() - 2 * DAY_MS
    await tx.updateTable('chat_message').set({ sent_at }).where('content', '=', 'old').execute()
    await tx.updateTable('background_job').set({ due_at: 0 }).execute()
  })
  await store.close()
  await using server = await serveBellhop(args)
  await vi.waitFor(
    async () => {
      const window = { anchor: 'newest', num_before: '10', num_after: '0', apply_markdown: 'false' }
      const { messages } = await call(server, 'GET', '/messages', { key, fields: window })
      expect((messages as { content: string }[]).map(({ content }) => content)).toEqual(['new'])
    },
    { interval: 100 },
  )
})

test('a server pushes through the relay that it is told of', async () => {
  await using relay = await startRelay()
  await using server = await serveBellhop([], { BELLHOP_PUSH_RELAY: relay.url })
  const { key } = server.owner()
  const post = async (path: string, fields: Record<string, string>, as = key) =>
    call(server, 'POST', path, { key: as, fields })
  const account = { email: 'mo@example.com', password, full_name: 'Mo' }
  const { user_id } = await post('/users', account)
  const login = { username: 'mo@example.com', password }
  const { api_key } = await call(server, 'POST', '/fetch_api_key', { fields: login })
  const mine = String(api_key)
  const { device_id } = await post('/register_client_device', {}, mine)
  const secret = randomBytes(32)
  const { push_key_id, push_key } = keyFieldsOf(secret, 1)
  const registration = {
    device_id: String(device_id),
    push_key_id: String(push_key_id),
    push_key,
    ...tokenFieldsOf('phone', 'fcm'),
  }
  expect(await post('/mobile_push/register', registration, mine)).toMatchObject({
    result: 'success',
  })
  await vi.waitFor(() => expect(relay.registered).toHaveLength(1))
  await post('/messages', { type: 'direct', to: `[${String(user_id)}]`, content: 'are you there?' })
  await vi.waitFor(() => expect(relay.delivered).toHaveLength(1))
  expect(relay.delivered.map((one) => opened(secret, one))).toMatchObject([
    { type: 'message', content: 'are you there?', realm_url: server.url, user_id },
  ])
})
