import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../../../src/chat/users/sign-in/passwords.ts'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import type { SpendingCaps } from '../../../../src/contract/spending.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import type { OwnerDesk } from '../../../../src/http/owner/desk.ts'
import { OWNER_ROUTES } from '../../../../src/http/owner/routes.ts'
import { mayTry } from '../../../../src/http/owner/run-tool.ts'
import { chatOperations } from '../../../../tools/chat.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'
import { type Browser, openBrowser } from '../../../support/browser.ts'
import { canaries } from '../../../support/canaries.ts'
import { CHEAP, type ChatWorld, startChatWorld } from '../../../support/chat-world.ts'
import { echo } from '../../../support/operations.ts'
import { emptyDesk } from '../../../support/owner-desk.ts'

const { password } = canaries()

const everyTool = selectTools(await wholeCatalogue())
let caps: SpendingCaps

/** Quotas that were set. */
const setQuotas: object[] = []

const startedImports: { archive: string; isTrial: boolean }[] = []

/** Limits of a wallet; everything else is empty. */
const desk: OwnerDesk = {
  ...emptyDesk,
  caps: async () => caps,
  async setCaps(changed) {
    caps = { ...caps, ...changed }
  },
  tools: async () => [...everyTool, echo],
  quotas: async () => ({
    inForce: { uploads: 10, uploadsPerAccount: 0, messagesPerAccount: 5 },
    configured: { uploads: 20, uploadsPerAccount: 0, messagesPerAccount: 5 },
    usedMib: 7,
  }),
  async setQuotas(quotas) {
    setQuotas.push(quotas)
  },
  imports: async () => ({
    folder: '/data/imports',
    archives: [{ name: 'team.zip', bytes: 7 }],
    job: startedImports[0] && {
      ...startedImports[0],
      isRunning: true,
      progress: { step: 'unpacking', done: 0, total: 0 },
    },
  }),
  takeArchive: async (_, pathId) => pathId.split('/').at(-1) ?? '',
  async startImport(archive, isTrial) {
    startedImports.unshift({ archive, isTrial })
  },
  moving: async () => ({
    exports: [{ id: 3, written: 10, total: 40 }],
    imports: [
      {
        id: 'ab',
        isFinished: false,
        atMs: Date.parse('2026-01-02T03:04:05Z'),
        files: 1,
        total: 4,
        brought: { messages: 10 },
        leftOut: { x: 1 },
      },
    ],
  }),
}

let world: ChatWorld
let owner: Browser
let administrator: Browser
let member: Browser

beforeAll(async () => {
  const passwordHash = await hashPassword(password, CHEAP)
  world = await startChatWorld({ http: { chat: { desk } } })
  await world.add('Boss', { passwordHash, role: 100 })
  await world.add('Cleo', { passwordHash, role: 200 })
  await world.add('Ada', { passwordHash })
  owner = openBrowser(world)
  administrator = openBrowser(world)
  member = openBrowser(world)
  await owner.login('boss@example.com', password)
  await administrator.login('cleo@example.com', password)
  await member.login('ada@example.com', password)
})
afterAll(async () => world[Symbol.asyncDispose]())

beforeEach(() => {
  caps = { perCall: '0.10', perSession: '1', perDay: '5', approveAbove: '0' }
})

const pathOf = (path: string) => `/${path.replace(':name', 'echo')}`
const ask = async (
  who: Browser,
  method: string,
  path: string,
  fields: object = {},
): Promise<Record<string, unknown>> => {
  const body = new URLSearchParams(fields as Record<string, string>)
  const isRead = method === 'GET'
  const response = await who.request(isRead ? `${pathOf(path)}?${body.toString()}` : pathOf(path), {
    method,
    ...(isRead ? {} : { body }),
  })
  const answer = (await response.json()) as Record<string, unknown>
  return { ...answer, status: response.status }
}

describe.each(
  OWNER_ROUTES.map(
    ({ method, path, forAdministrators }) => [method, path, forAdministrators] as const,
  ),
)('%s %s', (method, path, forAdministrators) => {
  test('is for nobody but owners, or administrators where it says so, who are signed in with a browser', async () => {
    const stranger = openBrowser(world)
    expect(await ask(stranger, method, path)).toMatchObject({ status: 401 })
    expect(await ask(member, method, path)).toMatchObject({
      status: 403,
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    const key = Buffer.from(`${world.owner.email}:${world.owner.key}`).toString('base64')
    const headers = { ...owner.headers(), authorization: `Basic ${key}` }
    expect((await world.request(pathOf(path), { method, headers })).status).toBe(401)
    expect([401, 403]).not.toContain((await ask(owner, method, path)).status)
    const { status } = await ask(administrator, method, path)
    expect(status === 403).toBe(!forAdministrators)
  })
})

/** What another page can send, and what a page sends that does not know the token. */
const FORGERIES: readonly (readonly [string, Record<string, string | undefined>])[] = [
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['the Origin of another port', { origin: 'http://localhost:8080' }],
  ['the Origin null', { origin: 'null' }],
  ['no Origin', { origin: undefined }],
  ['no token', { 'x-csrftoken': undefined }],
  ['an empty token', { 'x-csrftoken': '' }],
  ['a wrong token', { 'x-csrftoken': 'a'.repeat(43) }],
]

/** Routes that change something in the name of who is signed in with a browser. */
const CHANGING: readonly (readonly [string, string])[] = [
  ...OWNER_ROUTES.filter(({ method }) => method !== 'GET').map(
    ({ method, path }) => [method, pathOf(path)] as const,
  ),
  ...chatOperations
    .filter(({ effects, http }) => !effects.readOnly && !http.ignoresCredentials && !http.anonymous)
    .map(({ http }) => [http.method, http.path.replaceAll(/\{\w+\+?\}/g, '1')] as const),
  ['POST', '//accounts/logout/'],
]

test('there are many of them', () => {
  expect(CHANGING.length).toBeGreaterThan(100)
})

test.each(FORGERIES)('every changing route refuses %s', async (_, wrong) => {
  const sent = { ...owner.headers(), ...wrong }
  const headers = Object.fromEntries(
    Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  const answers: string[] = []
  for (const [method, path] of CHANGING) {
    const response = await world.request(path, { method, headers })
    const text = await response.text()
    if (response.status !== 403 || !/CSRF|Origin/.test(text)) {
      answers.push(`${method} ${path}: ${response.status} ${text}`)
    }
  }
  expect(answers).toEqual([])
})

describe('quotas', () => {
  test('are told in MiB, and set by whole numbers', async () => {
    expect(await ask(administrator, 'GET', '/owner/quotas')).toMatchObject({
      used_mib: 7,
      quotas: [
        { name: 'uploads', mib: 10, highest_mib: 20 },
        { name: 'uploads_per_account', mib: 0, highest_mib: 0 },
        { name: 'messages_per_account', mib: 5, highest_mib: 5 },
      ],
    })
    const set = async (given: object) => ask(administrator, 'POST', '/owner/quotas', given)
    expect(await set({ uploads: '12', messages_per_account: '0' })).toMatchObject({ status: 200 })
    expect(setQuotas).toEqual([{ uploads: 12, messagesPerAccount: 0 }])
    for (const wrong of ['-1', '1.5', 'many', '', '1e3', '9999999999']) {
      expect(await set({ uploads: wrong })).toMatchObject({ status: 400 })
    }
    expect(await set({})).toMatchObject({ status: 400 })
    expect(setQuotas).toHaveLength(1)
  })
})

test('an archive at the server, or one that was uploaded, is tried and imported', async () => {
  const form = { archive: 'team.zip', dry_run: 'true' }
  expect(await ask(owner, 'POST', '/owner/imports', form)).toMatchObject({
    status: 200,
    archives: [{ name: 'team.zip', bytes: 7 }],
    job: { archive: 'team.zip', dry_run: true, is_running: true, report: null },
  })
  await ask(owner, 'POST', '/owner/imports', { upload: '/user_uploads/1/ab/other.zip' })
  expect(startedImports[0]).toEqual({ archive: 'other.zip', isTrial: false })
  expect(await ask(owner, 'POST', '/owner/imports')).toMatchObject({ status: 400 })
})

test('how far exports and imports have come is told', async () => {
  expect(await ask(administrator, 'GET', '/owner/moving')).toMatchObject({
    exports: [{ id: 3, written: 10, total: 40 }],
    imports: [{ id: 'ab', is_finished: false, at: '2026-01-02T03:04:05.000Z', left_out: { x: 1 } }],
  })
})

describe('limits of the wallet', () => {
  const limits = async (fields: object) => ask(owner, 'POST', '/owner/money/limits', fields)

  test('are lowered as they are, and raised with the password only', async () => {
    expect(await limits({ per_day: '2.50' })).toMatchObject({
      status: 200,
      caps: { perDay: '2.50' },
    })
    expect(await limits({ per_day: '3' })).toMatchObject({ status: 403, code: 'PASSWORD_REQUIRED' })
    const wrong = await limits({ per_day: '3', password: 'another one' })
    expect(wrong).toMatchObject({ status: 403, code: 'PASSWORD_REQUIRED' })
    expect(caps.perDay).toBe('2.50')
    expect(await limits({ per_day: '3', password })).toMatchObject({ caps: { perDay: '3' } })
  })

  test('one that is raised beside another that is lowered needs it too', async () => {
    expect(await limits({ per_day: '1', per_call: '0.2' })).toMatchObject({ status: 403 })
    expect(caps).toMatchObject({ perDay: '5', perCall: '0.10' })
  })

  test.each(['', '-1', '1e3', 'NaN', '0x10', '1.2345678', '10000000', '1,5'])(
    'are no %o',
    async (amount) => {
      expect(await limits({ per_day: amount, password })).toMatchObject({ status: 400 })
      expect(caps.perDay).toBe('5')
    },
  )

  test('are named', async () => {
    expect(await limits({ approve_above: '5', password })).toMatchObject({ status: 400 })
  })
})

describe('tools', () => {
  test('are described with what models see, and tried as models and people see it', async () => {
    const described = await ask(owner, 'GET', '/owner/tools/:name')
    expect(described['tool']).toMatchObject({
      name: 'echo',
      may_try: true,
      input_schema: { properties: { text: { type: 'string' } } },
    })
    expect(
      await ask(owner, 'POST', '/owner/tools/:name', { arguments: '{"text":"a","times":3}' }),
    ).toMatchObject({ status: 200, output: { text: 'aaa' }, text: 'said: aaa', ignored: [] })
    const bad = await ask(owner, 'POST', '/owner/tools/:name', { arguments: '{"times":9}' })
    expect(bad).toMatchObject({ status: 400 })
    expect(await ask(owner, 'POST', '/owner/tools/:name', { arguments: '[1' })).toMatchObject({
      status: 400,
    })
  })

  test('that pay or show a key are not tried', async () => {
    const kept = everyTool.filter((tool) => !mayTry(tool)).map(({ name }) => name)
    expect(kept).toEqual(
      expect.arrayContaining(['pay_fetch', 'create_bot', 'regenerate_api_key', 'get_bot_api_key']),
    )
    const offered = everyTool.filter(mayTry)
    const keys = offered.filter((tool: AnyOperation) => 'api_key' in tool.output.shape)
    expect(keys).toEqual([])
    const path = '//owner/tools/pay_fetch'
    const response = await owner.request(path, { method: 'POST' })
    expect(response.status).toBe(403)
  })
})

test('what keys have used is for the owner', async () => {
  const usage = [{ day: '2026-03-04', key: 'ci', calls: 3, usd: '0.25', bytes: 1_048_576 }]
  const research = { team: 'research', calls_per_day: 1_000, usd_per_day: '5', bytes_per_day: null }
  const answer = await owner.request('//owner/keys')
  expect(await answer.json()).toMatchObject({
    result: 'success',
    usage,
    teams: [research, { team: 'support', bytes_per_day: 2_097_152_000 }],
  })
  expect((await member.request('//owner/keys')).status).toBe(403)
})

test.each(['money/receipts.csv', 'keys/usage.csv'])('%s is a file for the owner', async (name) => {
  const path = `//owner/${name}`
  const { headers, status } = await owner.request(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect((await member.request(path)).status).toBe(403)
})
