import { randomUUID, type webcrypto } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CLIENT_KEYS_CACHE_SECONDS,
  DOCUMENT_CACHE_SECONDS,
  DOCUMENT_FETCHES,
  KEPT_DOCUMENT_SECONDS,
} from '../../../src/oauth/limits.ts'
import { sweepRecords } from '../../../src/oauth/sweep-records.ts'
import { endGrants } from '../../../src/store/oauth-grants.ts'
import type { Store } from '../../../src/store/port.ts'
import {
  FROM_HEADER,
  type LoneServer,
  startLoneServer,
  STRANGERS,
} from '../../support/authorization-server.ts'
import { onBothDatabases } from '../../support/both-databases.ts'
import { type DocumentSite, startDocumentSite } from '../../support/document-site.ts'
import { errorOf, OAuthClient, type Tokens } from '../../support/oauth-client.ts'
import { OAuthPerson } from '../../support/oauth-person.ts'

const ISSUER = 'http://localhost:1'
const REDIRECT = 'https://x.example/callback'
const NOBODY = { username: '', password: '' }
/** There is but one resource. */
const ANY = { resource: undefined }
const never = new AbortController().signal

let site: DocumentSite

beforeAll(async () => {
  site = await startDocumentSite()
})
afterAll(async () => site[Symbol.asyncDispose]())

await onBothDatabases(({ kind, open, newLocation }) => {
  let store: Store
  let server: LoneServer
  let nowMs = 1_767_000_000_000
  const now = () => new Date(nowMs)
  let made = 0

  beforeAll(async () => {
    store = await open(newLocation())
    server = await start()
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await store.close()
  })

  async function start(deadlineMs?: number): Promise<LoneServer> {
    const parts = { store, now, documentHosts: [site.host], issuer: ISSUER }
    return startLoneServer(deadlineMs === undefined ? parts : { ...parts, deadlineMs })
  }

  /** A program with a document of its own. */
  function documented(url = server.url, document: Record<string, unknown> = {}): OAuthClient {
    const path = `/${kind}/${(made += 1)}`
    const id = `${site.origin}${path}`
    site.documents.set(path, { client_id: id, redirect_uris: [REDIRECT], ...document })
    return new OAuthClient(url, id, REDIRECT)
  }

  const asks = (client: OAuthClient) =>
    site.requests.filter((path) => client.id.endsWith(path)).length

  const asksForNone = () => site.requests.filter((path) => path.startsWith(`/${kind}/none-`)).length

  /** The same program as another process sees it, which remembers nothing. */
  const at = ({ id }: OAuthClient, { url }: LoneServer) => new OAuthClient(url, id, REDIRECT)

  async function flood(url: string, sender: (typeof STRANGERS)[number][1]): Promise<Response[]> {
    const answers: Promise<Response>[] = []
    for (let turn = 0; turn < 60; turn += 1) {
      const stranger = new OAuthClient(url, `${site.origin}/${kind}/none-${turn}`, REDIRECT)
      stranger.headers = { [FROM_HEADER]: JSON.stringify(sender(turn)) }
      answers.push(stranger.refresh('x'.repeat(43)))
    }
    return Promise.all(answers)
  }

  describe('the document of a program that was let in', () => {
    test.each(STRANGERS)(
      'is looked at for others while a stranger of %s is at the cap',
      { tags: 'full' },
      async (name, sender) => {
        const [known, fresh] = [documented(), documented()]
        const { refresh_token } = await known.comeIn(new OAuthPerson(), NOBODY, ANY)
        await using other = await start(60_000)
        const before = asksForNone()
        const answers = await flood(other.url, sender)
        const statuses = answers.map(({ status }) => status)
        const { address, network } = DOCUMENT_FETCHES
        const cap = name === 'one address' ? address.count : network.count
        expect(statuses.filter((status) => status === 400)).toHaveLength(cap)
        expect(asksForNone() - before).toBe(cap)
        for (const answer of answers.filter(({ status }) => status !== 400)) {
          expect(await errorOf(answer)).toEqual([503, 'temporarily_unavailable'])
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        }
        expect((await at(known, other).refresh(refresh_token)).status).toBe(200)
        expect(await at(fresh, other).comeIn(new OAuthPerson(), NOBODY, ANY)).toHaveProperty(
          'access_token',
        )
      },
    )

    test(
      'counts where a look is refused, fails or takes too long, for as long as it may',
      { tags: 'full' },
      async () => {
        const client = documented()
        let tokens = await client.comeIn(new OAuthPerson(), NOBODY, ANY)
        await using late = await start(40)
        const refreshed = async (from: OAuthClient) => {
          const answer = await from.refresh(tokens.refresh_token)
          if (answer.ok) tokens = (await answer.json()) as Tokens
          return answer.ok ? 200 : errorOf(answer)
        }
        // Whoever shares its address has used up all looks.
        await flood(late.url, () => ({ address: '192.0.2.1', network: '192.0.2.1' }))
        expect(await refreshed(at(client, late))).toBe(200)
        nowMs += 60_000
        const path = new URL(client.id).pathname
        site.silent.add(path)
        expect(await refreshed(at(client, late))).toBe(200)
        site.silent.delete(path)
        const document = site.documents.get(path)
        site.documents.delete(path)
        nowMs += DOCUMENT_CACHE_SECONDS.max * 1_000
        expect(await refreshed(at(client, late))).toBe(200)
        // Nobody is asked anew to let in what was last seen yesterday.
        const response = await fetch(client.begin().url, { redirect: 'manual' })
        expect(await errorOf(response)).toEqual([400, 'invalid_client'])
        nowMs += (KEPT_DOCUMENT_SECONDS - DOCUMENT_CACHE_SECONDS.max) * 1_000
        expect(await refreshed(client)).toEqual([400, 'invalid_client'])
        site.documents.set(path, document ?? {})
      },
    )

    test('is kept anew with each look, and goes with the last grant', async () => {
      const client = documented()
      const { refresh_token } = await client.comeIn(new OAuthPerson(), NOBODY, ANY)
      const rows = async () =>
        store.db
          .selectFrom('oauth_record')
          .select(['payload', 'expires_at'])
          .where('kind', '=', 'Document')
          .where('id', '=', client.id)
          .execute()
      const [before] = await rows()
      nowMs += DOCUMENT_CACHE_SECONDS.min * 1_000
      site.documents.set(new URL(client.id).pathname, {
        client_id: client.id,
        client_name: 'Renamed',
        redirect_uris: [REDIRECT],
      })
      expect((await client.refresh(refresh_token)).status).toBe(200)
      const [after] = await rows()
      expect(after?.payload).toContain('Renamed')
      expect(after?.expires_at).toBe((before?.expires_at ?? 0) + DOCUMENT_CACHE_SECONDS.min)
      const parts = { store: async () => store, now }
      await sweepRecords(parts, never)
      expect(await rows()).toHaveLength(1)
      await store.write(async (tx) => endGrants(tx, { accountId: 7 }))
      await sweepRecords(parts, never)
      expect(await rows()).toEqual([])
    })
  })

  describe('a document that is not answered', () => {
    test('is asked for once in a request, which is told to come again', async () => {
      await using late = await start(40)
      const client = documented(late.url)
      site.silent.add(new URL(client.id).pathname)
      for (const [count, ask] of [
        async () => fetch(client.begin().url, { redirect: 'manual' }),
        async () => client.refresh('x'.repeat(43)),
      ].entries()) {
        const answer = await ask()
        expect(await errorOf(answer)).toEqual([503, 'temporarily_unavailable'])
        expect(answer.headers.get('retry-after')).toBe('10')
        expect(late.looked).toHaveLength(count + 1)
      }
    })

    test('is asked for once for all who wait in one network, and for others by themselves', async () => {
      const client = documented()
      const from = (address: string, network: string) => {
        const one = new OAuthClient(server.url, client.id, REDIRECT)
        one.headers = { [FROM_HEADER]: JSON.stringify({ address, network }) }
        return one.refresh('x'.repeat(43))
      }
      const answers = await Promise.all([from('a', 'n'), from('b', 'n'), from('c', 'm')])
      for (const answer of answers) expect(await errorOf(answer)).toEqual([400, 'invalid_grant'])
      expect(asks(client)).toBe(2)
    })
  })

  describe('the keys of a program', () => {
    /** What a program shows that has a key. */
    const proofOf = (client: OAuthClient, key: webcrypto.CryptoKey) => async () => ({
      client_assertion: await new SignJWT()
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(client.id)
        .setSubject(client.id)
        .setAudience(ISSUER)
        .setJti(randomUUID())
        .setExpirationTime('1m')
        .sign(key),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })

    test.each(['document', 'registration'])(
      'are looked at with its %s, and count for a day where they cannot be',
      async (by) => {
        const place = `/${kind}/keys-${by}`
        const [first, second] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')]
        const publish = async ({ publicKey }: { publicKey: webcrypto.CryptoKey }) =>
          site.documents.set(place, { keys: [await exportJWK(publicKey)] })
        await publish(first)
        const metadata = {
          token_endpoint_auth_method: 'private_key_jwt',
          jwks_uri: `${site.origin}${place}`,
        }
        const client =
          by === 'document'
            ? documented(server.url, metadata)
            : await OAuthClient.registered(server.url, REDIRECT, metadata)
        client.proof = proofOf(client, first.privateKey)
        let tokens = await client.comeIn(new OAuthPerson(), NOBODY, ANY)
        const refreshed = async (from = client, { privateKey } = first) => {
          from.proof = proofOf(from, privateKey)
          const answer = await from.refresh(tokens.refresh_token)
          if (answer.ok) tokens = (await answer.json()) as Tokens
          return answer.status
        }
        expect(await refreshed()).toBe(200)
        expect(await refreshed(client, second)).toBe(401)
        await publish(second)
        nowMs += CLIENT_KEYS_CACHE_SECONDS.min * 1_000
        expect(await refreshed(client, second)).toBe(200)
        expect(await refreshed(client, first)).toBe(401)
        site.silent.add(place)
        await using late = await start(40)
        expect(await refreshed(at(client, late), second)).toBe(200)
        nowMs += DOCUMENT_CACHE_SECONDS.max * 1_000
        expect(await refreshed(at(client, late), second)).toBe(503)
        site.silent.delete(place)
        expect(await refreshed(client, second)).toBe(200)
      },
    )
  })

  test.each([
    ['private_key_jwt without keys', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_post' }],
    ['an address that nobody may be sent to', { redirect_uris: [REDIRECT, 'ms-msdt:/id'] }],
    ['no addresses', { redirect_uris: [] }],
  ])('a document with %s lets nobody in', async (_, document) => {
    const client = documented(server.url, document)
    const answer = await fetch(client.begin().url, { redirect: 'manual' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^invalid_/) })
  })
})
