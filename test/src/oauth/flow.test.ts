import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeUser } from '../../../src/chat/users/accounts/change-user.ts'
import { givePassword } from '../../../src/chat/users/sign-in/change-password.ts'
import { storedId } from '../../../src/oauth/records.ts'
import { canaries } from '../../support/canaries.ts'
import type { Person } from '../../support/chat-world.ts'
import { type DocumentSite, startDocumentSite } from '../../support/document-site.ts'
import {
  callWith,
  challengeOf,
  errorOf,
  OAuthClient,
  sentTo,
  statusWith,
  type Tokens,
} from '../../support/oauth-client.ts'
import { type Manners, OAuthPerson } from '../../support/oauth-person.ts'
import { type OAuthWorld, startOAuthWorld } from '../../support/oauth-world.ts'

const { password } = canaries()
const NEW = 'another long password of Eve'
const OFF = { is_active: false }

let site: DocumentSite
let world: OAuthWorld
let ada: Manners & { id: number }
let client: OAuthClient
/** Ada's, in which she is signed in. */
let browser: OAuthPerson

beforeAll(async () => {
  site = await startDocumentSite()
  world = await startOAuthWorld({ documentHosts: [site.host] })
  const person = await world.addPerson('Ada', password)
  const { id, email } = person
  browser = await world.browserOf(person)
  ada = { id, username: email, password }
  client = await OAuthClient.registered(world.url)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

describe('coming in', () => {
  test('by registration and by document, each hop on another instance', async () => {
    const id = `${site.origin}/client.json`
    const redirectUri = 'http://127.0.0.1:51234/callback'
    site.documents.set('/client.json', {
      client_id: id,
      client_name: 'Documented',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      scope: 'mcp offline_access other',
      token_endpoint_auth_method: 'none',
    })
    for (const one of [client, new OAuthClient(world.url, id, redirectUri)]) {
      world.hops.length = 0
      const tokens = await one.comeIn(browser, ada)
      expect(tokens).toMatchObject({ expires_in: 3_600, scope: 'mcp chat:write' })
      const answer = await callWith(world.mcpUrl, tokens.access_token)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('hi')])
      const turns = world.hops.map(({ instance }) => instance)
      expect(turns.every((instance, index) => instance !== turns[index - 1])).toBe(true)
      expect(turns.length).toBeGreaterThan(5)
    }
    expect(site.requests.length).toBeGreaterThan(0)
  })

  test('with the account of whoever consents, which acts in the chat', async () => {
    const { access_token: token } = await client.comeIn(browser, ada)
    const sent = await callWith(world.mcpUrl, token, 'send_message', {
      type: 'channel',
      to: 'general',
      topic: 'by oauth',
      content: 'from a program',
    })
    expect(await sent.text()).not.toContain('"isError":true')
    const narrow = [{ operator: 'topic', operand: 'by oauth' }]
    const query = { anchor: 'newest', num_before: 5, num_after: 0, narrow }
    const { messages } = await world.chat.owner.get('/messages', query)
    expect(messages).toMatchObject([{ sender_id: ada.id }])
  })

  test('goes on when the instance that began it is gone', async () => {
    await using lasting = await startOAuthWorld()
    const bea = await lasting.addPerson('Bea', password)
    const program = await OAuthClient.registered(lasting.url)
    let pages = 0
    const sees = () => {
      pages += 1
      lasting.kill(lasting.hops.at(-1)?.instance ?? 0)
    }
    const manners = { username: bea.email, password, sees }
    const tokens = await program.comeIn(await lasting.browserOf(bea), manners)
    expect(pages).toBe(1)
    expect(await statusWith(lasting.mcpUrl, tokens.access_token)).toBe(200)
  })

  test('shows who asks, where they are told and for what, without scripts', async () => {
    const pages: string[] = []
    const named = await OAuthClient.registered(
      world.url,
      'https://claude.ai/api/mcp/auth_callback',
      {
        client_name: '<b>Bank</b>\u202e of\nEurope',
      },
    )
    await named.comeIn(new OAuthPerson(), { ...ada, sees: (page) => void pages.push(page) })
    expect(pages).toHaveLength(2)
    for (const page of pages) {
      expect(page).toContain('&lt;b&gt;Bank&lt;/b&gt; of Europe')
      expect(page).toContain('<strong>claude.ai</strong>')
      expect(page).not.toContain('this computer')
      expect(page).not.toMatch(/<script|javascript:|\son\w+=/i)
    }
    expect(pages[1]).toContain('Write and change things in the chat in your name.')
    pages.length = 0
    await client.comeIn(new OAuthPerson(), { ...ada, sees: (page) => void pages.push(page) })
    expect(pages[1]).toContain('this computer')
    expect(pages[1]).toContain('http://127.0.0.1:4711')
  })

  test('lets no page of others press the button, and lets forms lead anywhere', async () => {
    const person = new OAuthPerson()
    const { url } = client.begin()
    const first = await person.send(url)
    const consent = new URL(first.headers.get('location') ?? '', url)
    const page = await person.send(consent)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    expect(policy).not.toMatch(/form-action|script-src/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const body = new URLSearchParams({ do: 'allow', account: String(ada.id) })
    const forged = await fetch(consent, {
      method: 'POST',
      body,
      headers: { origin: 'http://127.0.0.1:1' },
    })
    expect(forged.status).toBe(403)
    expect((await fetch(consent)).status).toBe(404)
  })

  test('takes the consent of the account that the page has shown, and of no other', async () => {
    const { url } = client.begin()
    const first = await browser.send(url)
    const consent = new URL(first.headers.get('location') ?? '', url)
    const asOther = new URLSearchParams({ do: 'allow', account: String(world.chat.owner.id) })
    const page = await browser.send(consent, asOther)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(ada.username)])
    const asShown = new URLSearchParams({ do: 'allow', account: String(ada.id) })
    expect((await browser.send(consent, asShown)).status).toBe(303)
  })

  test('may be refused, in all and in part', async () => {
    const { url } = client.begin()
    const back = await browser.authorize(url, client.redirectUri, {
      ...ada,
      presses: 'deny',
    })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'kept',
      iss: world.url,
    })
    const some = await client.comeIn(new OAuthPerson(), { ...ada, clears: ['chat:write'] })
    expect(some.scope).toBe('mcp')
  })

  test('asks for what people use every day where a program asks for nothing that is known', async () => {
    for (const scope of [undefined, 'read write']) {
      const { scope: got } = await client.comeIn(browser, ada, { scope })
      expect(got).toBe('mcp chat:write')
    }
    const { scope: got } = await client.comeIn(browser, ada, { resource: undefined })
    expect(got).toBe('mcp chat:write')
  })
})

describe('what is refused', () => {
  test('a foreign resource, no PKCE, an address that was not registered, other flows', async () => {
    const foreign = await sentTo(client.begin({ resource: 'https://evil.example/mcp' }).url)
    expect(foreign).toContain('error=invalid_target')
    const open = { code_challenge: undefined, code_challenge_method: undefined }
    expect(await sentTo(client.begin(open).url)).toContain('error=invalid_request')
    const plain = await sentTo(client.begin({ code_challenge_method: 'plain' }).url)
    expect(plain).toContain('error=invalid_request')
    const implicit = await sentTo(client.begin({ response_type: 'token' }).url)
    expect(implicit).toContain('error=unsupported_response_type')
    const elsewhere = await sentTo(client.begin({ redirect_uri: 'http://127.0.0.1:1/other' }).url)
    expect(elsewhere).toEqual([400, expect.stringContaining('redirect_uri')])
    const unknown = await sentTo(client.begin({ client_id: '<i>nobody' }).url)
    expect(unknown).toEqual([400, expect.not.stringContaining('<i>')])
  })

  test('a code that is used twice, which ends what the first use got', async () => {
    const { url, verifier } = client.begin()
    const back = await browser.authorize(url, client.redirectUri, ada)
    const code = back.searchParams.get('code') ?? ''
    const answers = await Promise.all([1, 2, 3, 4].map(async () => client.exchange(code, verifier)))
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    expect(await errorOf(await client.exchange(code, verifier))).toEqual([400, 'invalid_grant'])
    const first = answers.find(({ ok }) => ok)
    const { access_token } = first ? ((await first.json()) as Tokens) : { access_token: 'none' }
    expect(await statusWith(world.mcpUrl, access_token)).toBe(401)
  })

  test('a code with the verifier of somebody else', async () => {
    const { url } = client.begin()
    const back = await browser.authorize(url, client.redirectUri, ada)
    const wrong = await client.exchange(back.searchParams.get('code') ?? '', 'x'.repeat(43))
    expect(await errorOf(wrong)).toEqual([400, 'invalid_grant'])
  })

  test('tokens and codes where the database is read: it holds none of them', async () => {
    const tokens = await client.comeIn(browser, ada)
    const { db } = world.store
    const rows = JSON.stringify([
      await db.selectFrom('oauth_record').selectAll().execute(),
      await db.selectFrom('oauth_grant').selectAll().execute(),
    ])
    expect(rows).toContain('AccessToken')
    expect(rows).not.toContain(tokens.access_token)
    expect(rows).not.toContain(tokens.refresh_token)
  })
})

describe('scopes', () => {
  test('that a call lacks are told all at once, also behind call_tool', async () => {
    const { access_token: token } = await client.comeIn(browser, ada, { scope: 'mcp' })
    const message = { type: 'channel', to: 'general', topic: 't', content: 'hi' }
    const wrapped = { name: 'send_message', arguments: message }
    const loose = { name: 'Send-Message', ...message }
    for (const [tool, args] of [
      ['send_message', message],
      ['call_tool', wrapped],
      ['call_tool', loose],
    ] as const) {
      const answer = await callWith(world.mcpUrl, token, tool, args)
      const text = await answer.text()
      expect([tool, answer.status, text]).toEqual([tool, 403, expect.stringContaining('forbidden')])
      expect(challengeOf(answer)).toBe(
        `Bearer error="insufficient_scope", scope="mcp chat:write", ` +
          `resource_metadata="${world.url}/.well-known/oauth-protected-resource/mcp"`,
      )
    }
    expect(await statusWith(world.mcpUrl, token)).toBe(200)
    const reading = await callWith(world.mcpUrl, token, 'get_streams', {})
    expect(await reading.text()).not.toContain('"isError":true')
  })

  test('without that of tools, nothing is answered; nor for another resource, nor without its grant', async () => {
    const { access_token: token } = await client.comeIn(browser, ada)
    const id = storedId('AccessToken', token)
    const { payload } = await world.store.db
      .selectFrom('oauth_record')
      .select('payload')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const become = async (from: string, to: string) =>
      world.store.write(async (tx) => {
        const changed = { payload: payload.replace(from, to) }
        await tx.updateTable('oauth_record').set(changed).where('id', '=', id).execute()
      })
    await become('mcp chat:write', 'chat:write')
    const answer = await callWith(world.mcpUrl, token)
    expect([answer.status, challengeOf(answer)]).toEqual([
      403,
      expect.stringContaining('scope="mcp chat:write"'),
    ])
    await become(`${world.url}/mcp`, `${world.url}/other`)
    expect(await statusWith(world.mcpUrl, token)).toBe(401)
    await become('nothing', 'changed')
    expect(await statusWith(world.mcpUrl, token)).toBe(200)
    await world.store.write(async (tx) => {
      await tx.deleteFrom('oauth_grant').where('account_id', '=', ada.id).execute()
    })
    expect(await statusWith(world.mcpUrl, token)).toBe(401)
  })
})

describe('rotation', () => {
  test('two refreshes at once are both answered, and the one that used a token long ago ends all', async () => {
    const { refresh_token: old } = await client.comeIn(browser, ada)
    const both = await Promise.all([client.refresh(old), client.refresh(old)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const [one, other] = (await Promise.all(both.map(async (answer) => answer.json()))) as [
      Tokens,
      Tokens,
    ]
    expect(new Set([old, one.refresh_token, other.refresh_token]).size).toBe(3)
    for (const { access_token } of [one, other]) {
      for (const { mcpUrl } of world.instances)
        expect(await statusWith(mcpUrl, access_token)).toBe(200)
    }
    world.pass(59)
    expect((await client.refresh(old)).status).toBe(200)
    world.pass(2)
    expect(await errorOf(await client.refresh(old))).toEqual([400, 'invalid_grant'])
    for (const { access_token, refresh_token } of [one, other]) {
      for (const { mcpUrl } of world.instances)
        expect(await statusWith(mcpUrl, access_token)).toBe(401)
      expect(await errorOf(await client.refresh(refresh_token))).toEqual([400, 'invalid_grant'])
    }
  })
})

describe('the end', () => {
  test('revoking on one instance is at once everywhere', async () => {
    const { access_token: token, refresh_token } = await client.comeIn(browser, ada)
    const body = new URLSearchParams({ client_id: client.id, token: refresh_token })
    const [first, second] = world.instances
    expect((await fetch(`${first?.url}/oauth/revoke`, { method: 'POST', body })).status).toBe(200)
    expect(await statusWith(`${second?.url}/mcp`, token)).toBe(401)
    expect(await errorOf(await client.refresh(refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test.each([
    ['another password', async ({ user }: Person) => givePassword(world.chat.chat, user, NEW)],
    ['deactivation', async ({ email }: Person) => changeUser(world.chat.chat, email, OFF)],
  ] as const)('%s ends what was allowed', async (name, change) => {
    const eve = await world.addPerson(`Eve of ${name}`, password)
    const manners = { username: eve.email, password }
    const own = await world.browserOf(eve)
    const tokens = [await client.comeIn(own, manners), await client.comeIn(own, manners)]
    for (const { access_token } of tokens) {
      expect(await statusWith(world.mcpUrl, access_token)).toBe(200)
    }
    await change(eve)
    for (const { access_token, refresh_token } of tokens) {
      expect(await statusWith(world.mcpUrl, access_token)).toBe(401)
      expect(await errorOf(await client.refresh(refresh_token))).toEqual([400, 'invalid_grant'])
    }
  })
})
