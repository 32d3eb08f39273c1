import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { User } from '../kernel/rows.ts'
import { sqlLimit, sqlInList } from '../kernel/sql-in-list.ts'
import type { Filter } from './conditions.ts'

type Fragment = RawBuilder<unknown>

/** A range of ids, both ends included, with its direction and limit. */
export interface IdRange {
  from: number
  to: number
  order: 'asc' | 'desc'
  limit: number
}

/**
 * Builds a query for the ids of a range that pass a filter, in order. The filter is wrapped in `is true`, so that the database
 * uses the branch's own index rather than one of the filter.
 */
export type QueryBranch = (filter: Filter, range: IdRange) => Fragment

/** Above every id of a message. */
export const NO_END = sql.lit(Number.MAX_SAFE_INTEGER)

/** All messages. */
export const MESSAGES = sql`chat_message m`

/** A branch along one index: `from` provides `m`; `where` and the range of `id` form the key. */
export function scanBranch(from: Fragment, where: Fragment, id: Fragment = sql`m.id`): QueryBranch {
  return ({ joins, where: passes }, range) => sql`
    select m.id from ${from} ${joins}
    where ${where} and ${id} >= ${range.from} and ${id} <= ${range.to} and (${passes}) is true
    order by ${id} ${direction(range)} ${sqlLimit(range.limit)}`
}

/** A branch that looks at messages one by one, at so many at most from where a range begins, and says whether none is beyond. */
export function nearBranch(span: number): QueryBranch {
  return (filter, range) => {
    const count = sql`cast(${span} as bigint)`
    const begin = sql`cast(${range.order === 'asc' ? range.from : range.to} as bigint)`
    const newest = sql`(select max(id) from chat_message)`
    const within =
      range.order === 'asc'
        ? sql`m.id < ${begin} + ${count}`
        : sql`m.id > case when ${newest} < ${begin} then ${newest} else ${begin} end - ${count}`
    const found = scanBranch(MESSAGES, within)(filter, range)
    return sql`select id, ${begin} + ${count} > ${newest} as "isAll" from (${found}) near`
  }
}

/** Messages of channels that were sent to another one: few, with an index of their own. */
export function movedBranch(kind: StoreKind, channels: readonly number[]): QueryBranch {
  const sources = sql`select id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_channel where ${sqlInList(kind, sql`id`, channels)}`
  return mergeBranch(
    kind,
    sources,
    (source) => sql`m.sent_channel_id <> m.channel_id and m.channel_id = ${source}.source`,
  )
}

/** Messages that have a receipt of the user for which a condition on `k` holds. */
export function receiptsBranch({ id }: User, condition: Fragment): QueryBranch {
  return scanBranch(
    sql`chat_receipt k join chat_message m on m.id = k.message_id`,
    sql`k.user_id = ${id} and ${condition}`,
    sql`k.message_id`,
  )
}

/**
 * A branch over many ranges of an index, merged: `sources` are rows (source, topic, low, high), each standing for the messages
 * above `low` up to `high` with the key of its source. Costs as many probes of the index as there are sources and results,
 * however many messages there are.
 */
export function mergeBranch(
  kind: StoreKind,
  sources: Fragment,
  key: (source: Fragment) => Fragment,
): QueryBranch {
  return (filter, range) => {
    // One bound on each side, since an index takes only one; cast, since what is compared may be a literal,
    // which Postgres takes for a small integer.
    const id = (value: number) => sql`cast(${value} as bigint)`
    const { from, to } = range
    // Without the affinity of a column, which SQLite would not look up in an index of an expression.
    const clipped = sql`select source + 0 as source, topic,
      case when low < ${id(from)} then ${id(from - 1)} else low end as low,
      case when high > ${id(to)} then ${id(to)} else high end as high
      from (${sources}) given`
    return kind === 'sqlite'
      ? scanned(clipped, key, filter, range)
      : tiered(clipped, key, filter, range)
  }
}

function probe(
  source: string,
  key: (source: Fragment) => Fragment,
  { joins, where }: Filter,
  range: IdRange,
  [low, high]: readonly [Fragment, Fragment],
  limit: Fragment,
): Fragment {
  return sql`select m.id from chat_message m ${joins}
    where ${key(sql.ref(source))} and m.id > ${low} and m.id <= ${high} and (${where}) is true
    order by m.id ${direction(range)} ${limit}`
}

/** SQLite takes the nearest row of a recursion first: a merge that stops as early as possible. */
function scanned(
  clipped: Fragment,
  key: (source: Fragment) => Fragment,
  filter: Filter,
  range: IdRange,
): Fragment {
  const isDown = range.order === 'desc'
  const bounds = isDown
    ? ([sql`scan.low`, sql`scan.id - 1`] as const)
    : ([sql`scan.id`, sql`scan.high`] as const)
  const first = probe('src', key, filter, range, [sql`src.low`, sql`src.high`], sqlLimit(1))
  const next = probe('scan', key, filter, range, bounds, sqlLimit(1))
  return sql`with recursive scan(source, topic, low, high, id) as (
      select src.source, src.topic, src.low, src.high, hit.id
        from (${clipped}) src join chat_message hit on hit.id = (${first})
      union all
      select scan.source, scan.topic, scan.low, scan.high, hit.id
        from scan join chat_message hit on hit.id = (${next})
      order by 5 ${direction(range)} ${sqlLimit(range.limit)})
    select id from scan`
}

/** Messages of each source that Postgres looks at before it knows which sources have the nearest ones. */
const FIRST_MIN_MESSAGES = 4

/**
 * Postgres has no such order. There, some of the nearest messages of each source are collected, twice as many as an equal share
 * of the limit. Only sources all of whose collected messages are among the nearest of all can have more of these, which are few.
 */
function tiered(
  clipped: Fragment,
  key: (source: Fragment) => Fragment,
  filter: Filter,
  range: IdRange,
): Fragment {
  const isDown = range.order === 'desc'
  const limit = sql`cast(${range.limit} as bigint)`
  const whole = [sql`src.low`, sql`src.high`] as const
  const first = probe('src', key, filter, range, whole, sql`limit (select n from share)`)
  const rest = isDown
    ? ([sql`greatest(src.low, (select id from last))`, sql`src.reached - 1`] as const)
    : ([sql`src.reached`, sql`least(src.high, (select id from last))`] as const)
  const more = probe('src', key, filter, range, rest, sqlLimit(range.limit))
  const [farthest, isNearer] = isDown ? [sql`min(id)`, sql`>`] : [sql`max(id)`, sql`<`]
  const inOrder = sql`order by id ${direction(range)}`
  return sql`with
    given as materialized (${clipped}),
    share as materialized (select least(${limit},
      greatest(${sql.lit(FIRST_MIN_MESSAGES)}, 2 * ${limit} / greatest(count(*), 1))) as n from given),
    first as materialized (
      select src.*, hit.id from given src cross join lateral (${first}) hit),
    last as materialized (select id from first ${inOrder} offset ${limit} - 1 limit 1),
    more as (
      select hit.id from (
        select source, topic, low, high, ${farthest} as reached from first
        group by source, topic, low, high having count(*) >= (select n from share)) src
        cross join lateral (${more}) hit
      where coalesce(src.reached ${isNearer} (select id from last), true))
    select id from (select id from first union all select id from more) found
      ${inOrder} ${sqlLimit(range.limit)}`
}

/** The ids of several branches, each once, in order. */
export function uniteBranches(
  branches: readonly QueryBranch[],
  filter: Filter,
  range: IdRange,
): Fragment {
  const [only, ...others] = branches.map((branch) => branch(filter, range))
  if (only && others.length === 0) return only
  const parts = [only ?? sql`select 0 as id where false`, ...others].map(
    (part, index) => sql`select id from (${part}) ${sql.ref(`leg_${index}`)}`,
  )
  return sql`select id from (${sql.join(parts, sql` union `)}) branches
    order by id ${direction(range)} ${sqlLimit(range.limit)}`
}

/** The direction of a range, as SQL has it. */
export function direction({ order }: Pick<IdRange, 'order'>): Fragment {
  return order === 'asc' ? sql`asc` : sql`desc`
}
