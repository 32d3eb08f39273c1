import { describe, expect, test, vi } from 'vitest'
import { AnswerTurns } from '../../../../src/http/fairness/answer-turns.ts'
import {
  LARGE_ANSWERS_WAITING_MAX_COUNT,
  REQUEST_BODY_MAX_BYTES,
} from '../../../../src/http/limits.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const basic = (email: string, key: string) => `Basic ${btoa(`${email}:${key}`)}`
const signedIn = () => ({ authorization: basic(alice.email, alice.key) })

async function call(path: string, init: RequestInit = {}) {
  const response = await world.request(path, init)
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, headers: response.headers, body }
}

const message = { type: 'channel', to: 'general', topic: 't', content: 'x' }

describe('a request', () => {
  test('takes parameters from the query, form fields, multipart parts or a JSON object', async () => {
    verifies('chat:4.1:1', 'chat:1:path', 'chat:9:path', 'chat:4.1:2:query', 'chat:4.1:2:form')
    const multipart = new FormData()
    for (const [name, value] of Object.entries(message)) multipart.append(name, value)
    const headers = signedIn()
    const post = async (body: RequestInit['body'], type?: string) =>
      call('/messages', {
        method: 'POST',
        headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
        body: body ?? null,
      })
    const query = new URLSearchParams(message).toString()
    for (const answer of [
      await post(new URLSearchParams(message)),
      await post(multipart),
      await post(JSON.stringify(message), 'application/json'),
      await call(`/messages?${query}`, { method: 'POST', headers }),
    ]) {
      expect(answer).toMatchObject({ status: 200, body: { result: 'success' } })
    }
    const read = await call('/messages/1?apply_markdown=false', { headers })
    expect(read.body).toMatchObject({ message: { content: 'x' } })
  })

  test('encodes arrays and objects as JSON text, also within multipart', async () => {
    verifies('chat:4.1:2:json')
    const body = new FormData()
    body.append('event_types', '["message"]')
    body.append('client_capabilities', '{"bulk_message_deletion":true}')
    body.append('apply_markdown', 'true')
    const answer = await call('/register', { method: 'POST', headers: signedIn(), body })
    expect(answer.body).toMatchObject({ result: 'success', max_message_id: -1 })
    expect(answer.body).not.toHaveProperty('ignored_parameters_unsupported')
  })

  test.each([
    [
      'broken JSON',
      { event_types: '[' },
      'event_types',
      'Argument "event_types" is not valid JSON.',
    ],
    [
      'JSON of another type',
      { event_types: '5' },
      'event_types',
      'Argument "event_types" has an invalid type.',
    ],
    [
      'a word for a boolean',
      { apply_markdown: 'maybe' },
      'apply_markdown',
      'Argument "apply_markdown" is not valid JSON.',
    ],
  ])('is refused for %s, naming the parameter', async (_, fields, var_name, msg) => {
    const answer = await alice.post('/register', fields)
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg, var_name })
  })

  test('is told which of its parameters mean nothing, and aliases are none of these', async () => {
    verifies('chat:4.1:5', 'chat:9:167', 'chat:9:deprecated')
    const answer = ok(await alice.get('/users/1', { client_gravatar: false, foo: 1, user_id: 2 }))
    expect(answer['ignored_parameters_unsupported']).toEqual(['foo', 'user_id'])
    expect(answer['user'].user_id).toBe(1)
    expect(answer['user'].avatar_url).toMatch(/^\/user_avatars\//)
  })

  test('is refused when its body is too large or malformed', async () => {
    const post = async (body: string, type: string) =>
      call('/messages', { method: 'POST', headers: { ...signedIn(), 'content-type': type }, body })
    const form = 'application/x-www-form-urlencoded'
    const big = await post(`content=${'x'.repeat(REQUEST_BODY_MAX_BYTES)}`, form)
    expect(big).toMatchObject({ status: 413, body: { result: 'error', code: 'REQUEST_TOO_LARGE' } })
    const broken = await post('--x', 'multipart/form-data; boundary=y')
    expect(broken).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(await post('[1]', 'application/json')).toMatchObject({ status: 400 })
  })
})

describe('an answer', () => {
  test('is an envelope that tells success, or a code and the reason', async () => {
    verifies('chat:4.1:4:success', 'chat:4.1:4:error', 'chat:7:body')
    expect(await alice.post('/users/me/presence', { status: 'idle', ping_only: true })).toEqual({
      status: 200,
      result: 'success',
      msg: '',
      presence_last_update_id: -1,
    })
    expect(await alice.post('/typing', {})).toEqual({
      status: 400,
      result: 'error',
      msg: "Missing 'op' argument",
      code: 'BAD_REQUEST',
      var_name: 'op',
    })
    expect(await alice.post('/typing', { op: 'sing' })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: expect.stringMatching(/^Invalid op: /),
    })
  })

  test('tells unknown paths and methods in the same form', async () => {
    expect(await alice.get('/nonsense')).toMatchObject({
      status: 404,
      result: 'error',
      code: 'NOT_FOUND',
    })
    const wrong = await call('/messages/1', { method: 'PUT', headers: signedIn() })
    expect(wrong).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    expect(wrong.headers.get('allow')?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'PATCH'])
  })
})

describe('credentials', () => {
  test('are Basic with address and key, or the key as bearer, for people and bots', async () => {
    verifies('chat:4.1:3', 'chat:5:1', 'chat:5:1:bots')
    const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
    for (const authorization of [
      basic(alice.email, alice.key),
      basic(alice.email.toUpperCase(), alice.key),
      basic(`user${alice.id}@chat.test`, alice.key),
      `Bearer ${alice.key}`,
    ]) {
      const me = await call('/users/me', { headers: { authorization } })
      expect(me).toMatchObject({ status: 200, body: { user_id: alice.id } })
    }
    expect(ok(await bot.get('/users/me'))).toMatchObject({ is_bot: true })
  })

  test('that are missing or wrong are refused in words that tell nothing', async () => {
    const refused = async (authorization?: string) => {
      const { status, body, headers } = await call('/users/me', {
        headers: authorization ? { authorization } : {},
      })
      expect(headers.get('www-authenticate')).toBe('Basic realm="bellhop"')
      return { status, ...body }
    }
    expect(await refused()).toEqual({
      status: 401,
      result: 'error',
      msg: 'Not logged in: API authentication or user session required',
      code: 'UNAUTHORIZED',
    })
    const wrong = { status: 401, result: 'error', msg: 'Invalid API key', code: 'UNAUTHORIZED' }
    for (const authorization of [
      basic(alice.email, 'x'.repeat(32)),
      basic(alice.email, ''),
      basic('nobody@example.com', alice.key),
      'Bearer x',
      'Basic !',
      'Digest x y',
    ]) {
      expect(await refused(authorization)).toEqual(wrong)
    }
  })

  test('of a deactivated account are refused as such', async () => {
    await world.chat.store.write(async (tx) =>
      tx.updateTable('chat_user').set({ is_active: 0 }).where('id', '=', alice.id).execute(),
    )
    expect(await alice.get('/users/me')).toMatchObject({ status: 401, code: 'USER_DEACTIVATED' })
  })

  test('that fail too often are no longer looked at kindly, and others go on', async () => {
    const authorization = basic(alice.email, 'wrong')
    const fail = async () => call('/users/me', { headers: { authorization } })
    for (let n = 0; n < 5; n++) expect(await fail()).toMatchObject({ status: 401 })
    const limited = await fail()
    expect(limited).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } })
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(100)
    ok(await alice.get('/users/me'))
    world.pass(30 * 60)
    expect(await fail()).toMatchObject({ status: 401 })
  })

  test('name the program that is used', async () => {
    const send = async (agent: string) => {
      const headers = { ...signedIn(), 'user-agent': agent }
      const body = new URLSearchParams(message)
      const sent = await call('/messages', { method: 'POST', headers, body })
      return ok(await alice.get(`/messages/${Number(sent.body['id'])}`))['message'].client
    }
    expect(await send('ZulipPython/0.9.1 (Linux)')).toBe('ZulipPython')
    expect(await send('Mozilla/5.0 (X11)')).toBe('website')
  })
})

describe('rate limits', () => {
  test('are told with every answer, and end it with 429 for the account alone', async () => {
    await using limited = await startChatWorld({
      rateRules: [
        { count: 3, seconds: 60 },
        { count: 4, seconds: 3_600 },
      ],
    })
    const bob = await limited.add('Bob')
    const get = async () =>
      limited.request('/users/me', { headers: { authorization: basic(bob.email, bob.key) } })
    const seen = []
    for (let n = 0; n < 4; n++) {
      const { status, headers } = await get()
      seen.push([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')])
    }
    expect(seen).toEqual([
      [200, '3', '2'],
      [200, '3', '1'],
      [200, '3', '0'],
      [429, '3', '0'],
    ])
    const refused = await get()
    expect(Number(refused.headers.get('retry-after'))).toBe(20)
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeGreaterThan(1_767_323_045)
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 20 })
    ok(await limited.owner.get('/users/me'))
    limited.pass(20)
    expect((await get()).status).toBe(200)
    limited.pass(60)
    expect((await get()).status).toBe(429)
  })
})

describe('a client of the public API', () => {
  test('names itself in any request, before the header that it sends', async () => {
    const send = async (fields: Record<string, string>, agent: string) => {
      const body = new URLSearchParams({ ...message, ...fields })
      const headers = { ...signedIn(), 'user-agent': agent }
      const answer = await call('/messages', { method: 'POST', headers, body })
      expect(answer.body).not.toHaveProperty('ignored_parameters_unsupported')
      const { message: sent } = ok(await alice.get(`/messages/${String(answer.body['id'])}`))
      return sent.client
    }
    expect(await send({}, 'ZulipPython/0.9.1 (Linux)')).toBe('ZulipPython')
    expect(await send({ client: 'API: Node' }, 'node')).toBe('API: Node')
    expect(await send({ client: 'Robot/2.1' }, 'node')).toBe('Robot')
    expect(await send({ client: `\u202e${'x'.repeat(99)}` }, 'node')).toBe('x'.repeat(30))
    expect(await send({ client: ' ' }, 'node')).toBe('node')
  })

  test('learns about the server also with a key that is wrong', async () => {
    const headers = { authorization: basic(alice.email, 'wrong') }
    const settings = await call('/server_settings', { headers })
    expect(settings).toMatchObject({ status: 200, body: { zulip_feature_level: 496 } })
    expect(await call('/users/me', { headers })).toMatchObject({ status: 401 })
  })

  test('waits for large answers of its own, and is refused where too many wait', async () => {
    const count = LARGE_ANSWERS_WAITING_MAX_COUNT + 2
    const one = async () =>
      call('/messages?anchor=newest&num_before=1&num_after=0', { headers: signedIn() })
    const allAsked = Promise.withResolvers<void>()
    const { take } = AnswerTurns.prototype
    const taken = vi.spyOn(AnswerTurns.prototype, 'take')
    // None is served before the last one has come.
    taken.mockImplementation(async function (this: AnswerTurns, owner, signal) {
      if (taken.mock.calls.length === count) allAsked.resolve()
      const endTurn = await take.call(this, owner, signal)
      await allAsked.promise
      return endTurn
    })
    const answers = await Promise.all(Array.from({ length: count }, one))
    taken.mockRestore()
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await one()).status).toBe(200)
  })

  test('finds settings where they were before they were one', async () => {
    for (const [path, change] of [
      ['/settings/notifications', { enable_sounds: false }],
      ['/settings/display', { twenty_four_hour_time: true }],
    ] as const) {
      expect(ok(await alice.patch(path, change))).toMatchObject({ result: 'success' })
      expect((await alice.register())['user_settings']).toMatchObject(change)
    }
  })
})
