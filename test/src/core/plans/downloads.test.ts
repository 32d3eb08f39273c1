import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FetchOptions } from '../../../../src/contract/net.ts'
import type { AnyOperation, Call, Place, Services } from '../../../../src/contract/operation.ts'
import { storePlan } from '../../../../src/core/plans/key-plan.ts'
import { KeyPlans, readKeyUsage } from '../../../../src/core/plans/key-plans.ts'
import { readTeams } from '../../../../src/core/plans/teams.ts'
import { openStore } from '../../../../src/store/open.ts'
import type { Store } from '../../../../src/store/port.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import { quietLog } from '../../../support/store-backend.ts'

const MIB = 1024 * 1024
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

/** Services whose fetches and pages bring as many bytes as their address says, and fail afterwards at `/broken`. */
const bring = async (url: string, options: Pick<FetchOptions, 'permit' | 'arrived'>) => {
  await options.permit?.(new URL(url))
  options.arrived?.(Number(new URL(url).searchParams.get('bytes')))
  if (url.includes('/broken')) throw new Error('broken')
  return url
}
const services = {
  log: quietLog,
  fetch: bring,
  browser: { isSold: false, render: bring, shoot: bring },
} as unknown as Services

const operation = { name: 'extract', toolset: 'web' } as AnyOperation
const signal = AbortSignal.timeout(PATIENCE_MS)
const plansOf = () =>
  new KeyPlans(
    new Map([
      ['ada', { team: 'research' }],
      ['bob', { team: 'research', bytesPerDay: MIB }],
    ]),
    async () => store,
    () => now,
  )

type Work = (services: Services) => Promise<unknown>
const fetching =
  (bytes: number, path = '/'): Work =>
  async ({ fetch }) =>
    fetch(`https://example.com${path}?bytes=${bytes}`, { signal })

/** Does something with the services of a call of a key. */
async function callAs(key: string, work: Work, plans = plansOf()) {
  const call = { principal: { id: `key ${key}` }, services } as unknown as Call<never>
  const place: Place = async (_, { services: own }) => work(own)
  return plans
    .before(place)(operation, call)
    .then(
      () => 'done',
      (thrown: unknown) => thrown,
    )
}

const used = async () =>
  Object.fromEntries((await readKeyUsage(store)).map(({ key, bytes }) => [key, bytes]))

test('a key or team that has downloaded what it may is refused, is told whose limit it is, and goes on the next day', async () => {
  await storePlan(store, { name: 'team research', words: 'mib-per-day=2' })
  expect(await callAs('bob', fetching(MIB - 1))).toBe('done')
  expect(await callAs('bob', fetching(10))).toBe('done')
  expect(await callAs('bob', fetching(1))).toMatchObject({
    code: 'rate_limited',
    message: 'The downloads of your key for today are used up.',
    hint: 'Your key may download 1 MiB a day, again from midnight (UTC).',
    fields: { 'retry-after': 43_200 },
  })
  expect(await callAs('ada', fetching(MIB))).toBe('done')
  expect(await callAs('ada', fetching(1))).toMatchObject({
    code: 'rate_limited',
    message: 'The downloads of your team research for today are used up.',
    hint: 'Your team research may download 2 MiB a day, again from midnight (UTC).',
    fields: { 'retry-after': 43_200 },
  })
  expect(await used()).toEqual({ ada: MIB, bob: MIB + 9, 'team research': 2 * MIB + 9 })
  expect(await callAs('ada', async () => 'needs no download')).toBe('done')
  now += 43_200_000
  expect(await callAs('bob', fetching(1))).toBe('done')
})

test('pages in the browser count, and what breaks off; what an operation runs for another counts once', async () => {
  const plans = plansOf()
  const nested: Work = async (own) => {
    const call = { principal: { id: 'key bob' }, services: own } as unknown as Call<never>
    return plans.before(async (_, inner) => fetching(7)(inner.services))(operation, call)
  }
  const page = 'https://example.com/?bytes=100'
  expect(await callAs('bob', nested, plans)).toBe('done')
  expect(await used()).toMatchObject({ bob: 7 })
  expect(await callAs('bob', async ({ browser }) => browser?.render(page, { signal }))).toBe('done')
  expect(await callAs('bob', async ({ browser }) => browser?.shoot(page, {} as never))).toBe('done')
  expect(await callAs('bob', fetching(MIB, '/broken'))).toMatchObject({ message: 'broken' })
  expect(await used()).toMatchObject({ bob: MIB + 207, 'team research': MIB + 207 })
  const over = { code: 'rate_limited' }
  expect(await callAs('bob', async (own) => own.browser?.render(page, { signal }))).toMatchObject(
    over,
  )
  expect(await callAs('bob', async (own) => own.browser?.shoot(page, {} as never))).toMatchObject(
    over,
  )
  expect(await callAs('bob', nested, plans)).toMatchObject(over)
})

test('a download that cannot be counted is not lost', async () => {
  let isAway = false
  const plans = new KeyPlans(
    new Map([['ada', {}]]),
    async () => (isAway ? Promise.reject(new Error('away')) : store),
    () => now,
  )
  const work: Work = async (own) => {
    isAway = true
    return fetching(5)(own)
  }
  expect(await callAs('ada', work, plans)).toBe('done')
  expect(await callAs('ada', work, plans)).toMatchObject({ message: 'away' })
})

test('a team has hosts of its own, beside those of the key', async () => {
  await storePlan(store, { name: 'team research', words: 'hosts=example.org' })
  expect(await callAs('ada', fetching(1))).toMatchObject({
    code: 'forbidden',
    message: 'Your team research is not for this host.',
    hint: 'Your team research is for example.org.',
  })
})

test('teams are listed with what they used today of what they may, also those without limits or use', async () => {
  await storePlan(store, { name: 'team research', words: 'mib-per-day=2 usd-per-day=0.50' })
  await storePlan(store, { name: 'team support', words: 'calls-per-day=9' })
  await storePlan(store, { name: 'chat user 7', words: 'team=free' })
  expect(await callAs('ada', fetching(10))).toBe('done')
  const call = { principal: { id: 'chat user 7' }, services } as unknown as Call<never>
  await plansOf().before(async () => 'done')(operation, call)
  const none = { calls: 0, usd: '0', bytes: 0 }
  const research = { team: 'research', usdPerDay: '0.5', bytesPerDay: 2 * MIB }
  const support = { team: 'support', ...none, callsPerDay: 9 }
  expect(await readTeams(store, now)).toEqual([
    { team: 'free', ...none, calls: 1 },
    { ...research, calls: 1, usd: '0', bytes: 10 },
    support,
  ])
  expect(await readTeams(store, now + 43_200_000)).toEqual([{ ...research, ...none }, support])
})
