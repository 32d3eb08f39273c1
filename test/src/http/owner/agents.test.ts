import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CallLog } from '../../../../src/app/call-log.ts'
import { hashPassword } from '../../../../src/chat/users/sign-in/passwords.ts'
import { openAgentDesk } from '../../../../src/cli/commands/agent-desk.ts'
import type { CallCourse } from '../../../../src/contract/call-course.ts'
import { findPlan } from '../../../../src/core/plans/key-plan.ts'
import { Journal } from '../../../../src/pay/buyer/journal.ts'
import { type Browser, openBrowser } from '../../../support/browser.ts'
import { canaries } from '../../../support/canaries.ts'
import { CHEAP, type ChatWorld, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { emptyDesk } from '../../../support/owner-desk.ts'

const { password } = canaries()

let world: ChatWorld
let log: CallLog
let agents: ReturnType<typeof openAgentDesk>
let ada: Person
let ben: Person
let [boss, administrator, asAda, asBen]: Browser[] = []
let bot: { id: number; key: string; email: string }

const desk = {
  ...emptyDesk,
  ownerOf: async (id: number) => agents.ownerOf(id),
  agent: async (...whose: Parameters<typeof agents.agent>) => agents.agent(...whose),
  setAgentLimit: async (...limit: Parameters<typeof agents.setAgentLimit>) =>
    agents.setAgentLimit(...limit),
  endConsent: async (...consent: Parameters<typeof agents.endConsent>) =>
    agents.endConsent(...consent),
  endKey: async (...key: Parameters<typeof agents.endKey>) => agents.endKey(...key),
}

beforeAll(async () => {
  const passwordHash = await hashPassword(password, CHEAP)
  world = await startChatWorld({ http: { chat: { desk } } })
  const { chat } = world
  const parts = { services: chat, store: async () => chat.store, chat: { chat: async () => chat } }
  log = new CallLog({
    log: chat.log,
    now: () => chat.now(),
    store: parts.store,
    keepsFailures: true,
  })
  agents = openAgentDesk(parts as unknown as Parameters<typeof openAgentDesk>[0], log)
  await world.add('Boss', { passwordHash, role: 100 })
  await world.add('Cleo', { passwordHash, role: 200 })
  ada = await world.add('Ada', { passwordHash })
  ben = await world.add('Ben', { passwordHash })
  const names = ['boss', 'cleo', 'ada', 'ben']
  ;[boss, administrator, asAda, asBen] = await Promise.all(
    names.map(async (name) => {
      const browser = openBrowser(world)
      await browser.login(`${name}@example.com`, password)
      return browser
    }),
  )
  const made = await ada.post('/bots', { full_name: 'Worker', short_name: 'worker' })
  const { email } = (await ada.get(`/users/${String(made['user_id'])}`))['user'] as typeof bot
  bot = { id: Number(made['user_id']), key: String(made['api_key']), email }
})
afterAll(async () => world[Symbol.asyncDispose]())

const ask = async (
  who: Browser | undefined,
  path: string,
  fields?: Record<string, string>,
): Promise<Record<string, unknown>> => {
  const sent = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
  const response = await who?.request(`//owner/agents/${path}`, sent)
  const answer = (await response?.json()) as Record<string, unknown>
  return { ...answer, status: response?.status }
}

test('an agent is shown to its owner and to owners of the server, a person’s programs to the person and those', async () => {
  const statusesOf = async (id: number) =>
    Promise.all(
      [boss, administrator, asAda, asBen].map(async (who) => (await ask(who, `${id}`)).status),
    )
  expect(await statusesOf(bot.id)).toEqual([200, 403, 200, 403])
  expect(await statusesOf(ben.id)).toEqual([200, 403, 403, 200])
  expect(await statusesOf(999)).toEqual([404, 403, 403, 403])
  for (const [path, fields] of [
    [`${bot.id}/consents/1`, {}],
    [`${bot.id}/keys/abc`, {}],
    [`${bot.id}/limit`, { usd_per_day: '1' }],
  ] as const) {
    expect((await ask(asBen, path, fields)).status).toBe(403)
  }
})

test('of conversations that the reader may not read nothing is told; errands and its own agents’ calls are', async () => {
  const read = await ada.say('Public.', { to: 'general', topic: 'Open' })
  const secret = await ben.whisper('Between us.', ada)
  const call: CallCourse = {
    surface: 'mcp',
    operation: 'send_message',
    usesChat: true,
    isAgent: true,
    account: bot.id,
    startedMs: world.chat.now().getTime(),
    arguments: 'people: [Ben]',
  }
  const error = { message: 'There is no Ben.', hint: 'Did you mean Benjamin?' }
  const failed = { outcome: 'invalid_input', seconds: 1, error }
  const at = (more: Partial<CallCourse>) => log.follow({ ...call, ...more })
  at({ message: read })({ outcome: 'ok', seconds: 1 })
  at({ message: secret, startedMs: call.startedMs + 1 })(failed)
  at({ startedMs: call.startedMs + 2 })(failed)
  at({ operation: 'extract', usesChat: false, message: secret, startedMs: call.startedMs + 3 })(
    failed,
  )
  const shown = async (who: Browser | undefined) =>
    ((await ask(who, `${bot.id}`))['calls'] as Record<string, unknown>[]).map(
      ({ place, is_hidden, arguments: said, message, message_id }) => [
        place !== null,
        is_hidden,
        said !== null,
        message !== null,
        message_id !== null,
      ],
    )
  expect(await shown(boss)).toEqual([
    [false, false, true, true, false],
    [false, true, false, false, false],
    [false, true, false, false, false],
    [true, false, true, false, true],
  ])
  expect(await shown(asAda)).toEqual([
    [true, false, true, true, true],
    [false, false, true, true, false],
    [true, false, true, true, true],
    [true, false, true, false, true],
  ])
})

describe('what is ended on the page of an agent ends at once', () => {
  test('a key, which is listed by the beginning of its digest', async () => {
    const send = async () => {
      const authorization = `Basic ${Buffer.from(`${bot.email}:${bot.key}`).toString('base64')}`
      return (await world.request('/users/me', { headers: { authorization } })).status
    }
    expect(await send()).toBe(200)
    const { keys } = (await ask(boss, `${bot.id}`)) as unknown as { keys: { id: string }[] }
    const [{ id } = { id: '' }] = keys
    expect(keys).toHaveLength(1)
    expect(bot.key).not.toContain(id)
    expect((await ask(asAda, `${bot.id}/keys/${id}0`, {})).status).toBe(404)
    expect((await ask(asAda, `${bot.id}/keys/${id}`, {})).status).toBe(200)
    expect(await send()).toBe(401)
    expect((await ask(boss, `${bot.id}`))['keys']).toEqual([])
  })

  test('no key of a person by anybody else', async () => {
    const { keys: own } = (await ask(asBen, `${ben.id}`)) as unknown as { keys: { id: string }[] }
    expect(own).toHaveLength(1)
    expect((await ask(boss, `${ben.id}`))['keys']).toEqual([])
    expect((await ask(boss, `${ben.id}/keys/${own[0]?.id}`, {})).status).toBe(404)
  })

  test('a consent that stands, by its owner, and none of another agent', async () => {
    const { store } = world.chat
    const journal = new Journal(
      async () => store,
      'test',
      () => world.chat.now().getTime(),
    )
    const seller = { host: 'a.example', network: 'eip155:8453', pay_to: '0xc' }
    await journal.letStand({ account_id: bot.id, ...seller }, 5_000)
    const listed = async () =>
      (await ask(boss, `${bot.id}`))['consents'] as { id: number; usd_per_day: string }[]
    const [consent] = await listed()
    expect(consent).toMatchObject({ usd_per_day: '0.005', usd_today: '0' })
    expect((await ask(asBen, `${ben.id}/consents/${consent?.id}`, {})).status).toBe(404)
    expect(await listed()).toHaveLength(1)
    expect((await ask(asAda, `${bot.id}/consents/${consent?.id}`, {})).status).toBe(200)
    expect(await listed()).toEqual([])
  })
})

test('with its account, all ends that stood for an agent', async () => {
  const made = await ada.post('/bots', { full_name: 'Short', short_name: 'short' })
  const id = Number(made['user_id'])
  const { store } = world.chat
  const journal = new Journal(
    async () => store,
    'test',
    () => world.chat.now().getTime(),
  )
  const pair = { account_id: id, host: 'a.example', network: 'eip155:8453', pay_to: '0xc' }
  await journal.letStand(pair, 5_000)
  expect(await journal.isStanding(pair, 1)).toBe(true)
  await asAda?.request(`/users/${id}`, { method: 'DELETE' })
  expect(await journal.isStanding(pair, 1)).toBe(false)
})

describe('the limit of an agent', () => {
  const limit = async (who: Browser | undefined, usd: string, more = {}) =>
    (await ask(who, `${bot.id}/limit`, { usd_per_day: usd, ...more })).status
  const planOf = async () => findPlan(world.chat.store.db, `chat user ${bot.id}`)

  beforeEach(async () => {
    await world.chat.store.write(async (tx) => tx.deleteFrom('key_plan').execute())
  })

  test('is set and lowered as it is, raised and lifted with the password, by owners of the server', async () => {
    expect(await limit(boss, '2')).toBe(200)
    expect(await limit(boss, '1')).toBe(200)
    expect(await limit(boss, '3')).toBe(403)
    expect(await limit(boss, '')).toBe(403)
    expect(await limit(asAda, '0.5')).toBe(403)
    expect((await planOf())?.unitsPerDay).toBe(1_000_000)
    expect(await limit(boss, '3', { password })).toBe(200)
    expect((await planOf())?.unitsPerDay).toBe(3_000_000)
    expect(await limit(boss, '', { password })).toBe(200)
    expect(await planOf()).toBeUndefined()
    for (const wrong of ['-1', '1e3', 'much', '0.0000001']) {
      expect(await limit(boss, wrong)).toBe(400)
    }
  })

  test('leaves the rest of its plan as it is', async () => {
    const words = 'calls-per-day=5 usd-per-day=9 tools=web'
    await world.chat.store.write(async (tx) =>
      tx
        .insertInto('key_plan')
        .values({ key_name: `chat user ${bot.id}`, words })
        .execute(),
    )
    expect(await limit(boss, '4')).toBe(200)
    expect(await planOf()).toEqual({
      callsPerDay: 5,
      tools: new Set(['web']),
      unitsPerDay: 4_000_000,
    })
  })
})
