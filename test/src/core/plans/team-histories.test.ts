import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyOperation, Call } from '../../../../src/contract/operation.ts'
import { storePlan } from '../../../../src/core/plans/key-plan.ts'
import { KeyPlans, readKeyUsage } from '../../../../src/core/plans/key-plans.ts'
import type { Store } from '../../../../src/store/port.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { seeds } from '../../../support/full.ts'

const operation = { name: 'qr', toolset: 'text' } as AnyOperation
const KEYS = ['ada', 'bob', 'cleo', 'dan'] as const
const TEAMS = ['red', 'blue'] as const
const DAY_MS = 86_400_000

/** Limits of one day, in calls and cents. */
const limits = fc.record({ calls: fc.nat(8), cents: fc.nat(40) })
const history = fc.record({
  keys: fc.tuple(limits, limits, limits, limits),
  teamOf: fc.array(fc.constantFrom(...TEAMS), { minLength: 4, maxLength: 4 }),
  teams: fc.tuple(limits, limits),
  calls: fc.array(fc.record({ key: fc.nat(3), process: fc.nat(1), cents: fc.nat(9) }), {
    minLength: 1,
    maxLength: 40,
  }),
})

await onBothDatabases(({ open, newLocation }) => {
  let stores: Store[]
  let day = 0

  beforeAll(async () => {
    const location = newLocation()
    stores = [await open(location), await open(location)]
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
  })

  test('calls of keys and their teams at two processes at once: no limit is passed, and what is refused costs nothing', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ keys, teamOf, teams, calls }) => {
        day += 1
        const now = () => day * DAY_MS + 1
        const [first] = stores as [Store]
        const words = ({ calls: count, cents }: { calls: number; cents: number }) =>
          `calls-per-day=${count} usd-per-day=${(cents / 100).toFixed(2)}`
        for (const [n, team] of TEAMS.entries()) {
          await storePlan(first, { name: `team ${team}`, words: words(teams[n] ?? teams[0]) })
        }
        for (const [n, key] of KEYS.entries()) {
          const plan = `${words(keys[n] ?? keys[0])} team=${teamOf[n]}`
          await storePlan(first, { name: key, words: plan })
        }
        const processes = stores.map((store) => new KeyPlans(new Map(), async () => store, now))
        const outcomes = await Promise.all(
          calls.map(async ({ key, process, cents }) => {
            const name = KEYS[key] ?? ''
            const call = { principal: { id: `key ${name}` }, services: {} } as unknown as Call<
              Record<string, unknown>
            >
            let isCounted = false
            let spent = 0
            const place = processes[process]?.before(async (_, { spend }) => {
              isCounted = true
              await spend?.((cents / 100).toFixed(2))
              spent = cents
            })
            const refusal = await place?.(operation, call).then(
              () => undefined,
              (thrown: unknown) => thrown as { code: string; message: string },
            )
            return { key, isCounted, spent, cents, refusal }
          }),
        )
        const usage = new Map(
          (await readKeyUsage(first))
            .filter((row) => row.day === new Date(now()).toISOString().slice(0, 10))
            .map((row) => [row.key, row] as const),
        )
        const used = (members: readonly number[]) => {
          const own = outcomes.filter(({ key }) => members.includes(key))
          return {
            calls: own.filter(({ isCounted }) => isCounted).length,
            cents: own.reduce((sum, { spent }) => sum + spent, 0),
          }
        }
        const compare = (
          name: string,
          members: number[],
          limit: { calls: number; cents: number },
        ) => {
          const { calls: counted, cents } = used(members)
          expect(counted, name).toBeLessThanOrEqual(limit.calls)
          expect(cents, name).toBeLessThanOrEqual(limit.cents)
          const row = usage.get(name)
          expect([name, row?.calls ?? 0, Math.round(Number(row?.usd ?? 0) * 100)]).toEqual([
            name,
            counted,
            cents,
          ])
        }
        for (const [n, key] of KEYS.entries()) compare(key, [n], keys[n] ?? keys[0])
        for (const [n, team] of TEAMS.entries()) {
          const members = [0, 1, 2, 3].filter((key) => teamOf[key] === team)
          compare(`team ${team}`, members, teams[n] ?? teams[0])
        }
        // Whoever is refused is told of a limit that has been reached.
        for (const { key, cents, refusal } of outcomes) {
          if (!refusal) continue
          const isTeam = refusal.message.includes('team')
          const at = TEAMS.indexOf(teamOf[key] ?? 'red')
          const limit = (isTeam ? teams[at] : keys[key]) ?? teams[0]
          const members = isTeam ? [0, 1, 2, 3].filter((one) => teamOf[one] === teamOf[key]) : [key]
          const { calls: counted, cents: spent } = used(members)
          const isReached = refusal.message.startsWith('The calls')
            ? counted === limit.calls
            : spent + cents > limit.cents
          expect(isReached, refusal.message).toBe(true)
        }
      }),
      { numRuns: seeds(25, 120) },
    )
  })
})
