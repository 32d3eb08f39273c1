import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import { atMost, isAmong } from '../among.ts'
import type { User } from '../port.ts'
import type { Filter } from './conditions.ts'

type Fragment = RawBuilder<unknown>

/** A stretch of ids, both ends included, from which end it is read, and how many at most. */
export interface Stretch {
  from: number
  to: number
  order: 'asc' | 'desc'
  limit: number
}

/**
 * Answers a query for the ids of a stretch that pass a filter, in order. The filter stands in `is true`:
 * no database should go by an index of it, for the leg knows a better one.
 */
export type Leg = (filter: Filter, stretch: Stretch) => Fragment

/** Above every id of a message. */
export const NO_END = sql.lit(Number.MAX_SAFE_INTEGER)

/** All messages. */
export const MESSAGES = sql`chat_message m`

/** A leg along one index: `from` gives `m`, of which `where` and the range of `id` make the key. */
export function straight(from: Fragment, where: Fragment, id: Fragment = sql`m.id`): Leg {
  return ({ joins, where: passes }, stretch) => sql`
    select m.id from ${from} ${joins}
    where ${where} and ${id} >= ${stretch.from} and ${id} <= ${stretch.to} and (${passes}) is true
    order by ${id} ${direction(stretch)} ${atMost(stretch.limit)}`
}

/** Messages of channels that were sent to another one: few, with an index of their own. */
export function movedLeg(kind: StoreKind, channels: readonly number[]): Leg {
  const sources = sql`select id as source, null as topic, 0 as low, ${NO_END} as high
    from chat_channel where ${isAmong(kind, sql`id`, channels)}`
  return merged(
    kind,
    sources,
    (source) => sql`m.sent_channel_id <> m.channel_id and m.channel_id = ${source}.source`,
  )
}

/** Messages that have a receipt of the user for which a condition on `k` holds. */
export function receiptsLeg({ id }: User, condition: Fragment): Leg {
  return straight(
    sql`chat_receipt k join chat_message m on m.id = k.message_id`,
    sql`k.user_id = ${id} and ${condition}`,
    sql`k.message_id`,
  )
}

/**
 * A leg along many stretches of an index, merged: `sources` are rows (source, topic, low, high), of which
 * each stands for the messages above `low` up to `high` with the key of its source. Costs as many probes
 * of the index as there are sources and results, however many messages there are.
 */
export function merged(
  kind: StoreKind,
  sources: Fragment,
  key: (source: Fragment) => Fragment,
): Leg {
  return (filter, stretch) => {
    // One bound on each side, since an index takes only one; cast, since what is compared may be a literal,
    // which Postgres takes for a small integer.
    const id = (value: number) => sql`cast(${value} as bigint)`
    const { from, to } = stretch
    // Without the affinity of a column, which SQLite would not look up in an index of an expression.
    const clipped = sql`select source + 0 as source, topic,
      case when low < ${id(from)} then ${id(from - 1)} else low end as low,
      case when high > ${id(to)} then ${id(to)} else high end as high
      from (${sources}) given`
    return kind === 'sqlite'
      ? walked(clipped, key, filter, stretch)
      : gathered(clipped, key, filter, stretch)
  }
}

function probe(
  source: string,
  key: (source: Fragment) => Fragment,
  { joins, where }: Filter,
  stretch: Stretch,
  [low, high]: readonly [Fragment, Fragment],
  limit: number,
): Fragment {
  return sql`select m.id from chat_message m ${joins}
    where ${key(sql.ref(source))} and m.id > ${low} and m.id <= ${high} and (${where}) is true
    order by m.id ${direction(stretch)} ${atMost(limit)}`
}

/** SQLite takes the nearest row of a recursion first: a merge that goes only as far as it must. */
function walked(
  clipped: Fragment,
  key: (source: Fragment) => Fragment,
  filter: Filter,
  stretch: Stretch,
): Fragment {
  const isDown = stretch.order === 'desc'
  const bounds = isDown
    ? ([sql`walk.low`, sql`walk.id - 1`] as const)
    : ([sql`walk.id`, sql`walk.high`] as const)
  const first = probe('src', key, filter, stretch, [sql`src.low`, sql`src.high`], 1)
  const next = probe('walk', key, filter, stretch, bounds, 1)
  return sql`with recursive walk(source, topic, low, high, id) as (
      select src.source, src.topic, src.low, src.high, hit.id
        from (${clipped}) src join chat_message hit on hit.id = (${first})
      union all
      select walk.source, walk.topic, walk.low, walk.high, hit.id
        from walk join chat_message hit on hit.id = (${next})
      order by 5 ${direction(stretch)} ${atMost(stretch.limit)})
    select id from walk`
}

/** Postgres has no such order; it takes the first rows of every source. */
function gathered(
  clipped: Fragment,
  key: (source: Fragment) => Fragment,
  filter: Filter,
  stretch: Stretch,
): Fragment {
  const bounds = [sql`src.low`, sql`src.high`] as const
  const rows = probe('src', key, filter, stretch, bounds, stretch.limit)
  return sql`select hit.id from (${clipped}) src cross join lateral (${rows}) hit
    order by hit.id ${direction(stretch)} ${atMost(stretch.limit)}`
}

/** The ids of several legs, each once, in order. */
export function united(legs: readonly Leg[], filter: Filter, stretch: Stretch): Fragment {
  const [only, ...others] = legs.map((leg) => leg(filter, stretch))
  if (only && others.length === 0) return only
  const parts = [only ?? sql`select 0 as id where false`, ...others].map(
    (part, index) => sql`select id from (${part}) ${sql.ref(`leg_${index}`)}`,
  )
  return sql`select id from (${sql.join(parts, sql` union `)}) legs
    order by id ${direction(stretch)} ${atMost(stretch.limit)}`
}

function direction({ order }: Stretch): Fragment {
  return order === 'asc' ? sql`asc` : sql`desc`
}
