import { beforeEach, describe, expect, test } from 'vitest'
import { changeUser } from '../../../../src/chat/users/accounts/change-user.ts'
import { givePassword } from '../../../../src/chat/users/sign-in/change-password.ts'
import { replaceKey } from '../../../../src/chat/users/sign-in/fetch-key.ts'
import { hashPassword } from '../../../../src/chat/users/sign-in/passwords.ts'
import { createBrowserCookies } from '../../../../src/http/callers/browser.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { type Browser, openBrowser, ORIGIN } from '../../../support/browser.ts'
import { canaries } from '../../../support/canaries.ts'
import { upload } from '../../../support/chat-uploads.ts'
import {
  CHEAP,
  type ChatWorld,
  ok,
  type Person,
  startChatWorld,
} from '../../../support/chat-world.ts'

const { password } = canaries()

let world: ChatWorld
let alice: Person
let browser: Browser

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice', { passwordHash: await hashPassword(password, CHEAP) })
  browser = openBrowser(world)
  return async () => world[Symbol.asyncDispose]()
})

/** Begins a resumable upload, as pages do. */
const begin = async (headers: Record<string, string>) =>
  world.request('/tus', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', ...headers },
  })
const isSignedIn = async (one = browser) => (await begin(one.headers())).status === 201

test('a browser signs in, uploads by its cookie, and signs out', async () => {
  verifies('chat:5:3')
  expect(await begin(browser.headers())).toMatchObject({ status: 401 })
  expect(await browser.login('ALICE@example.com', password)).toEqual({
    status: 200,
    result: 'success',
    msg: '',
    user_id: alice.id,
    email: 'alice@example.com',
    csrf_token: browser.cookies.get('csrftoken'),
  })
  expect(browser.attributes.get('sessionid')).toBe(
    '; Path=/; SameSite=Lax; HttpOnly; Max-Age=7776000',
  )
  expect(browser.attributes.get('csrftoken')).toBe('; Path=/; SameSite=Lax; Max-Age=7776000')
  const begun = await begin(browser.headers())
  expect(begun.status).toBe(201)
  const place = `//${new URL(begun.headers.get('location') ?? '', ORIGIN).pathname.slice(1)}`
  const part = {
    ...browser.headers(),
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  const sent = await world.request(place, { method: 'PATCH', headers: part, body: 'hello' })
  expect(sent.status).toBe(200)
  const { url } = (await sent.json()) as { url: string }
  // What only looks needs no more than the cookie.
  const { cookie } = browser.headers()
  expect(await (await world.request(`/${url}`, { headers: { cookie } })).text()).toBe('hello')
  expect((await world.request(`/${url}`)).status).not.toBe(200)
  expect((await browser.logout()).status).toBe(200)
  expect(browser.cookies.size).toBe(0)
  expect((await world.request(`/${url}`, { headers: { cookie } })).status).not.toBe(200)
  expect((await browser.logout()).status).toBe(200)
})

test('a signed-in browser may do what its account may', async () => {
  await browser.login(alice.email, password)
  expect(await (await browser.request('/users/me')).json()).toMatchObject({ user_id: alice.id })
  const body = () =>
    new URLSearchParams({ type: 'channel', to: 'general', topic: 't', content: 'x' })
  const sent = await browser.request('/messages', { method: 'POST', body: body() })
  expect(sent.status).toBe(200)
  const { cookie } = browser.headers()
  const forged = { origin: ORIGIN, cookie }
  const refused = await world.request('/messages', {
    method: 'POST',
    headers: forged,
    body: body(),
  })
  expect(await refused.json()).toMatchObject({ code: 'CSRF_FAILED' })
  // What only looks needs no token.
  expect((await world.request('/users/me', { headers: { cookie } })).status).toBe(200)
  expect((await world.request('/users/me')).status).toBe(401)
})

test('a request that changes something needs the token whatever its method', async () => {
  await browser.login(alice.email, password)
  const cookies = createBrowserCookies(ORIGIN)
  const request = new Request(`${ORIGIN}/`, { headers: { cookie: browser.headers().cookie ?? '' } })
  const token = browser.cookies.get('sessionid') ?? ''
  expect(() => cookies.requireIntent(request, token)).not.toThrow()
  expect(() => cookies.requireIntent(request, token, true)).toThrow('CSRF')
})

test('servers on several ports of one host keep their cookies apart', () => {
  const names = ['http://h.test:3000', 'http://h.test:3001', 'http://h.test'].map(
    (url) => createBrowserCookies(url).set('value', 60)[0]?.split('=')[0],
  )
  expect(names).toEqual(['sessionid-3000', 'sessionid-3001', 'sessionid'])
})

describe('a request that another page could make is refused', () => {
  const without = (name: string) => (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name))
  const others: [string, (headers: Record<string, string>) => Record<string, string>][] = [
    ['without an origin', without('origin')],
    ['from another scheme', (headers) => ({ ...headers, origin: 'https://localhost' })],
    [
      'from another site',
      (headers) => ({ ...without('origin')(headers), 'sec-fetch-site': 'same-site' }),
    ],
    ['without the token', without('x-csrftoken')],
    ['with a wrong token', (headers) => ({ ...headers, 'x-csrftoken': 'A'.repeat(43) })],
    ['with an empty token', (headers) => ({ ...headers, 'x-csrftoken': '' })],
    [
      'without the cookie of the token',
      ({ cookie = '', ...rest }) => ({ ...rest, cookie: cookie.replace(/csrftoken=[^;]+/, 'x=1') }),
    ],
    [
      'with a token of its own making in both places',
      ({ cookie = '', ...rest }) => ({
        ...rest,
        cookie: cookie.replace(/csrftoken=[^;]+/, 'csrftoken=mine'),
        'x-csrftoken': 'mine',
      }),
    ],
  ]

  test.each(others)('%s', async (_, change) => {
    await browser.login(alice.email, password)
    const headers = change(browser.headers())
    const response = await begin(headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'CSRF_FAILED', result: 'error' })
    const out = await world.request('//accounts/logout/', { method: 'POST', headers })
    expect(out.status).toBe(403)
    expect(await isSignedIn()).toBe(true)
  })

  test('from another port, before anything else is looked at', async () => {
    await browser.login(alice.email, password)
    const headers = { ...browser.headers(), origin: 'http://localhost:8080' }
    const response = await begin(headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ msg: expect.stringContaining('Origin') })
    const out = await world.request('//accounts/logout/', { method: 'POST', headers })
    expect([out.status, await isSignedIn()]).toEqual([403, true])
  })

  test('to sign a browser in', async () => {
    const body = () => new URLSearchParams({ username: alice.email, password })
    for (const headers of [{}, { origin: 'http://localhost:1' }, { 'sec-fetch-site': 'none' }]) {
      const init = { method: 'POST', body: body(), headers }
      expect((await world.request('//accounts/login/', init)).status).toBe(403)
    }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const init = { method: 'POST', body: body(), headers }
    expect((await world.request('//accounts/login/', init)).status).toBe(200)
  })

  test.each([
    ['sessionid', 401],
    ['csrftoken', 403],
  ])('with two cookies named %s, whichever comes first', async (name, status) => {
    await browser.login(alice.email, password)
    const headers = browser.headers()
    const value = browser.cookies.get(name) ?? ''
    expect(value).not.toBe('')
    // The same value twice is no better: whoever plants one may know the other.
    for (const planted of ['planted', value]) {
      for (const cookie of [
        `${name}=${planted}; ${headers['cookie']}`,
        `${headers['cookie']}; ${name}=${planted}`,
      ]) {
        expect((await begin({ ...headers, cookie })).status).toBe(status)
      }
    }
    expect(await isSignedIn()).toBe(true)
  })
})

describe('a session ends', () => {
  test('when its browser signs in again', async () => {
    await browser.login(alice.email, password)
    const before = browser.headers()
    await browser.login(alice.email, password)
    expect(browser.headers()).not.toEqual(before)
    expect((await begin(before)).status).toBe(401)
    expect(await isSignedIn()).toBe(true)
  })

  test('after two weeks without its browser, and after ninety days with it', async () => {
    await browser.login(alice.email, password)
    for (let day = 0; day < 6; day += 1) {
      world.pass(14 * 86_400 - 60)
      expect(await isSignedIn()).toBe(true)
    }
    world.pass(7 * 86_400)
    expect(await isSignedIn()).toBe(false)
    await browser.login(alice.email, password)
    world.pass(14 * 86_400 + 1)
    expect(await isSignedIn()).toBe(false)
    await browser.login(alice.email, password)
    const kept = await world.chat.store.db.selectFrom('chat_session').selectAll().execute()
    expect(kept).toHaveLength(1)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['with a new key', async () => replaceKey(world.chat, alice.id)],
    ['with a new password', async () => givePassword(world.chat, alice.user, `other ${password}`)],
    ['with its account', async () => world.owner.delete(`/users/${alice.id}`)],
    ['by the operator', async () => changeUser(world.chat, alice.email, { is_active: false })],
  ])('%s', async (_, end) => {
    await browser.login(alice.email, password)
    expect(await isSignedIn()).toBe(true)
    await end()
    expect(await isSignedIn()).toBe(false)
    await changeUser(world.chat, alice.email, { is_active: true })
    expect(await isSignedIn()).toBe(false)
  })

  test('when there are too many of its account', async () => {
    await browser.login(alice.email, password)
    const rows = Array.from({ length: 50 }, (_, index) => ({
      hash: String(index),
      user_id: alice.id,
      client: 'x',
      created_at: world.chat.now().getTime() + 1,
      seen_at: world.chat.now().getTime(),
    }))
    await world.chat.store.write(async (tx) => tx.insertInto('chat_session').values(rows).execute())
    world.pass(1)
    const other = openBrowser(world)
    await other.login(alice.email, password)
    expect([await isSignedIn(), await isSignedIn(other)]).toEqual([false, true])
  })
})

test('who may not sign in is told no more than over the API', async () => {
  const wrong = { status: 401, code: 'AUTHENTICATION_FAILED' }
  expect(await browser.login(alice.email, 'wrong')).toMatchObject(wrong)
  expect(await browser.login('nobody@example.com', password)).toMatchObject(wrong)
  expect(await browser.login(alice.email, '')).toMatchObject({ status: 400, var_name: 'password' })
  for (let tries = 0; tries < 4; tries += 1) await browser.login(alice.email, 'wrong')
  expect(await browser.login(alice.email, password)).toMatchObject({ status: 429 })
  expect(browser.cookies.size).toBe(0)
  world.pass(3_600)
  ok(await world.owner.delete(`/users/${alice.id}`))
  expect(await browser.login(alice.email, password)).toMatchObject({ code: 'USER_DEACTIVATED' })
  const response = await browser.request('//accounts/login/')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})

test('no browser asks for a name and password of its own', async () => {
  const login = async (headers: Record<string, string>) =>
    world.request('//accounts/login/', {
      method: 'POST',
      headers: { origin: ORIGIN, ...headers },
      body: new URLSearchParams({ username: alice.email, password: 'wrong' }),
    })
  const responses = [
    await login({}),
    await login({ 'sec-fetch-mode': 'navigate' }),
    await login({ authorization: 'Basic eDp5' }),
    await begin(browser.headers()),
    await begin({ 'sec-fetch-mode': 'cors' }),
    await browser.request('/users/me'),
  ]
  for (const { headers, status } of responses) {
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Session realm="bellhop"')
  }
  // A user who navigates there is shown the page, and other programs are told how to sign in.
  for (const headers of [{ 'sec-fetch-mode': 'navigate' }, {}]) {
    const { headers: answer } = await world.request('/users/me', { headers })
    expect(answer.get('www-authenticate')).toBe('Basic realm="bellhop"')
  }
})

test('sessions are kept as digests', async () => {
  await browser.login(alice.email, password)
  const rows = await world.chat.store.db.selectFrom('chat_session').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('sessionid'))
})

test('what others may not see, a session does not show', async () => {
  const path = await upload(world, world.owner, 'a.txt')
  await browser.login(alice.email, password)
  expect((await browser.request(`/${path}`)).status).not.toBe(200)
})

test('behind TLS, cookies are of this host alone and never sent without it', () => {
  const cookies = createBrowserCookies('https://chat.example.com')
  const [session = '', csrf = ''] = cookies.set('value', 60)
  expect(session).toBe('__Host-sessionid=value; Path=/; SameSite=Lax; Secure; HttpOnly; Max-Age=60')
  expect(csrf).toMatch(/^__Host-csrftoken=[\w-]{43}; Path=\/; SameSite=Lax; Secure; Max-Age=60$/)
  expect(cookies.sessionIn(new Headers({ cookie: 'sessionid=value' }))).toBeUndefined()
  expect(cookies.sessionIn(new Headers({ cookie: 'a=b;__Host-sessionid=value' }))).toBe('value')
  const request = (origin: string) =>
    new Request('https://chat.example.com/', { headers: { origin, host: 'chat.example.com' } })
  expect(() => cookies.requireOwnPage(request('https://chat.example.com'))).not.toThrow()
  expect(() => cookies.requireOwnPage(request('http://chat.example.com'))).toThrow('CSRF')
})
