import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../lib/durations.ts'
import { showGroupSettings } from '../groups/group-settings.ts'
import type { GroupSettingValue } from '../groups/setting-value.ts'
import { SYSTEM_GROUPS } from '../groups/system-groups.ts'
import { findStoreOfUnit } from '../kernel/cache-versions.ts'
import { loadEachCached } from '../kernel/directory-cache.ts'
import type { Channel, Reader } from '../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../kernel/sql-in-list.ts'
import type { ChannelGroupSetting } from '../organization/realm-settings.ts'
import { channelGroups } from './access.ts'

/** A channel as clients see it (spec 2.2). */
export type ChannelRecord = Record<ChannelGroupSetting, GroupSettingValue> & {
  stream_id: number
  name: string
  is_archived: boolean
  description: string
  rendered_description: string
  date_created: number
  creator_id: number | null
  invite_only: boolean
  is_web_public: boolean
  stream_post_policy: number
  is_announcement_only: boolean
  message_retention_days: number | null
  history_public_to_subscribers: boolean
  topics_policy: string
  first_message_id: number | null
  folder_id: number | null
  is_recently_active: boolean
  subscriber_count: number
  stream_weekly_traffic: number | null
}

const RECENT_MS = 180 * DAY_MS

interface Activity {
  id: number
  first_message_id: number | null
  last_sent_at: number | null
}

interface SubscriberCount {
  id: number
  count: number
}

/** Records of channels, in the given order. */
export async function loadChannelRecords(
  db: Reader,
  channels: readonly Channel[],
  nowMs: number,
): Promise<ChannelRecord[]> {
  return channels.map(await loadChannelFacts(db, channels, nowMs))
}

/** Loads what records of channels need besides the channels, and returns a function that makes the record of each. */
export async function loadChannelFacts(
  db: Reader,
  channels: readonly Channel[],
  nowMs: number,
): Promise<(channel: Channel) => ChannelRecord> {
  const ids = channels.map(({ id }) => id)
  const { rows } = await sql<Activity>`
    select c.id,
      (select min(m.id) from chat_message m where m.channel_id = c.id) as first_message_id,
      (select m.sent_at from chat_message m where m.channel_id = c.id order by m.id desc limit 1)
        as last_sent_at
    from chat_channel c where ${sqlInList(databaseKindOf(db), sql`c.id`, ids)}`.execute(db)
  const activity = new Map(rows.map((row) => [row.id, row]))
  const subscribers = await loadEachCached<SubscriberCount>(
    db,
    'subscriber_count',
    ids,
    async (missing) => countSubscribers(db, missing),
  )
  const groupIds = new Set<number>()
  for (const channel of channels) {
    for (const id of Object.values(channelGroups(channel))) groupIds.add(id)
  }
  const show = await showGroupSettings(db, groupIds)
  const traffic = await countWeeklyTraffic(db, channels, nowMs)
  return (channel) => {
    const settings = channelGroups(channel)
    const policy = postPolicy(settings.can_send_message_group)
    const settingValues = Object.entries(settings).map(([name, id]) => [name, show(id)] as const)
    const { first_message_id = null, last_sent_at } = activity.get(channel.id) ?? {}
    return {
      stream_id: channel.id,
      name: channel.name,
      is_archived: channel.is_archived === 1,
      description: channel.description,
      rendered_description: channel.rendered_description,
      date_created: Math.floor(channel.created_at / 1_000),
      creator_id: channel.creator_id,
      invite_only: channel.is_private === 1,
      is_web_public: channel.is_web_public === 1,
      stream_post_policy: policy,
      is_announcement_only: policy === POST_POLICY_ADMINISTRATORS,
      message_retention_days: channel.retention_days,
      history_public_to_subscribers: channel.has_shared_history === 1,
      topics_policy: channel.topics_policy,
      first_message_id,
      folder_id: channel.folder_id,
      is_recently_active: Math.max(channel.created_at, last_sent_at ?? 0) > nowMs - RECENT_MS,
      subscriber_count: subscribers.get(channel.id)?.count ?? 0,
      stream_weekly_traffic: traffic.get(channel.id) ?? null,
      ...(Object.fromEntries(settingValues) as Record<ChannelGroupSetting, GroupSettingValue>),
    }
  }
}

async function countSubscribers(db: Reader, ids: readonly number[]): Promise<SubscriberCount[]> {
  const { rows } = await sql<SubscriberCount>`
    select channel_id as id, count(*) as count from chat_subscription
    where is_active = 1 and ${sqlInList(databaseKindOf(db), sql`channel_id`, ids)}
    group by channel_id`.execute(db)
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return ids.map((id) => ({ id, count: counts.get(id) ?? 0 }))
}

const POST_POLICY_ADMINISTRATORS = 2

/** The deprecated policy that comes closest to the group that may post. */
function postPolicy(group: number): number {
  if (group === SYSTEM_GROUPS.administrators) return POST_POLICY_ADMINISTRATORS
  if (group === SYSTEM_GROUPS.fullMembers) return 3
  return group === SYSTEM_GROUPS.moderators ? 4 : 1
}

const WEEKS = 4
/** Channels younger than this have no average. */
const AGE_MIN_DAYS = 7
/** Counting is the most expensive part of a channel list, and a weekly average changes slowly. */
const CACHE_MS = 10 * MINUTE_MS
/** Writes of all others wait for a unit of work, which takes what was counted before where there is any. */
const CACHE_IN_UNIT_MS = DAY_MS

interface Counted {
  at: number
  weekly: ReadonlyMap<number, number>
}

const cache = new WeakMap<object, Counted>()

/** Messages per week of the last four weeks, rounded, by channel; none for channels younger than a week. */
async function countWeeklyTraffic(
  db: Reader,
  channels: readonly Channel[],
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const grown = channels.filter(({ created_at }) => nowMs - created_at >= AGE_MIN_DAYS * DAY_MS)
  if (grown.length === 0) return new Map()
  const weekly = await loadCounts(db, grown, nowMs)
  return new Map(
    grown.map(({ id, created_at }) => {
      const weeks = Math.min(WEEKS, (nowMs - created_at) / WEEK_MS)
      return [id, Math.round((weekly.get(id) ?? 0) / weeks)]
    }),
  )
}

async function loadCounts(
  db: Reader,
  channels: readonly Channel[],
  nowMs: number,
): Promise<Counted['weekly']> {
  const store = findStoreOfUnit(db)
  const key = (store?.db ?? db).getExecutor()
  const known = cache.get(key)
  const maxMs = store ? CACHE_IN_UNIT_MS : CACHE_MS
  if (known && nowMs - known.at < maxMs && nowMs >= known.at) return known.weekly
  const which = store
    ? sqlInList(
        store.kind,
        sql`channel_id`,
        channels.map(({ id }) => id),
      )
    : sql`channel_id is not null`
  const { rows } = await sql<{ channel_id: number; count: number }>`
    select channel_id, count(*) as count from chat_message
    where ${which} and sent_at > ${nowMs - WEEKS * WEEK_MS} group by channel_id`.execute(db)
  const weekly = new Map(rows.map((row) => [row.channel_id, row.count]))
  // What a unit has counted may be rolled back, and is of few channels.
  if (!store) cache.set(key, { at: nowMs, weekly })
  return weekly
}
