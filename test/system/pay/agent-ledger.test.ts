import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { canaries } from '../../support/canaries.ts'
import type { McpClient } from '../../support/clients.ts'
import type { Person } from '../../support/http-person.ts'
import { OAuthClient } from '../../support/oauth-client.ts'
import { OAuthPerson } from '../../support/oauth-person.ts'
import { callPaid, ConsentStage } from '../../support/owner-consent.ts'

const { password } = canaries()

/** Keys of the key file, each of an agent of its own. */
const KEYS = ['keyed', 'always', 'limited', 'paused'].map(
  (name) => [name, randomBytes(24).toString('base64url')] as const,
)

let stage: ConsentStage
let owner: Person
let page: Browser

/** Opens a stage anew: an owner is not asked more than some times in an hour. */
async function open(): Promise<void> {
  stage = await ConsentStage.open({ keys: KEYS })
  owner = stage.device()
  const { url, key } = stage.page()
  page = openBrowser({ request: async (path, init) => fetch(url + path.slice(1), init) }, url)
  const signedIn = await page.request('//accounts/login/', {
    method: 'POST',
    body: new URLSearchParams({ api_key: key }),
  })
  expect(signedIn.status).toBe(200)
}
const close = async () => stage[Symbol.asyncDispose]()

interface Row {
  operation: string
  outcome: string
  paid: string[]
  way: string
  client: string
  arguments: string | null
  place: { topic?: string } | null
}

interface Ledger {
  calls: Row[]
  payments: { usd: string; state: string; consent: string | null }[]
  usd_today: string
  usd_per_day: string | null
  consents: { id: number; host: string; usd_per_day: string; usd_today: string }[]
  programs: { program_id: string; name: string }[]
  keys: { id: string }[]
}

const ledgerOf = async (id: number) =>
  (await (await page.request(`//owner/agents/${id}`)).json()) as Ledger

const change = async (path: string, fields: Record<string, string> = {}) =>
  (
    await page.request(`//owner/agents/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
  ).status

/** Has the owner answer the next question while something is called. */
async function answering<T>(answer: string, call: () => Promise<T>): Promise<T> {
  const { done } = await owner.willAnswer(undefined, 0, answer)
  const [called] = await Promise.all([call(), done])
  return called
}

/** An agent with a key of the key file. */
const connectKeyed = async (name: string) => stage.connectBy(new Map(KEYS).get(name) ?? '')

/** A person whose program came in by OAuth. */
async function letIn(): Promise<{ id: number; token: string }> {
  const email = 'ada@example.com'
  const made = await owner.call('POST', '/users', { email, password, full_name: 'Ada' })
  const client = await OAuthClient.registered(stage.page().url)
  const manners = { username: email, password }
  const scope = { scope: 'mcp chat:write pay' }
  const { access_token: token } = await client.comeIn(new OAuthPerson(), manners, scope)
  return { id: Number(made['user_id']), token }
}

const WAYS: readonly (readonly [
  string,
  () => Promise<{ agent: McpClient; id?: number; name?: string }>,
])[] = [
  ['local', async () => ({ agent: await stage.connectHere() })],
  ['key', async () => ({ agent: await connectKeyed('keyed'), name: 'keyed' })],
  [
    'oauth',
    async () => {
      const { id, token } = await letIn()
      return { agent: await stage.connectBy(token), id }
    },
  ],
]

describe('what agents did', () => {
  beforeAll(open)
  afterAll(close)

  describe.each(WAYS)('an agent that is let in by %s', (way, connect) => {
    test('has its paid, declined and failed calls on its page, with conversation and cost', async () => {
      const { agent, ...known } = await connect()
      const failing = { name: 'extract', arguments: { url: 'http://10.0.0.1/?key=hidden' } }
      // Before anything is known of it.
      expect((await agent.callTool(failing)).isError).toBe(true)
      const topic = `work by ${way}`
      const message = { channel: 'general', topic, content: 'I am on it.' }
      await agent.callTool({ name: 'send_message', arguments: message })
      const paid = await answering('Pay', async () => callPaid(agent, `paid by ${way}`))
      expect(paid.isError ?? false).toBe(false)
      const declined = await answering('Do not pay', async () => callPaid(agent, `not ${way}`))
      expect(declined.isError).toBe(true)
      expect((await agent.callTool(failing)).isError).toBe(true)
      const id = known.id ?? (await owner.idOf(known.name ?? 'bellhop-tests'))
      await expect
        .poll(async () => (await ledgerOf(id)).calls.map(({ outcome }) => outcome), {
          timeout: 10_000,
        })
        .toEqual(['url_not_allowed', 'payment_refused', 'ok', 'ok', 'url_not_allowed'])
      const { calls, payments, usd_today } = await ledgerOf(id)
      expect(calls).toMatchObject([
        { operation: 'extract', paid: [], place: { topic } },
        { operation: 'convert', paid: [], place: { topic } },
        { operation: 'convert', paid: ['0.001'], place: { topic } },
        { operation: 'send_message', paid: [], place: { topic } },
        { operation: 'extract', paid: [], place: null },
      ])
      for (const call of calls) {
        expect(call).toMatchObject({ way, client: 'bellhop-tests 1.0.0' })
      }
      expect(calls.map((call) => call.arguments)).toEqual([
        'url: http://10.0.0.1/?…',
        `from: markdown, to: html, data: (${`# not ${way}`.length} characters)`,
        `from: markdown, to: html, data: (${`# paid by ${way}`.length} characters)`,
        `channel: general, topic: ${topic}, content: (11 characters)`,
        'url: http://10.0.0.1/?…',
      ])
      expect(payments).toMatchObject([{ usd: '0.001', state: 'spent', consent: 'asked' }])
      expect(usd_today).toBe('0.001')
    })
  })

  test('a call of a route with a key stands on the page of its agent as well', async () => {
    const call = async (word: string) =>
      fetch(`${stage.page().url}/convert`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${new Map(KEYS).get('keyed')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ from: 'markdown', to: 'html', data: word }),
      })
    const id = await owner.idOf('keyed')
    const before = (await ledgerOf(id)).calls.length
    expect((await answering('1', async () => call('# by route'))).status).toBe(200)
    expect((await answering('2', async () => call('# not by route'))).status).toBe(502)
    const { calls } = await ledgerOf(id)
    expect(calls.slice(0, calls.length - before)).toMatchObject([
      { operation: 'convert', outcome: 'payment_refused', way: 'key', paid: [] },
      { operation: 'convert', outcome: 'ok', way: 'key', paid: ['0.001'] },
    ])
  })

  test('a program that came in by OAuth is listed with its person, and ended', async () => {
    const id = await owner.idOf('Ada')
    const { programs } = await ledgerOf(id)
    expect(programs).toMatchObject([{ name: 'Test program' }])
    await owner.call('DELETE', `/connected_programs/${programs[0]?.program_id}`)
    expect((await ledgerOf(id)).programs).toEqual([])
  })
})

describe('what the owner agrees to for good', () => {
  beforeAll(open)
  afterAll(close)

  test('is honoured within its amount, listed, and ended; the question says who asks, where, and for what', async () => {
    const agent = await connectKeyed('always')
    const place = { channel: 'general', topic: 'for good' }
    await agent.callTool({ name: 'send_message', arguments: { ...place, content: 'Going.' } })
    const id = await owner.idOf('always')
    const first = await answering('Always up to $0.002 a day', async () => callPaid(agent, 'one'))
    expect(first.isError ?? false).toBe(false)
    const asked = await lastQuestion()
    for (const said of [
      `@_**always|${id}** asks, in #**general>for good**:`,
      'Pay 0.001 USDC',
      'one call of convert?',
      '`from: markdown, to: html, data: (5 characters)`',
      'Spent today by this agent: 0 USDC.',
      '3. Always up to $0.01 a day for this agent and seller',
    ]) {
      expect(asked).toContain(said)
    }
    // Nobody is asked.
    expect((await callPaid(agent, 'two')).isError ?? false).toBe(false)
    const { consents, payments } = await ledgerOf(id)
    expect(consents).toMatchObject([{ usd_per_day: '0.002', usd_today: '0.002' }])
    expect(payments.map(({ consent }) => consent)).toEqual(['standing', 'asked'])
    // The amount is used up: the owner is asked, and lets more be paid.
    const third = await answering('Always up to 1 a day', async () => callPaid(agent, 'three'))
    expect(third.isError ?? false).toBe(false)
    expect((await callPaid(agent, 'four')).isError ?? false).toBe(false)
    const [consent] = (await ledgerOf(id)).consents
    expect(await change(`${id}/consents/${consent?.id}`)).toBe(200)
    expect((await ledgerOf(id)).consents).toEqual([])
    const last = await answering('no', async () => callPaid(agent, 'five'))
    expect(last.isError).toBe(true)
    expect((await ledgerOf(id)).usd_today).toBe('0.004')
  })

  test('does not reach above the limit of the agent, which no consent raises', async () => {
    const agent = await connectKeyed('limited')
    await agent.callTool({ name: 'get_own_user', arguments: {} })
    const id = await owner.idOf('limited')
    expect(await change(`${id}/limit`, { usd_per_day: '0.001' })).toBe(200)
    const first = await answering('Always up to $5', async () => callPaid(agent, 'limited one'))
    expect(first.isError ?? false).toBe(false)
    const second = await callPaid(agent, 'limited two')
    expect([second.isError, second.content[0]?.text]).toEqual([
      true,
      expect.stringContaining('may still spend today'),
    ])
    // Raising wants the password.
    expect(await change(`${id}/limit`, { usd_per_day: '1' })).toBe(403)
    expect((await ledgerOf(id)).usd_per_day).toBe('0.001')
  })

  test('an agent that is paused while its owner is asked pays nothing', async () => {
    const agent = await connectKeyed('paused')
    await agent.callTool({ name: 'get_own_user', arguments: {} })
    const id = await owner.idOf('paused')
    const before = await answering('Always', async () => callPaid(agent, 'before the pause'))
    expect(before.isError ?? false).toBe(false)
    const [consent] = (await ledgerOf(id)).consents
    expect(await change(`${id}/consents/${consent?.id}`)).toBe(200)
    const { done } = await owner.willAnswer(undefined, 0, 'What is this?')
    const called = callPaid(agent, 'while it is paused')
    await done
    await owner.call('DELETE', `/users/${id}`)
    await owner.whisper(await stage.botId(), 'Pay')
    const { isError, content } = await called
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('deactivated')])
    expect((await ledgerOf(id)).payments).toHaveLength(1)
  })

  test('what stood for an agent is gone once it was paused', async () => {
    const agent = await connectKeyed('keyed')
    await answering('Always', async () => callPaid(agent, 'always of the keyed'))
    const id = await owner.idOf('keyed')
    expect((await ledgerOf(id)).consents).toHaveLength(1)
    await owner.call('DELETE', `/users/${id}`)
    expect((await ledgerOf(id)).consents).toEqual([])
    expect((await callPaid(agent, 'still keyed')).isError).toBe(true)
  })
})

/** The last question to the owner. */
async function lastQuestion(): Promise<string> {
  const narrow = JSON.stringify([{ operator: 'dm', operand: [await stage.botId()] }])
  const fields = {
    anchor: 'newest',
    num_before: '5',
    num_after: '0',
    apply_markdown: 'false',
    narrow,
  }
  const { messages } = (await owner.call('GET', '/messages', fields)) as unknown as {
    messages: { content: string }[]
  }
  return messages.findLast(({ content }) => content.includes('1. Pay'))?.content ?? ''
}
