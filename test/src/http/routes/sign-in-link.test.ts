import { expect, test } from 'vitest'
import { makeSignInLink, welcomeLink } from '../../../../src/chat/invitations/sign-in-link.ts'
import { createHttpApp } from '../../../../src/http/app.ts'
import { createMetrics } from '../../../../src/lib/metrics.ts'
import { openBrowser } from '../../../support/browser.ts'
import { canaries } from '../../../support/canaries.ts'
import { ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

const { password } = canaries()

const pathOf = (link: string | undefined) => `/${new URL(link ?? '').pathname}`

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

/** What somebody who never had a password sends of the page. */
const setUp = {
  realm_name: 'Rockets & Sons',
  full_name: 'Grace Hopper',
  email: 'grace@example.org',
  password,
}

test('the link of a new chat names the organization and its owner, who then needs no link', async () => {
  await using world = await startChatWorld()
  const path = pathOf(await welcomeLink(world.chat))
  const browser = openBrowser(world)
  const html = await (await browser.request(path)).text()
  expect(html).toContain('Set up your team chat')
  expect(html).not.toContain('<script')
  const weak = await browser.request(path, form({ ...setUp, password: 'short' }))
  expect(weak.status).toBe(400)
  // What was wrong, over the form again.
  expect(await weak.text()).toMatch(/too weak[^]*<form/)
  const done = await browser.request(path, form(setUp))
  expect([done.status, done.headers.get('location')]).toEqual([303, '/#welcome'])
  expect(await (await browser.request('/users/me')).json()).toMatchObject({
    full_name: 'Grace Hopper',
    delivery_email: 'grace@example.org',
    is_owner: true,
  })
  expect(ok(await world.owner.get('/server_settings'))['realm_name']).toBe('Rockets & Sons')
  expect((await browser.request(path, form(setUp))).status).toBe(404)
  expect(await welcomeLink(world.chat)).toBeUndefined()
  const elsewhere = openBrowser(world)
  expect(await elsewhere.login('grace@example.org', password)).toMatchObject({ status: 200 })
  // An agent that works with the key of the owner still does.
  const key = { authorization: `Bearer ${world.owner.key}` }
  expect((await world.request('/users/me', { headers: key })).status).toBe(200)
})

test('a link signs a person in once, and changes nothing for one who has a password', async () => {
  await using world = await startChatWorld()
  const first = openBrowser(world)
  await first.request(pathOf(await welcomeLink(world.chat)), form(setUp))
  const { user } = await world.chat.signIn({ email: undefined, key: world.owner.key }, 'test')
  const path = pathOf(await makeSignInLink(world.chat, await loaded(user.id)))
  const browser = openBrowser(world)
  expect(await (await browser.request(path)).text()).toContain('You are Grace Hopper')
  const taken = { ...setUp, full_name: 'Mallory', realm_name: 'Taken', email: 'm@example.org' }
  const done = await browser.request(path, form(taken))
  expect([done.status, done.headers.get('location')]).toEqual([303, '/'])
  expect(await (await browser.request('/users/me')).json()).toMatchObject({
    full_name: 'Grace Hopper',
    delivery_email: 'grace@example.org',
  })
  expect(ok(await world.owner.get('/server_settings'))['realm_name']).toBe('Rockets & Sons')
  expect((await browser.request(path)).status).toBe(404)
  world.pass(1)
  const late = pathOf(await makeSignInLink(world.chat, await loaded(user.id)))
  world.pass(86_401)
  expect((await browser.request(late)).status).toBe(404)

  async function loaded(id: number) {
    const users = await world.chat.store.db.selectFrom('chat_user').selectAll().execute()
    return users.find((one) => one.id === id) as (typeof users)[number]
  }
})

test('a key of a person is exchanged for a session; that of a bot and a wrong one are not', async () => {
  await using world = await startChatWorld()
  const ada = await world.add('Ada')
  const browser = openBrowser(world)
  const exchange = async (api_key: string) =>
    browser.request('//accounts/login/', form({ api_key }))
  expect((await exchange(ada.key)).status).toBe(200)
  expect(await (await browser.request('/users/me')).json()).toMatchObject({ full_name: 'Ada' })
  const bot: Person = await world.add('Bot', { bot_type: 1, bot_owner_id: ada.id })
  const refused = await exchange(bot.key)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { msg: 'This is the key of a bot. Sign in as the person who owns it.' },
  ])
  expect((await exchange('x'.repeat(32))).status).toBe(401)
  const foreign = await world.request('//accounts/login/', {
    ...form({ api_key: ada.key }),
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(403)
})

test('the page and its files are served with what confines them, and kept as long as they may be', async () => {
  await using world = await startChatWorld()
  const files = new Map([
    ['index.html', '<!doctype html>page'],
    ['entry.json', '{"style":"/app/entry-abc.css","icon":"/app/icon-abc.svg"}'],
    ['main-abc.js', 'export {}'],
  ])
  const app = createHttpApp({
    operations: [],
    services: world.services,
    metrics: createMetrics(() => 0),
    mcp: async () => new Response(null),
    allowedHosts: [],
    publicUrl: 'http://localhost',
    chat: { web: async () => files },
  })
  const get = async (path: string, encoding = 'identity') =>
    app.request(path, { headers: { host: 'localhost', 'accept-encoding': encoding } })
  const page = await get('/')
  expect(await page.text()).toBe('<!doctype html>page')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const rule of [
    "default-src 'none'",
    "require-trusted-types-for 'script'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toContain('unsafe')
  expect((await get('/login')).status).toBe(200)
  const script = await get('/app/main-abc.js', 'gzip, br')
  expect(script.headers.get('cache-control')).toContain('immutable')
  expect(script.headers.get('content-encoding')).toBe('br')
  for (const path of [
    '/app/index.html',
    '/app/entry.json',
    '/app/none-abc.js',
    '/app/..%2Fx-y.js',
  ]) {
    expect((await get(path)).status).toBe(404)
  }
})
