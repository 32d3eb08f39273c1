import { sql } from 'kysely'
import type { Channel, Reader } from '../port.ts'

const DAY_MS = 86_400_000
const WEEKS = 4
/** A younger channel has no average yet. */
const AGE_MIN_DAYS = 7
/** Counting is the dearest part of a channel list, and an average of weeks does not change by the minute. */
const CACHE_MS = 10 * 60_000

interface Counted {
  at: number
  weekly: ReadonlyMap<number, number>
}

const cache = new WeakMap<object, Counted>()

/** Messages per week of the last four weeks, rounded, by channel; none for channels younger than a week. */
export async function weeklyTraffic(
  db: Reader,
  channels: readonly Channel[],
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const { weekly } = await counted(db, nowMs)
  const result = new Map<number, number>()
  for (const { id, created_at } of channels) {
    const ageDays = (nowMs - created_at) / DAY_MS
    if (ageDays < AGE_MIN_DAYS) continue
    const weeks = Math.min(WEEKS, ageDays / 7)
    result.set(id, Math.round((weekly.get(id) ?? 0) / weeks))
  }
  return result
}

async function counted(db: Reader, nowMs: number): Promise<Counted> {
  const key = db.getExecutor()
  const known = cache.get(key)
  if (known && nowMs - known.at < CACHE_MS && nowMs >= known.at) return known
  const since = nowMs - WEEKS * 7 * DAY_MS
  const { rows } = await sql<{ channel_id: number; count: number }>`
    select channel_id, count(*) as count from chat_message
    where channel_id is not null and sent_at > ${since} group by channel_id`.execute(db)
  const fresh = { at: nowMs, weekly: new Map(rows.map((row) => [row.channel_id, row.count])) }
  cache.set(key, fresh)
  return fresh
}
