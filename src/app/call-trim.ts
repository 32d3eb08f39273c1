import { sql, type Transaction } from 'kysely'
import { type Limits, limitsInto } from '../contract/limits.ts'
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts'
import type { Store } from '../store/port.ts'
import type { Schema } from '../store/tables/schema.ts'

/** Limits of this file that callers may meet, for documents. */
export const CALL_LOG_LIMITS: Limits = []
const limit = limitsInto(CALL_LOG_LIMITS)

export const CALLS_MAX_COUNT = limit(
  20_000,
  'calls',
  'calls of agents that are kept for their owners to see, for 30 days',
  { counts: 'server', over: 'the oldest ones of the person go whose agents made most' },
)
export const ACCOUNT_MAX_COUNT = limit(
  1_000,
  'calls',
  'calls of one agent that are kept for its owner to see',
  { counts: 'chat account', over: 'the oldest ones go' },
)

/** How long calls are kept, in milliseconds. */
const KEPT_MS = 30 * DAY_MS

/** A call that has begun longer ago and has no end was that of a process that died. Milliseconds. */
export const RUNNING_MAX_MS = 15 * MINUTE_MS

/** Forgets calls that were kept long enough, and the oldest where there are too many, of one account or in all. */
export async function trimCalls(store: Store, nowMs: number): Promise<void> {
  const many = await store.db
    .selectFrom('logged_call')
    .select('account_id')
    .where('account_id', 'is not', null)
    .groupBy('account_id')
    .having(({ fn }) => fn.countAll(), '>', ACCOUNT_MAX_COUNT)
    .execute()
  await store.write(async (tx) => {
    const gone = tx.deleteFrom('logged_call')
    await gone
      .where((eb) =>
        eb.or([
          eb('started_ms', '<=', nowMs - KEPT_MS),
          eb.and([eb('outcome', 'is', null), eb('started_ms', '<=', nowMs - RUNNING_MAX_MS)]),
        ]),
      )
      .execute()
    for (const { account_id } of many) {
      const kept = tx
        .selectFrom('logged_call')
        .select('id')
        .where('account_id', '=', account_id)
        .orderBy('id', 'desc')
        .offset(ACCOUNT_MAX_COUNT)
        .limit(1)
      await gone.where('account_id', '=', account_id).where('id', '<=', kept).execute()
    }
    await trimOwners(tx)
  })
}

/** Forgets the oldest calls of those whose agents made most, until there are no more than may be kept. */
async function trimOwners(tx: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ owner_id: number | null; count: number | string }>`
    select coalesce(u.bot_owner_id, c.account_id) as owner_id, count(*) as count
    from logged_call c left join chat_user u on u.id = c.account_id
    group by coalesce(u.bot_owner_id, c.account_id)`.execute(tx)
  const keptCount = evenShare(rows.map(({ count }) => Number(count)))
  for (const { owner_id, count } of rows) {
    if (Number(count) <= keptCount) continue
    const isOwn =
      owner_id === null
        ? sql`account_id is null`
        : sql`(account_id = ${owner_id} or account_id in (select id from chat_user where bot_owner_id = ${owner_id}))`
    await sql`delete from logged_call where ${isOwn} and id <= (
      select id from logged_call where ${isOwn} order by id desc limit 1 offset ${keptCount})`.execute(
      tx,
    )
  }
}

/** How many calls of each owner may stay, where all together are no more than may be kept. */
function evenShare(counts: readonly number[]): number {
  let left = CALLS_MAX_COUNT
  for (const [index, count] of counts.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (counts.length - index))
    if (count > share) return share
    left -= count
  }
  return Infinity
}
