import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from '../../../src/chat/users/accounts/change-user.ts'
import { givePassword } from '../../../src/chat/users/sign-in/change-password.ts'
import { canaries } from '../../support/canaries.ts'
import type { Person } from '../../support/chat-world.ts'
import { OAuthClient, type Tokens } from '../../support/oauth-client.ts'
import { type OAuthWorld, startOAuthWorld } from '../../support/oauth-world.ts'

const { password } = canaries()
const NEW = 'another long password of Eve'

let world: OAuthWorld
let client: OAuthClient
let bob: Someone

beforeAll(async () => {
  world = await startOAuthWorld({ instances: 1, rightsLookMs: 20 })
  client = await OAuthClient.registered(world.url)
  bob = await letIn('Bob')
})
afterAll(async () => world[Symbol.asyncDispose]())

/** A stream of one era, opened with a token; `ended` resolves with how it ended. */
async function openStream(era: '2025' | '2026', token: string) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  }
  const post = async (message: object, more: Record<string, string> = {}) =>
    fetch(world.mcpUrl, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    })
  const clientInfo = { name: 'x', version: '1' }
  const open2025 = async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const opened = await post({ method: 'initialize', params })
    await opened.body?.cancel()
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
    return fetch(world.mcpUrl, { headers: { ...headers, ...session } })
  }
  const open2026 = async () => {
    const version = '2026-07-28'
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const notifications = { resourceSubscriptions: ['chat://channel/general/topic/x'] }
    return post(
      { method: 'subscriptions/listen', params: { notifications, _meta } },
      { 'mcp-protocol-version': version, 'mcp-method': 'subscriptions/listen' },
    )
  }
  const stream = await (era === '2025' ? open2025() : open2026())
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const ended = stream.text().then(
    () => 'ended',
    () => 'broken off',
  )
  return { ended }
}

interface Someone extends Person {
  tokens: Tokens
}

async function revoke({ tokens }: Someone): Promise<void> {
  const body = new URLSearchParams({ client_id: client.id, token: tokens.refresh_token })
  await fetch(`${world.url}/oauth/revoke`, { method: 'POST', body })
}

const ENDS = [
  ['2025', 'revocation', revoke],
  ['2026', 'revocation', revoke],
  [
    '2025',
    'another password',
    async ({ user }: Someone) => givePassword(world.chat.chat, user, NEW),
  ],
  [
    '2026',
    'deactivation',
    async ({ email }: Someone) => changeUser(world.chat.chat, email, { is_active: false }),
  ],
] as const

/** Somebody new, and the tokens of a program that they let in. */
async function letIn(name: string): Promise<Someone> {
  const person = await world.addPerson(name, password)
  const browser = await world.browserOf(person)
  const tokens = await client.comeIn(browser, { username: person.email, password })
  return { ...person, tokens }
}

test.each(ENDS)(
  'a stream of the %s era ends with %s, and no other does',
  async (era, name, end) => {
    const eve = await letIn(`Eve of ${era} ${name}`)
    const ends = await openStream(era, eve.tokens.access_token)
    const stays = await openStream(era, bob.tokens.access_token)
    let state = 'open'
    void stays.ended.then((text) => (state = text))
    await end(eve)
    expect(await ends.ended).toBe('ended')
    expect(state).toBe('open')
  },
)

test('a stream that an API key has opened ends when there is another one', async () => {
  const ada = await world.addPerson('Ada', password)
  const stream = await openStream('2025', ada.key)
  const renewed = await ada.post('/users/me/api_key/regenerate')
  expect(renewed.status).toBe(200)
  expect(await stream.ended).toBe('ended')
})
