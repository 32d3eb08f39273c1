import { type RawBuilder, sql } from 'kysely'
import { sqlLimit } from '../kernel/sql-in-list.ts'
import { direction, type QueryBranch } from './index-scan.ts'

type Fragment = RawBuilder<unknown>

/** The block of ids that words are of, in the exact form of the index. */
const BLOCK = sql`f.rowid >> 12`

/** Blocks of ids that are searched before it is known how often words occur. */
const FIRST_BLOCKS = 2

/** Most blocks that are searched next. Words that would need more are rare, and all messages with them are looked at. */
const NEXT_MAX_BLOCKS = 100

/** Multiple of the usual error of a count that is added to what is expected to be enough. */
const MARGIN = 1.5

/**
 * A branch along the words `f` of messages that a condition holds for, on Postgres. Its index of words keeps no order, but knows the block of
 * ids that each message is in: searched are a few blocks where the range begins, then as many as their hits promise to be enough, and then
 * all others. Each step runs only where those before it have not found as many messages as are wanted.
 */
export function wordsBranch(matches: Fragment): QueryBranch {
  return ({ joins, where: passes }, range) => {
    const { from, to, order } = range
    const isDown = order === 'desc'
    const inOrder = direction(range)
    const limit = sql`cast(${range.limit} as bigint)`
    const hits = (which: Fragment) => sql`
      select m.id from (
        select f.rowid from chat_message_words f where ${matches} and ${which}
          and (f.rowid >= ${from} and f.rowid <= ${to}) is true
        order by f.rowid ${inOrder} offset 0) f
      join chat_message m on m.id = f.rowid ${joins}
      where (${passes}) is true order by f.rowid ${inOrder} ${sqlLimit(range.limit)}`
    const begin = isDown ? sql`least(${to}, (select max(id) from chat_message))` : sql`${from}`
    const [ahead, isBeyond] = isDown ? [sql`-`, sql`<=`] : [sql`+`, sql`>=`]
    const blockAfter = (count: Fragment) => sql`(select block from start) ${ahead} (${count})`
    const within = (first: Fragment, last: Fragment) => sql`
      array[${BLOCK}] && array(select ${blockAfter(sql`n`)} from generate_series(${first}, ${last}) n)`
    const searched = sql`${sql.lit(FIRST_BLOCKS)} + (select blocks from next)`
    const beyond = sql`${BLOCK} ${isBeyond} ${blockAfter(searched)}`
    const found = sql`(select count(*) from first) + (select count(*) from second)`
    return sql`with
      start as materialized (select cast(${begin} as bigint) >> 12 as block),
      first as materialized (${hits(within(sql`0`, sql.lit(FIRST_BLOCKS - 1)))}),
      next as materialized (select cast(case when blocks > ${sql.lit(NEXT_MAX_BLOCKS)} then 0
        else blocks end as bigint) as blocks from (
          select ceil(${sql.lit(FIRST_BLOCKS)} * (${limit} - count(*)) / greatest(count(*), 1)
            * (1 + ${sql.lit(MARGIN)} / sqrt(greatest(count(*), 1)))) as blocks
          from first) needed),
      second as materialized (${hits(within(sql.lit(FIRST_BLOCKS), sql`${searched} - 1`))}),
      others as materialized (${hits(sql`${found} < ${limit} and (${beyond}) is true`)})
      select id from (select id from first union all select id from second
        union all select id from others) hits
      order by id ${inOrder} ${sqlLimit(range.limit)}`
  }
}
