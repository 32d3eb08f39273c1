import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseKeyFile } from '../../../src/http/callers/bearer.ts'
import { sweepRecords } from '../../../src/oauth/sweep-records.ts'
import { canaries } from '../../support/canaries.ts'
import { type DocumentSite, startDocumentSite } from '../../support/document-site.ts'
import {
  callWith,
  errorOf,
  OAuthClient,
  statusWith,
  type Tokens,
} from '../../support/oauth-client.ts'
import type { OAuthPerson } from '../../support/oauth-person.ts'
import { type OAuthWorld, startOAuthWorld } from '../../support/oauth-world.ts'

const { password } = canaries()
const KEY = 'test-key-of-a-program-0123456789'

let site: DocumentSite
let world: OAuthWorld
let ada: { username: string; password: string }
let browser: OAuthPerson

beforeAll(async () => {
  site = await startDocumentSite()
  const keys = parseKeyFile(`agent ${KEY}`)
  world = await startOAuthWorld({ instances: 1, keys })
  const person = await world.addPerson('Ada', password)
  ada = { username: person.email, password }
  browser = await world.browserOf(person)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

/** Registrations as hosts send them, and addresses that each sends browsers to. */
const HOSTS: readonly [name: string, metadata: Record<string, unknown>, used: readonly string[]][] =
  [
    [
      'Claude.ai and Claude Desktop',
      {
        redirect_uris: [
          'https://claude.ai/api/mcp/auth_callback',
          'https://claude.com/api/mcp/auth_callback',
        ],
        token_endpoint_auth_method: 'client_secret_post',
        scope: 'mcp read write',
      },
      ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
    ],
    [
      'Claude Code',
      {
        redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
      },
      ['http://localhost:53999/callback', 'http://127.0.0.1:40001/callback'],
    ],
    [
      'ChatGPT',
      {
        redirect_uris: [
          'https://chatgpt.com/connector/oauth/abc123',
          'https://chatgpt.com/connector_platform_oauth_redirect',
        ],
        token_endpoint_auth_method: 'none',
        application_type: 'web',
      },
      ['https://chatgpt.com/connector_platform_oauth_redirect'],
    ],
    [
      'VS Code',
      {
        redirect_uris: [
          'https://insiders.vscode.dev/redirect',
          'https://vscode.dev/redirect',
          'http://127.0.0.1/',
          'http://127.0.0.1:33418/',
        ],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        grant_types: [
          'authorization_code',
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:device_code',
        ],
      },
      ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', 'http://127.0.0.1:59656/'],
    ],
    [
      'Cursor',
      {
        redirect_uris: [
          'cursor://anysphere.cursor-mcp/oauth/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'http://localhost:8787/callback',
        ],
        token_endpoint_auth_method: 'none',
      },
      ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
    ],
    [
      'mcp-remote',
      {
        redirect_uris: ['http://localhost:3334/oauth/callback'],
        token_endpoint_auth_method: 'none',
        client_name: 'MCP CLI Proxy',
        client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
        software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
        software_version: '1',
      },
      ['http://localhost:3334/oauth/callback'],
    ],
  ]
const COMMON = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  client_name: 'Host',
}

describe('registering', () => {
  test.each(HOSTS)('%s comes in by each of its addresses', async (_, metadata, used) => {
    const clients: OAuthClient[] = []
    for (const redirectUri of used) {
      const client = await OAuthClient.registered(world.url, redirectUri, {
        ...COMMON,
        ...metadata,
      })
      const sent = await fetch(client.begin().url, { redirect: 'manual' })
      expect(sent.headers.get('location')).toMatch(/^\/oauth\/consent\//)
      clients.push(client)
    }
    const [client] = clients as [OAuthClient]
    const tokens = await client.comeIn(browser, ada)
    expect(await statusWith(world.mcpUrl, tokens.access_token)).toBe(200)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
  })

  test.each([
    ['plain http elsewhere', { redirect_uris: ['http://evil.example/callback'] }],
    [
      'plain http elsewhere, of a web program',
      { redirect_uris: ['http://evil.example/callback'], application_type: 'web' },
    ],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['data', { redirect_uris: ['data:text/html,x'] }],
    ['what a system opens', { redirect_uris: ['https://x.example/', 'ms-msdt:/id'] }],
    ['a scheme of nobody', { redirect_uris: ['search-ms:query=x'] }],
    ['no address', { redirect_uris: [] }],
    ['none at all', {}],
    ['too many', { redirect_uris: Array.from({ length: 21 }, (_, i) => `https://x.example/${i}`) }],
    ['a long one', { redirect_uris: [`https://x.example/${'x'.repeat(1_000)}`] }],
    ['a fragment', { redirect_uris: ['https://x.example/#a'] }],
    ['no object', [1, 2]],
  ])('%s is refused', async (_, metadata) => {
    const answer = await OAuthClient.register(world.url, metadata as Record<string, unknown>)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^invalid_/) })
  })

  test('keeps nothing that others would be asked for, and is for pages of any origin', async () => {
    const requestsBefore = site.requests.length
    const foreign = `${site.origin}/asked`
    const answer = await OAuthClient.register(world.url, {
      ...COMMON,
      redirect_uris: ['https://x.example/callback'],
      sector_identifier_uri: foreign,
      logo_uri: foreign,
      jwks_uri: foreign,
      request_uris: [foreign],
      backchannel_logout_uri: foreign,
    })
    const registered = (await answer.json()) as object
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, '*'])
    expect(Object.keys(registered)).not.toContain('logo_uri')
    expect(Object.keys(registered)).not.toContain('registration_access_token')
    expect(site.requests.length).toBe(requestsBefore)
    const preflight = await fetch(`${world.url}/oauth/register`, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
    const body = 'x'.repeat(20_000)
    const large = await fetch(`${world.url}/oauth/register`, { method: 'POST', body })
    expect(large.status).toBe(413)
  })

  test('is limited by address, and what nobody uses is cleared away', async () => {
    await using own = await startOAuthWorld({ instances: 1 })
    const bea = await own.addPerson('Bea', password)
    const used = await OAuthClient.registered(own.url)
    const manners = { username: bea.email, password }
    const { access_token } = await used.comeIn(await own.browserOf(bea), manners)
    const unused = await OAuthClient.registered(own.url)
    const statuses: number[] = []
    for (let count = 0; count < 60; count += 1) {
      statuses.push((await OAuthClient.register(own.url, {})).status)
    }
    expect(new Set(statuses)).toEqual(new Set([400, 503]))
    const parts = { store: async () => own.store, now: own.services.now }
    const idsNow = async () => {
      await sweepRecords(parts, new AbortController().signal)
      const rows = await own.store.db
        .selectFrom('oauth_record')
        .selectAll()
        .where('kind', '=', 'Client')
        .execute()
      return rows.map(({ id }) => id)
    }
    expect(await idsNow()).toEqual(expect.arrayContaining([used.id, unused.id]))
    own.pass(86_401)
    expect(await idsNow()).toEqual([used.id])
    expect(await statusWith(own.mcpUrl, access_token)).toBe(401)
    own.pass(30 * 86_400)
    await idsNow()
    expect(await own.store.db.selectFrom('oauth_grant').selectAll().execute()).toEqual([])
    own.pass(120 * 86_400)
    expect(await idsNow()).toEqual([])
  })
})

describe('documents', () => {
  test.each([
    ['at a private address', () => `${site.origin}/client.json`],
    ['at a private name', () => 'https://localhost/client.json'],
    ['at a literal address', () => 'https://127.0.0.1/client.json'],
    ['of the cloud', () => 'https://169.254.169.254/latest/meta-data'],
  ])('%s are not fetched', async (_, idOf) => {
    const id = idOf()
    const { pathname } = new URL(id)
    site.documents.set(pathname, { client_id: id, redirect_uris: ['https://x.example/callback'] })
    const requestsBefore = site.requests.length
    const client = new OAuthClient(world.url, id, 'https://x.example/callback')
    const answer = await fetch(client.begin().url, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect((await client.refresh('x'.repeat(43))).ok).toBe(false)
    expect(site.requests.length).toBe(requestsBefore)
  })

  test('that say too much, or of another client, are refused; those of one host are fetched seldom', async () => {
    await using own = await startOAuthWorld({ instances: 1, documentHosts: [site.host] })
    const begin = async (path: string, document: Record<string, unknown>) => {
      site.documents.set(path, { client_id: `${site.origin}${path}`, ...document })
      const client = new OAuthClient(own.url, `${site.origin}${path}`, 'https://x.example/callback')
      return (await fetch(client.begin().url, { redirect: 'manual' })).status
    }
    const redirect_uris = ['https://x.example/callback']
    expect(await begin('/good', { redirect_uris })).toBe(303)
    expect(await begin('/other', { redirect_uris, client_id: 'https://x.example/other' })).toBe(400)
    expect(await begin('/secret', { redirect_uris, client_secret: 'x' })).toBe(400)
    expect(await begin('/large', { redirect_uris, filler: 'x'.repeat(20_000) })).toBe(400)
    expect(
      await begin('/many', {
        redirect_uris: Array.from({ length: 30 }, (_, i) => `https://x.example/${i || 'callback'}`),
      }),
    ).toBe(400)
    const requestsBefore = site.requests.length
    for (let count = 0; count < 18; count += 1) await begin(`/flood-${count}`, { redirect_uris })
    expect(site.requests.length - requestsBefore).toBeLessThan(18)
  })
})

describe('keys', () => {
  test('of the key file and of the chat go on working, with what each may do', async () => {
    expect(await statusWith(world.mcpUrl, KEY)).toBe(200)
    const { key } = world.chat.owner
    const own = await callWith(world.mcpUrl, key, 'get_streams', {})
    expect(await own.text()).not.toContain('"isError":true')
    // Where keys are asked for, that of an account opens the chat alone; who came in by OAuth was let in to all tools.
    expect(await (await callWith(world.mcpUrl, key)).text()).toContain('not found')
    const client = await OAuthClient.registered(world.url)
    const { access_token } = await client.comeIn(browser, ada)
    expect(await (await callWith(world.mcpUrl, access_token)).text()).toContain('said: hi')
    const route = await fetch(`${world.url}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(route.status).toBe(401)
  })

  test('open no session that a program has opened by OAuth for the same account', async () => {
    const { key, email } = world.chat.owner
    const owner = await world.addPerson('Cid', password)
    const client = await OAuthClient.registered(world.url)
    const manners = { username: owner.email, password }
    const { access_token } = await client.comeIn(await world.browserOf(owner), manners)
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      },
    }
    const send = async (token: string, message: object, session?: string) =>
      fetch(world.mcpUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        },
        body: JSON.stringify(message),
      })
    const opened = await send(access_token, initialize)
    const session = opened.headers.get('mcp-session-id') ?? ''
    await opened.body?.cancel()
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    const statuses: number[] = []
    for (const token of [access_token, owner.key, key]) {
      const answer = await send(token, list, session)
      statuses.push(answer.status)
      await answer.body?.cancel()
    }
    expect([email, statuses]).toEqual([email, [200, 404, 404]])
  })
})

describe('time', () => {
  test('tokens end in time: access after an hour, refresh after thirty days without use', async () => {
    const client = await OAuthClient.registered(world.url)
    const first = await client.comeIn(browser, ada)
    world.pass(3_599)
    expect(await statusWith(world.mcpUrl, first.access_token)).toBe(200)
    world.pass(1)
    expect(await statusWith(world.mcpUrl, first.access_token)).toBe(401)
    world.pass(29 * 86_400)
    const second = (await (await client.refresh(first.refresh_token)).json()) as Tokens
    expect(await statusWith(world.mcpUrl, second.access_token)).toBe(200)
    world.pass(30 * 86_400)
    expect(await errorOf(await client.refresh(second.refresh_token))).toEqual([
      400,
      'invalid_grant',
    ])
  })
})
