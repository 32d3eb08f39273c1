import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { letsProgramsIn } from '../../../src/app/compose/compose-oauth.ts'
import { loadConfig } from '../../../src/app/config/config.ts'
import { canaries } from '../../support/canaries.ts'
import { startCompanyProvider, startTokenIssuer } from '../../support/identity-provider.ts'
import { callWith, OAuthClient, statusWith } from '../../support/oauth-client.ts'
import { OAuthPerson } from '../../support/oauth-person.ts'
import { type OAuthWorld, startOAuthWorld } from '../../support/oauth-world.ts'

const { chatKey: secret } = canaries()
const NOT_ASKED = { username: 'never typed', password: 'never typed' }

const peopleOf = async ({ store }: OAuthWorld) =>
  store.db.selectFrom('chat_user').selectAll().where('is_bot', '=', 0).orderBy('id').execute()

test(
  'people sign in at the identity provider of their company, on whatever instance, and come back once',
  { tags: 'full' },
  async () => {
    await using company = await startCompanyProvider({ id: 'bellhop', secret })
    await using world = await startOAuthWorld({
      flags: {
        'sign-in-issuer': company.issuer,
        'sign-in-client-id': 'bellhop',
        'sign-in-domains': 'company.example',
        'sign-in-roles': 'admins=administrator,staff=member',
      },
      env: { BELLHOP_SIGN_IN_SECRET: secret },
    })
    company.redirectUri = `${world.url}/oauth/callback`
    const client = await OAuthClient.registered(world.url)
    const userOf = async (email: string) =>
      (await peopleOf(world)).find((user) => user.email === email)
    const comeIn = async () => client.comeIn(new OAuthPerson(), NOT_ASKED)
    const eve = { email: 'eve@company.example', email_verified: true, name: 'Eve *Admin*' }

    company.person = { sub: 'e1', ...eve, groups: ['staff', 'admins'] }
    const { access_token } = await comeIn()
    expect(await statusWith(world.mcpUrl, access_token)).toBe(200)
    expect(await userOf('eve@company.example')).toMatchObject({ full_name: 'Eve Admin', role: 200 })
    company.person = { sub: 'e1', email: 'married@company.example', groups: ['staff'] }
    await comeIn()
    expect(await userOf('eve@company.example')).toMatchObject({ role: 400 })

    const count = (await peopleOf(world)).length
    const strangers = [
      { sub: 'x1', ...eve, email: 'x@elsewhere.example' },
      { sub: 'x2', ...eve, email: 'eve@company.example', email_verified: false },
      { sub: 'x3' },
      { sub: 'x4', ...eve, email: 'x@company.example.evil.example' },
    ]
    for (const person of strangers) {
      company.person = person
      await expect(comeIn()).rejects.toThrow('This did not work')
    }
    expect(await peopleOf(world)).toHaveLength(count)

    const { owner } = world.chat
    company.person = { sub: 'o1', ...eve, email: owner.email, groups: ['staff'] }
    const asOwner = await comeIn()
    expect(await statusWith(world.mcpUrl, asOwner.access_token)).toBe(200)
    expect(await userOf(owner.email)).toMatchObject({ role: 100 })

    // The way back is taken once, by the browser that went.
    company.person = { sub: 'e1', email: 'eve@company.example', email_verified: true }
    const person = new OAuthPerson()
    const back = async (url: URL) => {
      let next = url
      for (;;) {
        if (next.pathname === '/oauth/callback') return next
        const answer = await person.send(next)
        next = new URL(answer.headers.get('location') ?? '', next)
      }
    }
    const first = await person.send(client.begin().url)
    const consent = new URL(first.headers.get('location') ?? '', world.url)
    const sent = await person.send(consent, new URLSearchParams({ do: 'elsewhere' }))
    const way = await back(new URL(sent.headers.get('location') ?? ''))
    expect((await new OAuthPerson().send(way)).status).toBe(403)
    const begun = async () =>
      world.store.db.selectFrom('oauth_record').selectAll().where('kind', '=', 'SignIn').execute()
    expect(await begun()).toHaveLength(1)
    expect((await person.send(way)).headers.get('location')).toBe(consent.pathname)
    expect(await begun()).toEqual([])
    expect((await person.send(way)).status).toBe(403)
  },
)

test("tokens of a company's own authorization server are taken, and no others", async () => {
  await using company = await startTokenIssuer()
  await using world = await startOAuthWorld({
    instances: 1,
    flags: {
      'auth-issuer': company.issuer,
      'sign-in-domains': 'company.example',
      'sign-in-trust-email': true,
    },
  })
  const metadata = await fetch(`${world.url}/.well-known/oauth-protected-resource/mcp`)
  expect(await metadata.json()).toMatchObject({
    resource: world.mcpUrl,
    authorization_servers: [company.issuer],
  })
  expect((await fetch(`${world.url}/.well-known/oauth-authorization-server`)).status).toBe(404)
  expect((await fetch(`${world.url}/oauth/authorize`)).status).toBe(404)
  const nowSeconds = Math.floor(world.services.now().getTime() / 1_000)
  const right = {
    iss: company.issuer,
    aud: world.mcpUrl,
    sub: 'u1',
    email: 'eve@company.example',
    scope: 'mcp',
    exp: nowSeconds + 600,
  }
  expect(await statusWith(world.mcpUrl, await company.token(right))).toBe(200)
  const many = {
    ...right,
    aud: ['other', world.mcpUrl],
    scope: undefined,
    scp: ['mcp', 'chat:write'],
  }
  expect(await statusWith(world.mcpUrl, await company.token(many))).toBe(200)
  const message = { type: 'channel', to: 'general', topic: 't', content: 'hi' }
  const reading = await callWith(world.mcpUrl, await company.token(right), 'send_message', message)
  expect(reading.status).toBe(403)
  const writing = await callWith(world.mcpUrl, await company.token(many), 'send_message', message)
  expect(await writing.text()).not.toContain('"isError":true')
  const { privateKey: foreign } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const shared = new TextEncoder().encode(
    company.key.export({ format: 'pem', type: 'spki' }).toString(),
  )
  const wrong = [
    await company.token({ ...right, aud: `${world.url}/other` }),
    await company.token({ ...right, aud: undefined }),
    await company.token({ ...right, iss: 'https://evil.example' }),
    await company.token({ ...right, exp: nowSeconds - 60 }),
    await company.token({ ...right, exp: undefined }),
    await company.token({ ...right, sub: undefined }),
    await company.token(right, foreign),
    await company.token(right, shared, 'HS256'),
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(right)).toString('base64url')}.`,
    'a.b.c',
  ]
  for (const [index, token] of wrong.entries()) {
    expect([index, await statusWith(world.mcpUrl, token)]).toEqual([index, 401])
  }
  const unknown = { ...right, sub: 'u2', email: 'x@elsewhere.example' }
  expect(await statusWith(world.mcpUrl, await company.token(unknown))).toBe(403)
  expect(await statusWith(world.mcpUrl, await company.token({ ...right, scope: 'other' }))).toBe(
    403,
  )
})

test('where programs may come in: by https, or where the operator says so', async () => {
  const of = (flags: Record<string, string>) => loadConfig({ flags, env: {} })
  const here = 'https://bellhop.example.com'
  expect(letsProgramsIn(of({}), here, true)).toBe(true)
  expect(letsProgramsIn(of({}), here, false)).toBe(false)
  expect(letsProgramsIn(of({ oauth: 'off' }), here, true)).toBe(false)
  expect(letsProgramsIn(of({}), 'http://127.0.0.1:8402', true)).toBe(false)
  expect(letsProgramsIn(of({}), `${here}/below`, true)).toBe(false)
  expect(letsProgramsIn(of({ oauth: 'on' }), 'http://127.0.0.1:8402', true)).toBe(true)
  for (const [url, hasChat] of [
    ['http://192.0.2.1:8402', true],
    [`${here}/below`, true],
    [here, false],
  ] as const) {
    expect(() => letsProgramsIn(of({ oauth: 'on' }), url, hasChat)).toThrow(/--oauth needs/)
  }
})
