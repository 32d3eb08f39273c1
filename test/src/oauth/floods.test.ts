// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OAUTH_REGISTRATIONS, OAUTH_REQUESTS, OAUTH_VISITS } from '../../../src/http/limits.ts'
import { DOCUMENT_CACHE_SECONDS } from '../../../src/oauth/limits.ts'
import { canaries } from '../../support/canaries.ts'
import { type DocumentSite, startDocumentSite } from '../../support/document-site.ts'
import { errorOf, OAuthClient, statusWith, type Tokens } from '../../support/oauth-client.ts'
import type { OAuthPerson } from '../../support/oauth-person.ts'
import { type OAuthWorld, startOAuthWorld } from '../../support/oauth-world.ts'

const { password } = canaries()
const REDIRECT = 'http://127.0.0.1:4711/callback'

let site: DocumentSite
let world: OAuthWorld
let ada: { username: string; password: string }
let browser: OAuthPerson
/** Programs that Ada has let in: one registered, one known by a document. */
let programs: { client: OAuthClient; tokens: Tokens }[]

beforeAll(async () => {
  site = await startDocumentSite()
  world = await startOAuthWorld({ instances: 1, documentHosts: [site.host], trustedProxies: 1 })
  const person = await world.addPerson('Ada', password)
  ada = { username: person.email, password }
  browser = await world.browserOf(person)
  programs = []
  for (const client of [await OAuthClient.registered(world.url), documented('/let-in')]) {
    programs.push({ client, tokens: await client.comeIn(browser, ada) })
  }
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

function documented(path: string): OAuthClient {
  const id = `${site.origin}${path}`
  site.documents.set(path, { client_id: id, redirect_uris: [REDIRECT] })
  return new OAuthClient(world.url, id, REDIRECT)
}

/** Somewhere that a request comes from. */
type Place = (turn: number) => string

const PLACES: readonly [kind: 'address' | 'network', place: Place][] = [
  ['address', () => '198.51.100.7'],
  ['network', (turn) => `2001:db8:0:${(0xab00 + (turn % 256)).toString(16)}::${turn + 1}`],
]

/** Strangers need not take the way that the others take. */
const door = (): string => world.instances[0]?.url ?? ''

/** A way of a stranger to ask without end, and how many such requests are answered. */
interface Flood {
  name: string
  send(headers: Record<string, string>, turn: number): Promise<Response>
  most: Record<'address' | 'network', number>
}

const countsOf = ({ address, network }: typeof OAUTH_REQUESTS) => ({
  address: address.count,
  network: network.count,
})

const FLOODS: readonly Flood[] = [
  {
    name: 'metadata, keys, wrong tokens and revocations',
    async send(headers, turn) {
      const stranger = new OAuthClient(door(), programs[0]?.client.id ?? '', REDIRECT)
      stranger.headers = headers
      if (turn % 30 === 0) return stranger.refresh('x'.repeat(43))
      if (turn % 30 === 1) {
        return fetch(`${door()}/oauth/revoke`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ client_id: stranger.id, token: 'x'.repeat(43) }),
        })
      }
      const path = [
        '/.well-known/oauth-authorization-server',
        '/.well-known/oauth-protected-resource/mcp',
        '/.well-known/openid-configuration',
        '/oauth/jwks.json',
      ][turn % 4]
      return fetch(`${door()}${path}`, { headers })
    },
    most: countsOf(OAUTH_REQUESTS),
  },
  {
    name: 'visits',
    async send(headers) {
      const { id } = (programs[0] as (typeof programs)[number]).client
      const { url } = new OAuthClient(door(), id, REDIRECT).begin()
      return fetch(url, { headers, redirect: 'manual' })
    },
    most: countsOf(OAUTH_VISITS),
  },
  {
    name: 'registrations',
    send: async (headers) => OAuthClient.register(door(), {}, headers),
    most: countsOf(OAUTH_REGISTRATIONS),
  },
]

/** Sends more than are answered, some at a time. */
async function flood({ send, most }: Flood, kind: 'address' | 'network', place: Place) {
  const answers: Response[] = []
  const count = most[kind] + 30
  while (answers.length < count) {
    const batch = Array.from({ length: 30 }, async (_, index) => {
      const turn = answers.length + index
      return send({ 'x-forwarded-for': place(turn) }, turn)
    })
    answers.push(...(await Promise.all(batch)))
  }
  return answers
}

/** What somebody else does who is at no cap. */
async function goesOn(): Promise<void> {
  for (const path of ['oauth-authorization-server', 'oauth-protected-resource/mcp']) {
    expect((await fetch(`${world.url}/.well-known/${path}`)).status).toBe(200)
  }
  for (const program of programs) {
    const answer = await program.client.refresh(program.tokens.refresh_token)
    expect(answer.status).toBe(200)
    program.tokens = (await answer.json()) as Tokens
    expect(await statusWith(world.mcpUrl, program.tokens.access_token)).toBe(200)
  }
  const fresh = await OAuthClient.registered(world.url)
  const tokens = await fresh.comeIn(browser, ada)
  const revoked = await fetch(`${world.url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: fresh.id, token: tokens.refresh_token }),
  })
  expect(revoked.status).toBe(200)
  expect((await fresh.refresh(tokens.refresh_token)).status).toBe(400)
}

describe.each(PLACES)('a stranger of one %s', (kind, place) => {
  test.each(FLOODS)('with $name is told to come again, and nobody else', async (way) => {
    const answers = await flood(way, kind, place)
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.length - refused.length).toBe(way.most[kind])
    const [first] = refused as [Response]
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await first.text()).toMatch(/"temporarily_unavailable"|Too many requests/)
    await goesOn()
  })
})

test('260 programs that nobody knows, of the very address of others, sign nobody out', async () => {
  // The cached documents are old, and nobody there may look at one anew.
  world.pass(DOCUMENT_CACHE_SECONDS.min)
  const seen = new Set<string>()
  for (let first = 0; first < 260; first += 20) {
    const batch = Array.from({ length: 20 }, async (_, index) => {
      const id = `${site.origin}/none-${first + index}`
      return errorOf(await new OAuthClient(world.url, id, REDIRECT).refresh('x'.repeat(43)))
    })
    for (const [status, error] of await Promise.all(batch)) seen.add(`${status} ${error}`)
  }
  expect([...seen].toSorted()).toEqual(['400 invalid_client', '503 temporarily_unavailable'])
  await goesOn()
})
