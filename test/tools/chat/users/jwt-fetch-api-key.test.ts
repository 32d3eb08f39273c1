import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { readTokenKey } from '../../../../src/chat/users/sign-in/token-key.ts'
import { Secret } from '../../../../src/lib/secret.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { canaries } from '../../../support/canaries.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { part, signed, signedByKey } from '../../../support/tokens.ts'

const { password: SECRET } = canaries()
const AUDIENCE = 'https://chat.test'
const ISSUER = 'https://login.test'
const NOW = Math.floor(Date.parse('2026-01-02T03:04:05.678Z') / 1_000)
const HEADER = { alg: 'HS256', typ: 'JWT' }
const CLAIMS = {
  email: 'alice@example.com',
  aud: AUDIENCE,
  iss: ISSUER,
  iat: NOW - 5,
  exp: NOW + 300,
}

function rulesOf(key: string) {
  const read = readTokenKey(new Secret(key))
  return () => ({ ...read, audience: AUDIENCE, issuer: ISSUER, isStrict: true })
}

let world: ChatWorld
let alice: Person

beforeEach(async () => {
  world = await startChatWorld({ tokens: rulesOf(SECRET) })
  alice = await world.add('Alice')
  return async () => world[Symbol.asyncDispose]()
})

const exchange = async (token: string, fields: object = {}) =>
  world.anybody.post('/jwt/fetch_api_key', { token, ...fields })

test('answers a key of its own for a signed token', async () => {
  verifies('chat:4.9:token', 'chat:4.9:api_key', 'chat:4.9:email', 'chat:5:2', 'chat:9:160')
  const answer = ok(await exchange(signed(HEADER, CLAIMS, SECRET)))
  const { api_key } = answer
  expect(answer).toEqual({
    result: 'success',
    msg: '',
    status: 200,
    api_key: expect.stringMatching(/^[a-z\d]{32}$/i),
    email: 'alice@example.com',
  })
  const headers = { authorization: `Basic ${btoa(`alice@example.com:${api_key}`)}` }
  expect((await world.request('/users/me', { headers })).status).toBe(200)
  ok(await alice.get('/users/me'))
})

test('adds the account where asked, without profile data', async () => {
  verifies('chat:4.9:include_profile', 'chat:4.9:include_profile:default', 'chat:4.9:user')
  const other = { ...CLAIMS, email: 'ALICE@Example.com', aud: ['x', AUDIENCE], nbf: NOW, jti: '1' }
  const answer = ok(
    await exchange(signed({ alg: 'HS256', kid: '7' }, other, SECRET), { include_profile: true }),
  )
  expect(answer['user']).toMatchObject({
    user_id: alice.id,
    email: 'alice@example.com',
    delivery_email: 'alice@example.com',
    is_active: true,
  })
  expect(answer['user']).not.toHaveProperty('profile_data')
})

test('shows the real address of somebody who hides it', async () => {
  ok(await alice.patch('/settings', { email_address_visibility: 4 }))
  const answer = ok(await exchange(signed(HEADER, CLAIMS, SECRET), { include_profile: true }))
  expect(answer['email']).toBe('alice@example.com')
  expect(answer['user']).toMatchObject({ email: `user${alice.id}@chat.test` })
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const json = JSON.stringify(CLAIMS)
const huge = { ...CLAIMS, padding: 'x'.repeat(9_000) }
const good = signed(HEADER, CLAIMS, SECRET)
const [head = '', body = '', signature = ''] = good.split('.')

const HOSTILE: readonly [kind: string, token: string][] = [
  ['no algorithm', `${part({ alg: 'none' })}.${body}.`],
  ['no algorithm, with a signature', `${part({ alg: 'none' })}.${body}.${signature}`],
  ['no algorithm in another case', `${part({ alg: 'nOnE' })}.${body}.${signature}`],
  ['another HMAC', signed({ alg: 'HS512' }, CLAIMS, SECRET, 'sha512')],
  ['another key', signed(HEADER, CLAIMS, 'another secret of more than 32 bytes')],
  ['an empty key', signed(HEADER, CLAIMS, '')],
  ['a signature by RSA', signedByKey({ alg: 'RS256' }, CLAIMS, rsa.privateKey)],
  ['no signature', `${head}.${body}.`],
  ['half a signature', `${head}.${body}.${signature.slice(0, 20)}`],
  ['another payload', `${head}.${part({ ...CLAIMS, email: 'owner@chat.test' })}.${signature}`],
  ['a key id that is a path', signed({ ...HEADER, kid: '../../dev/null' }, CLAIMS, '')],
  ['a key id that is a query', signed({ ...HEADER, kid: "' union select 'k" }, CLAIMS, 'k')],
  ['a key id that is no text', signed({ ...HEADER, kid: ['7'] }, CLAIMS, SECRET)],
  ['the address of a key', signed({ ...HEADER, jku: 'http://127.0.0.1:1/k' }, CLAIMS, SECRET)],
  [
    'the address of a certificate',
    signed({ ...HEADER, x5u: 'http://127.0.0.1:1/k' }, CLAIMS, SECRET),
  ],
  ['a certificate', signed({ ...HEADER, x5c: ['AAAA'] }, CLAIMS, SECRET)],
  ['its own key', signed({ ...HEADER, jwk: { kty: 'oct', k: 'AAAA' } }, CLAIMS, 'k')],
  ['a critical extension', signed({ ...HEADER, crit: ['exp'], exp: NOW }, CLAIMS, SECRET)],
  ['an unencoded payload', signed({ ...HEADER, b64: false, crit: ['b64'] }, CLAIMS, SECRET)],
  ['a compressed payload', signed({ ...HEADER, zip: 'DEF' }, CLAIMS, SECRET)],
  ['a token within', signed({ ...HEADER, cty: 'JWT' }, good, SECRET)],
  ['another type', signed({ ...HEADER, typ: 'at+jwt' }, CLAIMS, SECRET)],
  ['an encrypted form', `${part({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
  ['too many parts', `${good}.${signature}`],
  ['too much in it', signed(HEADER, huge, SECRET)],
  ['a time that is over', signed(HEADER, { ...CLAIMS, exp: NOW - 6 }, SECRET)],
  ['no end', signed(HEADER, { ...CLAIMS, exp: undefined }, SECRET)],
  ['an end that is text', signed(HEADER, { ...CLAIMS, exp: String(NOW + 60) }, SECRET)],
  ['a far end', signed(HEADER, { ...CLAIMS, exp: NOW + 10 * 31_536_000 }, SECRET)],
  ['a time to come', signed(HEADER, { ...CLAIMS, nbf: NOW + 60 }, SECRET)],
  ['no time of making', signed(HEADER, { ...CLAIMS, iat: undefined }, SECRET)],
  ['an old time of making', signed(HEADER, { ...CLAIMS, iat: NOW - 606 }, SECRET)],
  ['a time of making to come', signed(HEADER, { ...CLAIMS, iat: NOW + 60 }, SECRET)],
  ['another audience', signed(HEADER, { ...CLAIMS, aud: 'https://other.test' }, SECRET)],
  ['no audience', signed(HEADER, { ...CLAIMS, aud: undefined }, SECRET)],
  ['another issuer', signed(HEADER, { ...CLAIMS, iss: 'https://evil.test' }, SECRET)],
  ['no issuer', signed(HEADER, { ...CLAIMS, iss: undefined }, SECRET)],
  ['an e-mail twice', signed(HEADER, `{"email":"owner@chat.test",${json.slice(1)}`, SECRET)],
  [
    'an e-mail twice in other letters',
    signed(HEADER, `{"\\u0065mail":"x",${json.slice(1)}`, SECRET),
  ],
  ['an algorithm twice', signed('{"alg":"none","alg":"HS256"}', CLAIMS, SECRET)],
  ['a list of e-mails', signed(HEADER, { ...CLAIMS, email: ['alice@example.com'] }, SECRET)],
  ['a list', signed(HEADER, '[]', SECRET)],
  ['no JSON', signed(HEADER, 'email', SECRET)],
  ['characters of other alphabets', `${good}=`],
  ['white space', ` ${good}`],
]

test('refuses every token that is not to be believed, in the same words', async () => {
  const answers: Record<string, unknown>[] = []
  for (const [kind, token] of HOSTILE) answers.push({ kind, ...(await exchange(token)) })
  expect(HOSTILE.length).toBeGreaterThan(40)
  const refusal = {
    status: 400,
    result: 'error',
    msg: 'Bad JSON web token',
    code: 'BAD_REQUEST',
  }
  const messages: Record<string, string> = {
    'no end': 'JSON web token lacks exp.',
    'no time of making': 'JSON web token lacks iat.',
    'no audience': 'JSON web token lacks aud.',
  }
  expect(answers).toEqual(
    HOSTILE.map(([kind]) => ({ kind, ...refusal, msg: messages[kind] ?? refusal.msg })),
  )
})

test('a token that says no more than the e-mail is taken once, unless the operator asks for more', async () => {
  const strict = rulesOf(SECRET)()
  const rules = { ...strict, issuer: undefined, isStrict: false }
  await using lenient = await startChatWorld({ tokens: () => rules })
  await lenient.add('Alice')
  const ask = async (claims: object) =>
    lenient.anybody.post('/jwt/fetch_api_key', { token: signed(HEADER, claims, SECRET) })
  const { email } = CLAIMS
  ok(await ask({ email }))
  lenient.pass(10 * 31_536_000)
  const refused = { status: 400, msg: 'Bad JSON web token' }
  expect(await ask({ email })).toMatchObject(refused)
  expect(await ask({ email, aud: 'https://other.test' })).toMatchObject(refused)
  expect(await ask({ email, exp: NOW + 60 })).toMatchObject(refused)
  expect(await ask({ email, iat: NOW })).toMatchObject(refused)
  const forged = signed(HEADER, { email }, `${SECRET}x`)
  expect(await exchange(forged)).toMatchObject(refused)
})

test('refuses a public key where the secret should be, and the other way round', async () => {
  await using keyed = await startChatWorld({ tokens: rulesOf(pem) })
  await keyed.add('Alice')
  const ask = async (token: string) => keyed.anybody.post('/jwt/fetch_api_key', { token })
  for (const confused of [
    signed(HEADER, CLAIMS, pem),
    signed(HEADER, CLAIMS, pem.trim()),
    signed({ alg: 'RS256' }, CLAIMS, pem),
    signed(HEADER, CLAIMS, createPublicKey(pem).export({ type: 'spki', format: 'der' })),
  ]) {
    expect(await ask(confused)).toMatchObject({ status: 400, msg: 'Bad JSON web token' })
  }
  ok(await ask(signedByKey({ alg: 'RS256' }, CLAIMS, rsa.privateKey)))
})

test('a token is taken once, however its signature is written', async () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // The last character of 32 bytes carries two bits that no reader looks at.
  const last = alphabet.indexOf(good.at(-1) ?? '')
  const again = `${good.slice(0, -1)}${alphabet[last + 1]}`
  const answers = await Promise.all([good, good, again].map(async (token) => exchange(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ msg }) => msg === 'Bad JSON web token')).toHaveLength(2)
  const numbered = (jti: string, iat: number) => signed(HEADER, { ...CLAIMS, jti, iat }, SECRET)
  ok(await exchange(numbered('7', NOW - 1)))
  expect(await exchange(numbered('7', NOW - 2))).toMatchObject({ msg: 'Bad JSON web token' })
  ok(await exchange(numbered('8', NOW - 2)))
  world.pass(700)
  const later = { ...CLAIMS, iat: NOW + 700, exp: NOW + 800 }
  ok(await exchange(signed(HEADER, later, SECRET)))
  const kept = await world.chat.store.db.selectFrom('chat_spent_token').selectAll().execute()
  expect(kept).toHaveLength(1)
})

test('a token needs somebody who may sign in', async () => {
  const forAddress = (email: unknown) => signed(HEADER, { ...CLAIMS, email }, SECRET)
  expect(await exchange(forAddress(undefined))).toMatchObject({
    status: 400,
    msg: 'No email specified in JSON web token claims',
  })
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  for (const email of ['nobody@example.com', bot.email, `user${alice.id}@chat.test`]) {
    expect(await exchange(forAddress(email))).toMatchObject({
      status: 401,
      code: 'AUTHENTICATION_FAILED',
    })
  }
  ok(await world.owner.delete(`/users/${alice.id}`))
  expect(await exchange(forAddress(alice.email))).toMatchObject({
    status: 401,
    code: 'USER_DEACTIVATED',
  })
})

test('no token is taken where there is no key, and none is missed', async () => {
  await using keyless = await startChatWorld()
  expect(await keyless.anybody.post('/jwt/fetch_api_key', { token: good })).toMatchObject({
    status: 400,
    msg: 'JWT authentication is not enabled for this organization',
  })
  expect(await exchange('')).toMatchObject({ msg: 'No JSON web token passed in request' })
  expect(await world.anybody.post('/jwt/fetch_api_key')).toMatchObject({ var_name: 'token' })
})

describe('the key', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ed = generateKeyPairSync('ed25519')
  const text = (key: typeof ec.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString()

  test.each([
    ['ES256', ec],
    ['EdDSA', ed],
  ] as const)('may be a public one for %s', async (alg, pair) => {
    await using keyed = await startChatWorld({ tokens: rulesOf(text(pair.publicKey)) })
    await keyed.add('Alice')
    const ask = async (token: string) => keyed.anybody.post('/jwt/fetch_api_key', { token })
    ok(await ask(signedByKey({ alg }, CLAIMS, pair.privateKey)))
    expect(await ask(good)).toMatchObject({ status: 400 })
  })

  test.each([
    ['a short secret', 'x'.repeat(31), /shorter than 32 bytes/],
    [
      'a private key',
      ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      /no public key/,
    ],
    [
      'another curve',
      text(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey),
      /only P-256/,
    ],
    [
      'a small RSA key',
      text(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey),
      /2048/,
    ],
    ['a key for other things', text(generateKeyPairSync('x25519').publicKey), /unknown kind/],
  ])('is not %s', (_, key, reason) => {
    expect(() => readTokenKey(new Secret(key))).toThrow(reason)
  })
})
