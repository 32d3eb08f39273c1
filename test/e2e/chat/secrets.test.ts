// @module-tag full
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { keyFieldsOf, tokenFieldsOf } from '../../support/phone.ts'
import { descendantsOf } from '../../support/processes.ts'
import { startRelay } from '../../support/push-relay.ts'
import { secretsIn } from '../../support/secret-search.ts'
import { startSmtp } from '../../support/smtp.ts'
import { signed } from '../../support/tokens.ts'

const secret = (): string => randomBytes(24).toString('hex')

/** A client of a server that keeps whatever it is answered, and what it showed and was given. */
class Watcher {
  readonly #server: Served
  /** Everything that must turn up nowhere, by name. */
  readonly secrets = new Map<string, string>()
  /** Secrets that the server has to keep to work with them. */
  readonly kept = new Set<string>()
  readonly answers: string[] = []

  constructor(server: Served) {
    this.#server = server
  }

  /** A request; the answer is looked through unless it is what hands a secret out. */
  async ask(
    method: string,
    path: string,
    options: {
      headers?: Record<string, string>
      fields?: Record<string, string> | FormData
      handsOut?: boolean
    } = {},
  ): Promise<Response & { body: never; data: Record<string, unknown> }> {
    const { headers = {}, fields, handsOut = false } = options
    const body = fields instanceof FormData ? fields : fields && new URLSearchParams(fields)
    const response = await fetch(new URL(path, this.#server.url), {
      method,
      headers,
      redirect: 'manual',
      ...(body ? { body } : {}),
    })
    const text = await response.text()
    if (!handsOut) this.answers.push(`${[...response.headers].join('\n')}\n${text}`)
    const data = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
    return Object.assign(response, { data }) as never
  }

  add(name: string, value: unknown, options: { isKept?: boolean } = {}): string {
    if (String(value).length < 16) throw new Error(`There is no ${name}.`)
    this.secrets.set(name, String(value))
    if (options.isKept) this.kept.add(name)
    return String(value)
  }
}

test('what is secret is in no log, no answer, no file and no other process', async () => {
  await using smtp = await startSmtp()
  await using relay = await startRelay()
  using folder = tempDir()
  const [mailPassword, tokenKey, objectKey, walletPassword] = Array.from({ length: 4 }, secret)
  const mailServer = smtp.url.replace('smtp://', `smtp://mailer:${mailPassword}@`)
  const env = {
    BELLHOP_SMTP_URL: mailServer,
    BELLHOP_CHAT_JWT_KEY: String(tokenKey),
    BELLHOP_CHAT_JWT_AUDIENCE: 'bellhop',
    BELLHOP_WALLET_PASSWORD: String(walletPassword),
    BELLHOP_PUSH_RELAY: relay.url,
    AWS_SECRET_ACCESS_KEY: String(objectKey),
  }
  const args = ['--data-dir', folder.path, '--log-level', 'debug', '--chat-rate-limits', 'off']
  await using server = await serveBellhop(args, env)
  const watcher = new Watcher(server)
  for (const [name, value] of Object.entries({
    mailPassword,
    tokenKey,
    objectKey,
    walletPassword,
  })) {
    watcher.add(name, value)
  }
  const ownerKey = watcher.add('key of the owner', server.owner().key, { isKept: true })
  const asOwner = { authorization: `Bearer ${ownerKey}` }
  const api = '/api/v1'

  const password = watcher.add('password', secret())
  const mo = { email: 'mo@example.com', password, full_name: 'Mo' }
  await watcher.ask('POST', `${api}/users`, { headers: asOwner, fields: mo })
  const login = { username: mo.email, password }
  const given = await watcher.ask('POST', `${api}/fetch_api_key`, { fields: login, handsOut: true })
  const key = watcher.add('API key', given.data['api_key'])
  const basic = { authorization: `Basic ${btoa(`${mo.email}:${key}`)}` }
  expect((await watcher.ask('GET', `${api}/users/me`, { headers: basic })).status).toBe(200)
  const headers = { authorization: `Bearer ${key}` }
  const ask = async (method: string, path: string, fields: Record<string, string> = {}) =>
    watcher.ask(method, `${api}${path}`, {
      headers,
      ...(method === 'GET' ? {} : { fields }),
    })
  expect((await ask('GET', '/users/me')).status).toBe(200)

  const origin = server.url
  const page = await watcher.ask('POST', '/accounts/login/', {
    headers: { origin },
    fields: login,
    handsOut: true,
  })
  const cookies = page.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const [session = '', csrf = ''] = cookies.map((pair) => pair.split('=')[1] ?? '')
  watcher.add('session', session)
  watcher.add('CSRF token', csrf)
  const browser = { origin, cookie: cookies.join('; '), 'x-csrftoken': csrf }
  const tus = { ...browser, 'tus-resumable': '1.0.0', 'upload-length': '5' }
  expect((await watcher.ask('POST', `${api}/tus`, { headers: tus })).status).toBe(201)
  const forged = { ...tus, 'x-csrftoken': 'x', authorization: basic.authorization.slice(0, -4) }
  expect((await watcher.ask('POST', `${api}/tus`, { headers: forged })).status).toBe(401)

  const form = new FormData()
  form.append('filename', new File(['x'], 'x.txt'))
  const sent = await watcher.ask('POST', `${api}/user_uploads`, { headers, fields: form })
  const lent = await watcher.ask('GET', `${api}${String(sent.data['url'])}`, {
    headers,
    handsOut: true,
  })
  const address = String(lent.data['url'])
  watcher.add('seal of a lent file', address.split('/')[3]?.split('.')[2])
  expect((await watcher.ask('GET', address)).status).toBe(200)
  expect((await watcher.ask('GET', `${address}.other`)).status).toBe(404)

  await ask('PATCH', '/settings', { email: 'mo.two@example.com' })
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1))
  const [, link = ''] = /confirm_new_email\/([\w-]{20,})/.exec(smtp.mails[0]?.source ?? '') ?? []
  watcher.add('link to a new address', link)
  const confirming = `/accounts/confirm_new_email/${link}`
  // The page that asks whether it is meant holds it.
  expect((await watcher.ask('GET', confirming, { handsOut: true })).status).toBe(200)
  await watcher.ask('POST', confirming, { headers: { origin } })
  await watcher.ask('POST', confirming, { headers: { origin } })

  const { device_id } = (await ask('POST', '/register_client_device')).data
  const { push_key_id, push_key } = keyFieldsOf(randomBytes(32), 1)
  watcher.add('push key', push_key.slice(0, -1), { isKept: true })
  const registration = { device_id: String(device_id), push_key_id: String(push_key_id), push_key }
  await ask('POST', '/mobile_push/register', { ...registration, ...tokenFieldsOf('phone', 'fcm') })
  await ask('POST', '/mobile_push/register', { ...registration, device_id: '999' })
  await vi.waitFor(() => expect(relay.registered).toHaveLength(1))

  const webhookSecret = watcher.add('webhook secret', secret(), { isKept: true })
  const bot = await watcher.ask('POST', `${api}/bots`, {
    headers,
    fields: {
      full_name: 'Builds',
      short_name: 'builds',
      bot_type: '2',
      config_data: JSON.stringify({ webhook_secret: webhookSecret }),
    },
    handsOut: true,
  })
  const botKey = watcher.add('bot key', bot.data['api_key'])
  for (const apiKey of [botKey, `${botKey}x`]) {
    await watcher.ask('POST', `${api}/external/json?api_key=${apiKey}&stream=general`, {
      fields: { text: 'x' },
    })
  }
  await watcher.ask('POST', `${api}/external/${botKey}`, { headers, fields: {} })

  const now = Math.floor(Date.now() / 1_000)
  const claims = { email: mo.email, aud: 'bellhop', iat: now, exp: now + 60 }
  const token = signed({ alg: 'HS256', typ: 'JWT' }, claims, String(tokenKey))
  watcher.add('signed token', token.split('.')[2])
  for (const credential of [token, token, `${token}x`]) {
    await watcher.ask('POST', `${api}/jwt/fetch_api_key`, {
      fields: { token: credential },
      handsOut: credential === token,
    })
  }
  await ask('PATCH', '/settings', { old_password: `${password}x`, new_password: password })
  await ask('POST', `/messages?key=${key}`, { type: 'channel', to: key.slice(0, -1) })
  await ask('GET', '/users')
  await ask('POST', '/register')

  // A process that parses for others.
  await watcher.ask('POST', '/convert', {
    fields: { content: '# x', from: 'markdown', to: 'html' },
  })
  const looked = [server.process.pid ?? 0, ...descendantsOf(server.process.pid ?? 0).map(Number)]
  const processes = looked.flatMap((pid) => {
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`)
    const arguments_ = secretsIn(read('cmdline'), watcher.secrets)
    const environment = secretsIn(read('environ'), watcher.secrets)
    return [...arguments_, ...environment].map((name) => `${name} in process ${pid}`)
  })
  const files = globSync('**/*', { cwd: folder.path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hidden = new Map([...watcher.secrets].filter(([name]) => !watcher.kept.has(name)))
  const found = {
    log: secretsIn(Buffer.from(server.stderr()), watcher.secrets),
    answers: watcher.answers.flatMap((text) => secretsIn(Buffer.from(text), watcher.secrets)),
    files: files.flatMap((file) =>
      secretsIn(readFileSync(file), hidden).map((one) => `${one}: ${file}`),
    ),
    processes,
  }
  expect(found).toEqual({ log: [], answers: [], files: [], processes: [] })
  expect(files.length).toBeGreaterThan(0)
  expect(watcher.secrets.size).toBe(15)
  // What the search looks for, it finds: the server has to keep two of them, where its store is a file.
  const stored = files.flatMap((file) => secretsIn(readFileSync(file), watcher.secrets))
  const isStoreHere = files.some((file) => file.endsWith('.sqlite'))
  expect(new Set(stored)).toEqual(isStoreHere ? watcher.kept : new Set(['key of the owner']))
  const holders = files.filter((file) => readFileSync(file).includes(ownerKey))
  expect(holders).toEqual([join(folder.path, 'owner.key')])
  expect(statSync(join(folder.path, 'owner.key')).mode & 0o777).toBe(0o600)
})
