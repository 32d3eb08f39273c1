// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Served, serveBellhop } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'
import { callWith, OAuthClient, type Tokens } from '../../support/oauth-client.ts'
import { OAuthPerson } from '../../support/oauth-person.ts'
import { OUTSIDE_ORIGIN, outsideEnv } from '../../support/outside.ts'
import { type PageServer, startPageServer } from '../../support/page-server.ts'

const { password } = canaries()
const ADA = { username: 'ada@x.com', password }
const MALLORY = { username: 'mallory@x.com', password }

/** How many requests of each kind are on their way at any time, and how many were refused before it is looked at what others get. */
const EACH_AT_ONCE = 8
const REFUSED_BEFORE = 20

/** How often somebody else does all that they do while it goes on. */
const ROUNDS = 3

type Headers = Record<string, string>

let server: Served
let pages: PageServer
let keys: { ada: string; mallory: string }
/** The token of a program that Mallory has let in. */
let mallory: string

beforeAll(async () => {
  const sentence = 'The tide comes in twice a day, and the boats wait for it. '
  const body = `<title>Tides</title><article><p>${sentence.repeat(8)}</p></article>`
  pages = await startPageServer({ '/tides': { body } })
  server = await serveBellhop(['--oauth', 'on', '--trusted-proxies', '1'], outsideEnv(pages.port))
  const { email, key } = server.owner()
  for (const { username } of [ADA, MALLORY]) {
    const fields = { email: username, full_name: username.split('@')[0] ?? '', password }
    await post('/api/v1/users', basic(email, key), fields)
  }
  keys = { ada: await signIn(ADA), mallory: await signIn(MALLORY) }
  const program = await OAuthClient.registered(server.url)
  mallory = (await program.comeIn(new OAuthPerson(), MALLORY)).access_token
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await pages[Symbol.asyncDispose]()
})

const basic = (email: string, key: string): Headers => ({
  authorization: `Basic ${btoa(`${email}:${key}`)}`,
})

const from = (address: string): Headers => ({ 'x-forwarded-for': address })

async function post(path: string, headers: Headers, fields: Headers): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
}

/** Signs in with a password; returns the key. */
async function signIn(who: { username: string; password: string }): Promise<string> {
  const answer = await post('/api/v1/fetch_api_key', from('203.0.113.9'), who)
  const { api_key: key } = (await answer.json()) as { api_key?: string }
  if (key === undefined) throw new Error(`Not signed in: ${answer.status}`)
  return key
}

/** What strangers send without end: `headers` say from where. */
const STRANGERS: readonly ((headers: Headers, turn: number) => Promise<Response>)[] = [
  async (headers) => post('/oauth/token', headers, { grant_type: 'refresh_token', client_id: 'x' }),
  async (headers) => OAuthClient.register(server.url, {}, headers),
  async (headers) => fetch(`${server.url}/.well-known/oauth-authorization-server`, { headers }),
  async (headers, turn) =>
    post('/api/v1/fetch_api_key', headers, { username: `${turn}@x.com`, password: 'wrong' }),
  async (headers) => fetch(`${server.url}/api/v1/messages`, { headers }),
  async (headers) => fetch(`${server.url}/api/v1/server_settings`, { headers }),
]

/** What one account sends without end. */
const ACCOUNT: typeof STRANGERS = [
  async (headers) =>
    post('/api/v1/messages', headers, { type: 'direct', to: '[1]', content: 'x'.repeat(5_000) }),
  async (headers) => post('/api/v1/register', headers, {}),
  async () => callWith(`${server.url}/mcp`, mallory, 'extract', { url: `${OUTSIDE_ORIGIN}/tides` }),
  async () =>
    callWith(`${server.url}/mcp`, mallory, 'convert', {
      data: 'a,b\n1,2',
      from: 'csv',
      to: 'json',
    }),
  async (headers) => fetch(`${server.url}/api/v1/users`, { headers }),
]

const FLOODS: readonly [
  name: string,
  ways: typeof STRANGERS,
  headers: (turn: number) => Headers,
][] = [
  ['one address', STRANGERS, () => from('198.51.100.7')],
  [
    'one network, of which it has every address',
    STRANGERS,
    (turn) => from(`2001:db8:0:${(0xab00 + (turn % 256)).toString(16)}::${turn.toString(16)}`),
  ],
  [
    'one account',
    ACCOUNT,
    (turn) => ({
      ...basic(MALLORY.username, keys.mallory),
      ...from(`192.0.2.${turn % 250}`),
    }),
  ],
]

/** Sends until it is told to stop; counts the answers by status. */
function startFlood([, ways, headersOf]: (typeof FLOODS)[number]) {
  const statuses: Record<string, number> = {}
  let turn = 0
  const end = new AbortController()
  async function send(way: (typeof ways)[number]): Promise<void> {
    while (!end.signal.aborted) {
      turn += 1
      const answer = await way(headersOf(turn), turn)
      await answer.body?.cancel()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    }
  }
  const senders = Array.from({ length: EACH_AT_ONCE }, () => ways.map(send)).flat()
  return {
    statuses,
    refused: () => (statuses['429'] ?? 0) + (statuses['503'] ?? 0),
    async stop(): Promise<void> {
      end.abort()
      await Promise.all(senders)
    },
  }
}

test.each(FLOODS)('a flood of %s: whatever others do is answered', async (...flood) => {
  const browser = new OAuthPerson()
  const program = await OAuthClient.registered(server.url)
  let tokens = await program.comeIn(browser, ADA)
  const running = startFlood(flood)
  const messages: unknown[] = []
  try {
    await expect.poll(running.refused).toBeGreaterThan(REFUSED_BEFORE)
    for (let round = 0; round < ROUNDS; round += 1) {
      const refreshed = await program.refresh(tokens.refresh_token)
      messages.push(['refresh', refreshed.status])
      tokens = (await refreshed.json()) as Tokens
      await OAuthClient.registered(server.url)
      await signIn(ADA)
      const fields = { type: 'direct', to: '[1]', content: `hello ${round}` }
      const sent = await post('/api/v1/messages', basic(ADA.username, keys.ada), fields)
      messages.push(['send', sent.status])
      const url = `${OUTSIDE_ORIGIN}/tides`
      const read = await callWith(`${server.url}/mcp`, tokens.access_token, 'extract', { url })
      messages.push(['extract', read.status, (await read.text()).includes('The tide comes in')])
    }
  } finally {
    await running.stop()
  }
  const round = [
    ['refresh', 200],
    ['send', 200],
    ['extract', 200, true],
  ]
  expect(messages).toEqual(Array.from({ length: ROUNDS }, () => round).flat())
  expect(running.statuses['500']).toBeUndefined()
})
