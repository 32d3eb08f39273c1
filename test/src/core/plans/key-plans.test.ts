import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { usageCsv } from '../../../../src/cli/commands/usage.ts'
import type { FetchOptions } from '../../../../src/contract/net.ts'
import type { AnyOperation, Call, Place } from '../../../../src/contract/operation.ts'
import { type KeyPlan, PLANS_KEPT_MS, storePlan } from '../../../../src/core/plans/key-plan.ts'
import { KeyPlans } from '../../../../src/core/plans/key-plans.ts'
import { openStore } from '../../../../src/store/open.ts'
import type { Store } from '../../../../src/store/port.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import { quietLog } from '../../../support/store-backend.ts'

const NOON = Date.parse('2026-03-04T12:00:00Z')
let store: Store
let now = NOON

beforeAll(async () => {
  store = await openStore({ location: ':memory:', log: quietLog })
})
beforeEach(async () => {
  now = NOON
  await store.write(async (tx) => {
    await tx.deleteFrom('key_usage').execute()
    await tx.deleteFrom('key_plan').execute()
  })
})
afterAll(async () => store.close())

const plansOf = (plans: Readonly<Record<string, KeyPlan>>) =>
  new KeyPlans(
    new Map(Object.entries(plans)),
    async () => store,
    () => now,
  )
const operation = { name: 'qr', toolset: 'text' } as AnyOperation

/** Calls as a key, or as somebody else of that name. */
async function callAs(plans: KeyPlans, caller: string, id = `key ${caller}`, called = operation) {
  const call = { caller, principal: { id }, services: {} } as unknown as Call<
    Record<string, unknown>
  >
  return plans
    .before(async () => 'done')(called, call)
    .catch((thrown: unknown) => thrown)
}

test('a key has so many calls a day, of all processes together', async () => {
  const [one, other] = [plansOf({ ci: { callsPerDay: 10 } }), plansOf({ ci: { callsPerDay: 10 } })]
  const outcomes = await Promise.all(
    Array.from({ length: 25 }, async (_, n) => callAs(n % 2 === 0 ? one : other, 'ci')),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10)
  expect(await callAs(one, 'ci')).toMatchObject({
    code: 'rate_limited',
    fields: { 'retry-after': 43_200 },
  })
  expect(one.left('ci')).toEqual({ limit: 10, remaining: 0, resetSeconds: 43_200 })
  now += 43_200_000
  expect(one.left('ci')?.remaining).toBe(10)
  expect(await callAs(one, 'ci')).toBe('done')
  expect(await usageCsv(store)).toBe(
    'day,key,calls,usd,bytes\r\n2026-03-05,ci,1,0,0\r\n2026-03-04,ci,10,0,0',
  )
})

test('a key is for the tools and toolsets that it names; what is refused is not counted', async () => {
  const plans = plansOf({ ci: { tools: new Set(['web', 'qr']), callsPerDay: 5 } })
  const extract = { name: 'extract', toolset: 'web' } as AnyOperation
  const convert = { name: 'convert', toolset: 'text' } as AnyOperation
  expect(await callAs(plans, 'ci')).toBe('done')
  expect(await callAs(plans, 'ci', 'key ci', extract)).toBe('done')
  expect(await callAs(plans, 'ci', 'key ci', convert)).toMatchObject({ code: 'forbidden' })
  expect(plans.left('ci')?.remaining).toBe(3)
})

test('nobody else is held to the plan of a key, or counted', async () => {
  const plans = plansOf({ ci: { callsPerDay: 0 } })
  expect(await callAs(plans, 'ci')).toMatchObject({ code: 'rate_limited' })
  expect(await callAs(plans, 'ci', 'chat user 7')).toBe('done')
  expect(await callAs(plans, 'other')).toBe('done')
  expect(plans.left('other')).toBeUndefined()
  expect(await usageCsv(store)).toBe('day,key,calls,usd,bytes\r\n2026-03-04,ci,0,0,0')
})

test('a plan in the store counts before that of the key file, in every process and without a new start', async () => {
  const plans = plansOf({ ci: { callsPerDay: 1 } })
  expect(await callAs(plans, 'ci')).toBe('done')
  expect(await callAs(plans, 'ci')).toMatchObject({ code: 'rate_limited' })
  await storePlan(store, { name: 'ci', words: 'calls-per-day=3 tools=qr' })
  now += PLANS_KEPT_MS
  expect(await callAs(plans, 'ci')).toBe('done')
  expect(plans.left('ci')).toMatchObject({ limit: 3, remaining: 1 })
  const other = { name: 'extract', toolset: 'web' } as AnyOperation
  expect(await callAs(plans, 'ci', 'key ci', other)).toMatchObject({ code: 'forbidden' })
  await storePlan(store, { name: 'ci', words: '' })
  now += PLANS_KEPT_MS
  expect(await callAs(plans, 'ci')).toMatchObject({ code: 'rate_limited' })
})

test('an account of the chat is held to its plan, whatever it calls by', async () => {
  const plans = plansOf({})
  await storePlan(store, { name: 'chat user 7', words: 'calls-per-day=1' })
  expect(await callAs(plans, 'chat user 7', 'chat user 7')).toBe('done')
  const over = { code: 'rate_limited', fields: { 'retry-after': 43_200 } }
  expect(await callAs(plans, '', 'chat user 7')).toMatchObject(over)
  expect(await callAs(plans, 'chat user 8', 'chat user 8')).toBe('done')
  expect(await callAs(plans, '', 'address 192.0.2.1')).toBe('done')
  expect(await usageCsv(store)).toBe('day,key,calls,usd,bytes\r\n2026-03-04,chat user 7,1,0,0')
})

test('a plan that this version cannot read lets nothing through, and one read before holds while the store is away', async () => {
  let isAway = false
  const plans = new KeyPlans(
    new Map(),
    async () => {
      if (isAway) throw new Error('away')
      return store
    },
    () => now,
  )
  await storePlan(store, { name: 'ci', words: 'calls-per-moon=9' })
  expect(await callAs(plans, 'ci')).toMatchObject({ code: 'rate_limited' })
  expect(await callAs(plans, 'other')).toBe('done')
  isAway = true
  now += PLANS_KEPT_MS
  expect(await callAs(plans, 'other')).toBe('done')
  expect(await callAs(plans, 'ci')).toMatchObject({ message: 'away' })
  const unread = new KeyPlans(
    new Map(),
    async () => Promise.reject(new Error('away')),
    () => now,
  )
  expect(await callAs(unread, 'other')).toMatchObject({ message: 'away' })
})

test('a key may spend so much a day, of all processes together; what is refused does not count', async () => {
  const plan = { ci: { unitsPerDay: 500_000 } }
  const [one, other] = [plansOf(plan), plansOf(plan)]
  /** What a call may spend, as the wallet asks. */
  const spend = async (plans: KeyPlans, usd: string) => {
    const pay: Place = async (_, call) => call.spend?.(usd)
    const call = {
      caller: 'ci',
      principal: { id: 'key ci' },
      services: {},
    } as unknown as Call<never>
    return plans
      .before(pay)(operation, call)
      .catch((thrown: unknown) => thrown)
  }
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => spend(n % 2 === 0 ? one : other, '0.1')),
  )
  expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(5)
  expect(await spend(one, '0.000001')).toMatchObject({
    code: 'rate_limited',
    fields: { 'retry-after': 43_200 },
  })
  expect(await usageCsv(store)).toBe('day,key,calls,usd,bytes\r\n2026-03-04,ci,13,0.5,0')
  now += 43_200_000
  expect(await spend(one, '0.500001')).toMatchObject({ code: 'rate_limited' })
  expect(await spend(one, '0.5')).toBeUndefined()
})

test('a key reaches the hosts that it names and what is below them, and renders nothing', async () => {
  const reached: string[] = []
  const services = {
    browser: {},
    vetAddress: async () => {},
    async fetch(url: string, { permit }: FetchOptions) {
      await permit?.(new URL(url))
      reached.push(url)
      await permit?.(new URL('https://elsewhere.example/after-a-redirect'))
    },
  }
  const plans = plansOf({ ci: { hosts: new Set(['example.com']) } })
  const visit = async (url: string) => {
    const read: Place = async (_, call) => {
      expect(call.services.browser).toBeUndefined()
      await call.services.vetAddress(url, {} as never)
      return call.services.fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
    }
    const call = { caller: 'ci', principal: { id: 'key ci' }, services } as unknown as Call<never>
    return plans
      .before(read)(operation, call)
      .catch((thrown: unknown) => thrown)
  }
  const refused = { code: 'forbidden', message: 'Your key is not for this host.' }
  for (const url of ['https://example.com/', 'https://docs.EXAMPLE.com/a']) {
    reached.length = 0
    expect(await visit(url)).toMatchObject(refused)
    expect(reached).toEqual([url])
  }
  reached.length = 0
  for (const url of [
    'https://badexample.com/',
    'https://example.com.evil.example/',
    'https://com/',
  ])
    expect(await visit(url)).toMatchObject(refused)
  expect(reached).toEqual([])
})

test('a team has its own limits, and an error says whose is reached', async () => {
  await storePlan(store, {
    name: 'team research',
    words: 'calls-per-day=3 usd-per-day=0.30 tools=text',
  })
  const plans = plansOf({
    ada: { team: 'research' },
    bob: { team: 'research', callsPerDay: 1 },
    eve: { callsPerDay: 5 },
  })
  expect(await callAs(plans, 'bob')).toBe('done')
  expect(await callAs(plans, 'bob')).toMatchObject({
    message: 'The calls of your key for today are used up.',
  })
  expect(await callAs(plans, 'ada')).toBe('done')
  expect(await callAs(plans, 'ada')).toBe('done')
  expect(await callAs(plans, 'ada')).toMatchObject({
    code: 'rate_limited',
    message: 'The calls of your team research for today are used up.',
    hint: 'Your team research has 3 calls a day, again from midnight (UTC).',
    fields: { 'retry-after': 43_200 },
  })
  expect(await callAs(plans, 'eve')).toBe('done')
  const extract = { name: 'extract', toolset: 'web' } as AnyOperation
  expect(await callAs(plans, 'ada', 'key ada', extract)).toMatchObject({
    code: 'forbidden',
    message: 'Your team research is not for this tool.',
  })
  now += 43_200_000
  expect(await callAs(plans, 'ada')).toBe('done')
})

test('accounts may be in a team too, and a team without a plan limits nothing', async () => {
  await storePlan(store, { name: 'chat user 7', words: 'team=support' })
  const plans = plansOf({ ci: { team: 'support' } })
  expect(await callAs(plans, 'ada', 'chat user 7')).toBe('done')
  await storePlan(store, { name: 'team support', words: 'calls-per-day=3' })
  now += PLANS_KEPT_MS
  expect(await callAs(plans, 'ada', 'chat user 7')).toBe('done')
  expect(await callAs(plans, 'ci')).toBe('done')
  expect(await callAs(plans, 'ci')).toMatchObject({ code: 'rate_limited' })
})
