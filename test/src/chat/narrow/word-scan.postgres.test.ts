// @module-tag full
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import type { IdRange } from '../../../../src/chat/narrow/index-scan.ts'
import { wordsBranch } from '../../../../src/chat/narrow/word-scan.ts'
import type { Store } from '../../../../src/store/port.ts'
import { onPostgres } from '../../../support/both-databases.ts'

/** A message with a word or without, which somebody may see or not. */
interface Message {
  id: number
  hasWord: boolean
  isVisible: boolean
}

/** Messages with gaps between them, close together and far apart: words that are usual in some blocks and rare in others. */
const messages = fc
  .array(fc.tuple(fc.constantFrom(1, 20, 20, 150, 3_000), fc.nat(9)), {
    minLength: 1,
    maxLength: 400,
    size: 'max',
  })
  .map((steps) => {
    let id = 0
    return steps.map(([gap, draw]): Message => {
      id += gap
      return { id, hasWord: draw > 1, isVisible: draw !== 5 }
    })
  })

const ranges = fc.record<IdRange>({
  from: fc.oneof(fc.constant(1), fc.nat(50_000)),
  to: fc.oneof(fc.constant(Number.MAX_SAFE_INTEGER), fc.nat(50_000)),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.integer({ min: 1, max: 150 }),
})

await onPostgres(({ open, newLocation }) => {
  test('messages with words are found as by a look at each', async () => {
    const store = await open(newLocation())
    try {
      await fc.assert(
        fc.asyncProperty(messages, ranges, async (all, range) => {
          const isWanted = ({ id, hasWord, isVisible }: Message) =>
            hasWord && isVisible && id >= range.from && id <= range.to
          const expected = all.filter(isWanted).map(({ id }) => id)
          if (range.order === 'desc') expected.reverse()
          expect(await search(store, all, range)).toEqual(expected.slice(0, range.limit))
        }),
        { numRuns: 200 },
      )
    } finally {
      await store.close()
    }
  })
})

async function search(store: Store, all: readonly Message[], range: IdRange): Promise<number[]> {
  const messageRows = all.map(({ id, isVisible }) => sql`(${sql.lit(id)}, ${sql.lit(isVisible)})`)
  const wordRows = all.map(
    ({ id, hasWord }) => sql`(${sql.lit(id)}, ${sql.lit(hasWord ? 'word' : 'other')})`,
  )
  const branch = wordsBranch(sql`f.words @@ cast('word' as tsquery)`)
  const filter = { joins: sql``, where: sql`m.is_visible` }
  // Instead of the tables of these names.
  const { rows } = await sql<{ id: number }>`
    with chat_message(id, is_visible) as (
        select cast(id as bigint), is_visible from (values ${sql.join(messageRows)}) one(id, is_visible)),
      chat_message_words(rowid, words) as (
        select cast(id as bigint), cast(word as tsvector) from (values ${sql.join(wordRows)}) one(id, word))
    select id from (${branch(filter, range)}) found`.execute(reader({ store }))
  return rows.map(({ id }) => id)
}
