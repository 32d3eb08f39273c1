import { createSecretKey, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../../../src/chat/users/sign-in/passwords.ts'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import { chatOperations } from '../../../../tools/chat.ts'
import { canaries } from '../../../support/canaries.ts'
import { CHEAP, type ChatWorld, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { sampleOperations } from '../../../support/operations.ts'
import { signed } from '../../../support/tokens.ts'

const { password } = canaries()
/** Whatever is tried against it, costs little. */
const NOTHING_FITS = `scrypt$4$1$1$AAAA$${Buffer.alloc(32).toString('base64')}`
const KEY = 'k'.repeat(32)
const TOKEN_SECRET = randomBytes(32).toString('hex')
const [A, B] = ['192.0.2.1', '192.0.2.2']

let world: ChatWorld
let alice: Person
/** The cookie of Alice, where a test needs one. */
let cookie: string

beforeEach(async () => {
  world = await startChatWorld({
    rateRules: [{ count: 10_000, seconds: 60 }],
    tokens: () => ({
      algorithm: 'HS256',
      key: createSecretKey(Buffer.from(TOKEN_SECRET)),
      audience: 'test',
    }),
    http: {
      keys: parseKeyFile(`helper ${KEY}`),
      operations: [...chatOperations, ...sampleOperations],
      mcp: async (_, caller) => Response.json({ caller }),
    },
  })
  alice = await world.add('Alice', { passwordHash: await hashPassword(password, CHEAP) })
  return async () => world[Symbol.asyncDispose]()
})

const signInFrom = (from: string) => async (username: string, given: string) =>
  world.request(
    '//accounts/login/',
    {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ username, password: given }),
    },
    from,
  )

const basic = (email: string, key: string) => ({
  authorization: `Basic ${btoa(`${email}:${key}`)}`,
})
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
/** Accounts for which a password costs as little as in the rest of the tests. */
const addPeople = async () => {
  for (let n = 0; n < 54; n += 1) await world.add(`User ${n}`, { passwordHash: NOTHING_FITS })
}

/** The cookie of somebody who is signed in. */
const sessionOf = async () => {
  const { headers } = await signInFrom(B)(alice.email, password)
  return /sessionid=[\w-]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
}

const wrongKey = (n: number) => String(n).padStart(32, 'x')

const token = (secret: string, n: number) => {
  const iat = Math.floor(world.chat.now().getTime() / 1_000)
  const claims = { email: alice.email, aud: 'test', iat, exp: iat + 60, jti: `${n}` }
  return signed({ alg: 'HS256', typ: 'JWT' }, claims, secret)
}

const post = async (path: string, from: string, fields: Record<string, string>) =>
  world.request(path, { method: 'POST', body: new URLSearchParams(fields) }, from)

const startUpload = async (from: string, headers: Record<string, string>) =>
  world.request(
    '/tus',
    { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', ...headers } },
    from,
  )

interface Door {
  name: string
  /** How many wrong secrets get the answer of a wrong one. */
  wrongMax: number
  /** Status of a wrong one. */
  status: number
  /** Tries the n-th wrong secret, of the n-th account where the secret is one of an account. */
  wrong(from: string, n: number): Promise<Response>
  right(from: string): Promise<Response>
  ok: number
}

const doors: readonly Door[] = [
  {
    name: 'an API key with its address',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) =>
      world.request('/users/me', { headers: basic(`user${n}@x.com`, wrongKey(n)) }, from),
    right: async (from) =>
      world.request('/users/me', { headers: basic(alice.email, alice.key) }, from),
    ok: 200,
  },
  {
    name: 'an API key as bearer',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) => world.request('/users/me', { headers: bearer(wrongKey(n)) }, from),
    right: async (from) => world.request('/users/me', { headers: bearer(alice.key) }, from),
    ok: 200,
  },
  {
    name: 'a bearer of /mcp, of the key file',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) =>
      world.request('//mcp', { method: 'POST', headers: bearer(wrongKey(n)) }, from),
    right: async (from) => world.request('//mcp', { method: 'POST', headers: bearer(KEY) }, from),
    ok: 200,
  },
  {
    name: 'a bearer of /mcp, of the chat',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) =>
      world.request('//mcp', { method: 'POST', headers: bearer(`no key ${n}`) }, from),
    right: async (from) =>
      world.request('//mcp', { method: 'POST', headers: bearer(alice.key) }, from),
    ok: 200,
  },
  {
    name: 'a bearer of the JSON routes',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) =>
      world.request('//echo', { method: 'POST', body: '{}', headers: bearer(wrongKey(n)) }, from),
    right: async (from) =>
      world.request('//echo', { method: 'POST', body: '{"text":"x"}', headers: bearer(KEY) }, from),
    ok: 200,
  },
  {
    name: 'a bearer of /metrics',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) => world.request('//metrics', { headers: bearer(wrongKey(n)) }, from),
    right: async (from) => world.request('//metrics', { headers: bearer(KEY) }, from),
    ok: 200,
  },
  {
    name: 'the key of a webhook',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) =>
      world.request(
        `/external/json?api_key=${wrongKey(n)}&stream=general`,
        { method: 'POST', body: '{}' },
        from,
      ),
    right: async (from) =>
      world.request(
        `/external/json?api_key=${world.owner.key}&stream=general`,
        { method: 'POST', body: '{}' },
        from,
      ),
    ok: 200,
  },
  {
    name: 'a key that begins an upload',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) => startUpload(from, basic(`user${n}@x.com`, wrongKey(n))),
    right: async (from) => startUpload(from, basic(alice.email, alice.key)),
    ok: 201,
  },
  {
    name: 'the cookie of a session',
    wrongMax: 100,
    status: 401,
    wrong: async (from, n) => startUpload(from, { cookie: `sessionid=${wrongKey(n)}` }),
    right: async (from) => {
      const headers = { cookie, 'tus-resumable': '1.0.0' }
      return world.request('/tus/none', { method: 'HEAD', headers }, from)
    },
    // Signed in, but there is no such upload.
    ok: 404,
  },
  {
    name: 'a password for a session',
    wrongMax: 50,
    status: 401,
    wrong: async (from, n) => signInFrom(from)(`user.${n}@example.com`, 'wrong'),
    right: async (from) => signInFrom(from)(alice.email, password),
    ok: 200,
  },
  {
    name: 'a password for an API key',
    wrongMax: 50,
    status: 401,
    wrong: async (from, n) =>
      post('/fetch_api_key', from, { username: `user.${n}@example.com`, password: 'wrong' }),
    right: async (from) => post('/fetch_api_key', from, { username: alice.email, password }),
    ok: 200,
  },
  {
    name: 'a signed token',
    wrongMax: 50,
    status: 400,
    wrong: async (from, n) => post('/jwt/fetch_api_key', from, { token: token('w'.repeat(64), n) }),
    right: async (from) =>
      post('/jwt/fetch_api_key', from, { token: token(TOKEN_SECRET, from === A ? -1 : -2) }),
    ok: 200,
  },
]

test.each(doors)(
  '$name: wrong ones limit their address, right ones pass there and elsewhere',
  async ({ name, wrongMax, status, wrong, right, ok }) => {
    if (name.includes('password')) await addPeople()
    if (name.includes('cookie')) cookie = await sessionOf()
    for (let n = 0; n < wrongMax; n += 1) expect((await wrong(A, n)).status).toBe(status)
    for (let n = wrongMax; n < wrongMax + 3; n += 1) {
      const refused = await wrong(A, n)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await right(A)).status).toBe(ok)
    expect((await right(B)).status).toBe(ok)
    expect((await wrong(B, wrongMax)).status).toBe(status)
    world.pass(1_800)
    expect((await wrong(A, wrongMax)).status).toBe(status)
  },
)

describe('an account that is attacked from an address', () => {
  test('is closed there to passwords, also to the right one, and nowhere else', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await signInFrom(A)(alice.email, `wrong ${n}`)).status).toBe(401)
    }
    expect((await signInFrom(A)(alice.email, password)).status).toBe(429)
    expect((await signInFrom(B)(alice.email, password)).status).toBe(200)
    const key = await world.request('/users/me', { headers: basic(alice.email, alice.key) }, A)
    expect(key.status).toBe(200)
  })

  test('is never closed to its API key', async () => {
    const wrong = async (n: number) =>
      world.request('/users/me', { headers: basic(alice.email, wrongKey(n)) }, A)
    for (let n = 0; n < 5; n += 1) expect((await wrong(n)).status).toBe(401)
    expect((await wrong(5)).status).toBe(429)
    for (const from of [A, B]) {
      const headers = basic(alice.email, alice.key)
      expect((await world.request('/users/me', { headers }, from)).status).toBe(200)
    }
  })

  test('cannot be told from one that does not exist', async () => {
    const answers = async (username: string) => {
      const reports = []
      for (let n = 0; n < 7; n += 1) {
        const answer = await post('/fetch_api_key', A, { username, password: 'wrong' })
        reports.push([answer.status, await answer.text()])
      }
      return reports
    }
    expect(await answers(alice.email)).toEqual(await answers('nobody@example.com'))
  })
})

test('anonymous requests without end take nothing from who signs in', async () => {
  for (let n = 0; n < 101; n += 1) await world.request('/server_settings', {}, A)
  expect((await world.request('/server_settings', {}, A)).status).toBe(429)
  expect((await signInFrom(A)(alice.email, password)).status).toBe(200)
  const fetched = await post('/fetch_api_key', A, { username: alice.email, password })
  expect(fetched.status).toBe(200)
})

test('a right key of an account that was closed is no guess', async () => {
  await world.owner.delete(`/users/${alice.id}`)
  for (let n = 0; n < 110; n += 1) {
    const headers = basic(alice.email, alice.key)
    expect((await world.request('/users/me', { headers }, A)).status).toBe(401)
  }
})

test('where /mcp needs no key, guesses at keys of the chat are limited, and other words are not', async () => {
  await using open = await startChatWorld({
    http: { mcp: async (_, caller) => Response.json({ caller: caller ?? null }) },
  })
  const call = async (key: string) =>
    open.request('//mcp', { method: 'POST', headers: bearer(key) }, A)
  for (let n = 0; n < 100; n += 1) {
    const answer = await call(wrongKey(n))
    expect(await answer.json()).toEqual({ caller: null })
  }
  expect((await call(wrongKey(100))).status).toBe(429)
  expect((await call('<a key of your key file, if there is one>')).status).toBe(200)
  expect((await call('placeholder')).status).toBe(200)
  const known = await call(open.owner.key)
  expect(await known.json()).toEqual({ caller: `chat user ${open.owner.id}` })
})
