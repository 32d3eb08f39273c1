import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { usageCsv } from '../../../src/cli/commands/usage.ts'
import type { AnyOperation, Call } from '../../../src/contract/operation.ts'
import { type KeyPlan, KeyPlans } from '../../../src/core/key-plans.ts'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/port.ts'
import { quietLog } from '../../support/store-backend.ts'

const NOON = Date.parse('2026-03-04T12:00:00Z')
let store: Store
let now = NOON

beforeAll(async () => {
  store = await openStore({ location: ':memory:', log: quietLog })
})
beforeEach(async () => {
  now = NOON
  await store.write(async (tx) => tx.deleteFrom('key_usage').execute())
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
  const call = { caller, principal: { id } } as unknown as Call<Record<string, unknown>>
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
  expect(await usageCsv(store)).toBe('day,key,calls\r\n2026-03-05,ci,1\r\n2026-03-04,ci,10')
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
  expect(await usageCsv(store)).toBe('day,key,calls\r\n2026-03-04,ci,0')
})
