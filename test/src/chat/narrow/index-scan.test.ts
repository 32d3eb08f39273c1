import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { type IdRange, mergeBranch } from '../../../../src/chat/narrow/index-scan.ts'
import type { Store } from '../../../../src/store/port.ts'
import { openPostgres } from '../../../../src/store/postgres/postgres.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { startPostgresTwin } from '../../../support/both-databases.ts'
import { seeds } from '../../../support/full.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** Messages, each in a channel, of which some have most. */
const messages = fc
  .array(fc.nat(99), { minLength: 1, maxLength: 300, size: 'max' })
  .map((draws) => draws.map((draw, at) => ({ id: at + 1, channel: draw < 50 ? 0 : draw % 12 })))

/** Bounds above and up to which the messages of each channel are wanted; some channels are not. */
const bounds = fc.array(fc.option(fc.tuple(fc.nat(250), fc.nat(400)), { freq: 8 }), {
  minLength: 12,
  maxLength: 12,
})

const ranges = fc.record<IdRange>({
  from: fc.nat(60).map((low) => low + 1),
  to: fc.oneof(fc.constant(Number.MAX_SAFE_INTEGER), fc.nat(350)),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.integer({ min: 1, max: 150 }),
})

const postgres = await startPostgresTwin()
afterAll(async () => postgres?.[Symbol.asyncDispose]())

const backends = [
  { kind: 'sqlite', open: async () => openSqlite({ path: ':memory:', log: quietLog }) },
  {
    kind: 'postgres',
    open: async () => openPostgres({ url: postgres?.newUrl() ?? '', log: quietLog }),
  },
]

describe.each(backends)('on $kind', ({ kind, open }) => {
  test.skipIf(kind === 'postgres' && !postgres)(
    'many ranges of an index are merged as if all their messages were sorted',
    { tags: kind === 'postgres' ? 'full' : [] },
    async () => {
      const store = await open()
      try {
        await fc.assert(
          fc.asyncProperty(
            messages,
            bounds,
            ranges,
            fc.integer({ min: 2, max: 9 }),
            async (all, matching, range, step) => {
              const isWanted = ({ id, channel }: (typeof all)[number]) => {
                const [low, high] = matching[channel] ?? [0, 0]
                const isInRange = id > low && id <= high && id >= range.from && id <= range.to
                return isInRange && id % step !== 0
              }
              const expected = all.filter(isWanted).map(({ id }) => id)
              if (range.order === 'desc') expected.reverse()
              expect(await merge(store, all, matching, range, step)).toEqual(
                expected.slice(0, range.limit),
              )
            },
          ),
          { numRuns: seeds(30, 150) },
        )
      } finally {
        await store.close()
      }
    },
  )
})

async function merge(
  store: Store,
  all: readonly { id: number; channel: number }[],
  expected: readonly (readonly [number, number] | null)[],
  range: IdRange,
  step: number,
): Promise<number[]> {
  const rows = all.map(({ id, channel }) => sql`(${sql.lit(id)}, ${sql.lit(channel)})`)
  const given = expected.flatMap((bound, channel) =>
    bound ? [sql`(${sql.lit(channel)}, ${sql.lit(bound[0])}, ${sql.lit(bound[1])})`] : [],
  )
  const values = given.length > 0 ? given : [sql`(0, 0, 0)`]
  const sources = sql`select column1 as source, null as topic, column2 as low, column3 as high
    from (values ${sql.join(values)}) one`
  const branch = mergeBranch(store.kind, sources, (source) => sql`m.channel = ${source}.source`)
  const filter = { joins: sql``, where: sql`m.id % ${sql.lit(step)} <> 0` }
  // Instead of the table of that name.
  const { rows: found } = await sql<{ id: number }>`
    with chat_message(id, channel) as (values ${sql.join(rows)})
    select id from (${branch(filter, range)}) merged`.execute(reader({ store }))
  return found.map(({ id }) => id)
}
