import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyOperation, Call, Services } from '../../../../src/contract/operation.ts'
import { MIB_BYTES, storePlan } from '../../../../src/core/plans/key-plan.ts'
import { KeyPlans, readKeyUsage } from '../../../../src/core/plans/key-plans.ts'
import type { Store } from '../../../../src/store/port.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { seeds } from '../../../support/full.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import { quietLog } from '../../../support/store-backend.ts'

const operation = { name: 'extract', toolset: 'web' } as AnyOperation
const KEYS = ['ada', 'bob', 'cleo', 'dan'] as const
const TEAMS = ['red', 'blue'] as const
const DAY_MS = 86_400_000

/** Limits in MiB, and downloads in eighths of one; each lasts until so many others have begun or been refused since. */
const mib = fc.nat(4)
const history = fc.record({
  keys: fc.tuple(mib, mib, mib, mib),
  teamOf: fc.array(fc.constantFrom(...TEAMS), { minLength: 4, maxLength: 4 }),
  teams: fc.tuple(mib, mib),
  callers: fc.array(
    fc.record({
      key: fc.nat(3),
      process: fc.nat(1),
      downloads: fc.array(fc.record({ eighths: fc.nat(16), lastsFor: fc.nat(4) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    { minLength: 1, maxLength: 10 },
  ),
})

/** A download as its caller saw it: the number of events before it was asked for, and before it had ended. */
interface Download {
  key: number
  bytes: number
  askedAt: number
  endedAt: number
  /** Its refusal, which brings nothing. */
  refusal?: string
}

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

  test(
    'downloads of keys and teams at two processes at once: what passes a limit was under way when it was reached',
    { tags: 'full' },
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ keys, teamOf, teams, callers }) => {
          day += 1
          const now = () => day * DAY_MS + 1
          const [first] = stores as [Store]
          for (const [n, team] of TEAMS.entries()) {
            await storePlan(first, { name: `team ${team}`, words: `mib-per-day=${teams[n]}` })
          }
          for (const [n, key] of KEYS.entries()) {
            const words = `mib-per-day=${keys[n]} team=${teamOf[n]}`
            await storePlan(first, { name: key, words })
          }
          const processes = stores.map((store) => new KeyPlans(new Map(), async () => store, now))
          const downloads: Download[] = []
          let events = 0
          /** Downloads that stay under way until something else happens: at most one of them may wait alone. */
          let waiting: { untilEvent: number; end: () => void }[] = []
          let busy = callers.length
          const stir = () => {
            events += 1
            for (const one of waiting.filter(({ untilEvent }) => untilEvent <= events)) one.end()
            waiting = waiting.filter(({ untilEvent }) => untilEvent > events)
            if (waiting.length >= busy) waiting.shift()?.end()
          }
          const lastUntil = async (untilEvent: number) =>
            new Promise<void>((end) => {
              waiting.push({ untilEvent, end })
              stir()
            })
          await Promise.all(
            callers.map(async ({ key, process, downloads: wanted }) => {
              const run = async (eighths: number, lastsFor: number) => {
                const bytes = (eighths * MIB_BYTES) / 8
                const services = {
                  log: quietLog,
                  fetch: async (
                    url: string,
                    { permit, arrived }: Parameters<Services['fetch']>[1],
                  ) => {
                    await permit?.(new URL(url))
                    arrived?.(bytes)
                    await lastUntil(events + lastsFor)
                  },
                } as unknown as Services
                const call = {
                  principal: { id: `key ${KEYS[key]}` },
                  services,
                } as unknown as Call<Record<string, unknown>>
                const askedAt = events
                const place = processes[process]?.before(async (_, { services: own }) =>
                  own.fetch('https://example.com/', { signal: AbortSignal.timeout(PATIENCE_MS) }),
                )
                const refusal = await place?.(operation, call).then(
                  () => undefined,
                  (thrown: Error) => thrown.message,
                )
                stir()
                const ended = { key, bytes, askedAt, endedAt: events }
                downloads.push(refusal === undefined ? ended : { ...ended, bytes: 0, refusal })
              }
              for (const { eighths, lastsFor } of wanted) await run(eighths, lastsFor)
              busy -= 1
              stir()
            }),
          )
          const today = new Date(now()).toISOString().slice(0, 10)
          const used = new Map(
            (await readKeyUsage(first))
              .filter((row) => row.day === today)
              .map((row) => [row.key, row.bytes]),
          )
          const sum = (some: readonly Download[]) => some.reduce((all, { bytes }) => all + bytes, 0)
          const compare = (name: string, members: readonly number[], limit: number) => {
            const own = downloads.filter(({ key }) => members.includes(key))
            expect([name, used.get(name) ?? 0]).toEqual([name, sum(own)])
            for (const one of own) {
              if (one.refusal !== undefined) continue
              const before = own.filter(({ endedAt }) => endedAt <= one.askedAt)
              expect(sum(before), name).toBeLessThan(limit * MIB_BYTES)
            }
            const said = name.startsWith('team') ? name : 'key'
            const isRefused = own.some(({ refusal }) => refusal?.includes(`your ${said} for`))
            expect(!isRefused || sum(own) >= limit * MIB_BYTES, name).toBe(true)
          }
          for (const [n, key] of KEYS.entries()) compare(key, [n], keys[n] ?? 0)
          for (const [n, team] of TEAMS.entries()) {
            const members = [0, 1, 2, 3].filter((key) => teamOf[key] === team)
            compare(`team ${team}`, members, teams[n] ?? 0)
          }
        }),
        { numRuns: seeds(15, 80) },
      )
    },
  )
})
