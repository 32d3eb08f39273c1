import { sql } from 'kysely'
import type { Store } from '../../src/store/port.ts'

/** What a team holds beside what its chat has had from the beginning. */
export interface TeamSize {
  users: number
  channels: number
  topicsPerChannel: number
  messages: number
}

/** The team whose figures are recorded. */
export const LARGE_TEAM: TeamSize = {
  users: 200,
  channels: 500,
  topicsPerChannel: 12,
  messages: 100_000,
}

/** Four weeks, over which the messages are spread, and a week before, when the channels were made. */
const SPREAD_MS = 28 * 86_400_000
const BEFORE_MS = 7 * 86_400_000

/**
 * Fills the chat of an owner with a team, without going through each call: every other one of its people is in a channel, and the
 * owner in all, who has read the older half of the messages. Two in three channels have an unnamed group for whoever made them.
 */
export async function fillTeam(
  store: Store,
  { users, channels, topicsPerChannel, messages }: TeamSize,
  nowMs: number,
): Promise<void> {
  const threads = channels * topicsPerChannel
  await store.write(async (tx) => {
    const newest = async (table: string): Promise<number> => {
      const { rows } = await sql<{
        id: number | null
      }>`select max(id) as id from ${sql.table(table)}`.execute(tx)
      return rows[0]?.id ?? 0
    }
    const numbers = (count: number) =>
      sql`with recursive n(n) as (select cast(1 as bigint) union all select n + 1 from n where n < ${sql.lit(count)})`
    const [user, channel, thread, message, group] = (
      await Promise.all(
        ['chat_user', 'chat_channel', 'chat_thread', 'chat_message', 'chat_group'].map(newest),
      )
    ).map((id) => sql.lit(id))
    const madeMs = sql.lit(nowMs - SPREAD_MS - BEFORE_MS)
    await sql`insert into chat_user (email, email_key, full_name, role, is_active, is_deleted, is_imported_stub,
        is_bot, joined_at, joins_at_sign_in, timezone, avatar_version, email_visibility, settings,
        read_up_to)
      ${numbers(users)}
      select 'member' || n || '@team.example', 'member' || n || '@team.example', 'Member ' || n, 400, 1, 0, 0,
        0, ${madeMs}, 0, 'UTC', 1, 1, '{}', 0 from n`.execute(tx)
    await sql`insert into chat_group (description, is_system, is_deactivated, settings)
      ${numbers(channels)} select '', 0, 0, '{}' from n`.execute(tx)
    await sql`insert into chat_group_member (group_id, user_id)
      ${numbers(channels)} select ${group} + n, 1 from n where n % 3 > 0`.execute(tx)
    await sql`insert into chat_channel (name, name_key, description, rendered_description, created_at, is_private,
        is_web_public, has_shared_history, is_archived, is_default, topics_policy, settings)
      ${numbers(channels)}
      select 'team channel ' || n, 'team channel ' || n, 'Of ' || n, '<p>Of ' || n || '</p>', ${madeMs},
        case when n % 10 = 0 then 1 else 0 end, 0, 1, 0, 0, 'inherit',
        case when n % 3 > 0 then '{"can_administer_channel_group":' || (${group} + n) || '}' else '{}' end
      from n`.execute(tx)
    const members = sql`select u.id as user_id, c.id as channel_id from chat_user u cross join chat_channel c
      where c.id > ${channel} and (u.id = 1 or (u.id > ${user} and (u.id + c.id) % 2 = 0))`
    await sql`insert into chat_subscription (user_id, channel_id, is_active, color, is_pinned, is_muted, read_up_to)
      select user_id, channel_id, 1, '#76ce90', 0, 0, 0 from (${members}) m`.execute(tx)
    await sql`insert into chat_interval (user_id, channel_id, from_message, from_event)
      select user_id, channel_id, 0, 0 from (${members}) m`.execute(tx)
    await sql`insert into chat_thread (channel_id, topic_key)
      ${numbers(threads)}
      select ${channel} + 1 + (n - 1) % ${sql.lit(channels)},
        'topic ' || ((n - 1) / ${sql.lit(channels)} + 1) from n`.execute(tx)
    await sql`insert into chat_message (sender_id, channel_id, topic, topic_key, thread_id, sent_channel_id,
        content, rendered, sent_at, client, is_read_by_sender, is_me_message, mentions_channel,
        has_attachment, has_image, has_link)
      ${numbers(messages)}
      select ${user} + 1 + n % ${sql.lit(users)}, t.channel_id, t.topic_key, t.topic_key, t.id, t.channel_id,
        'x' || n, '<p>x' || n || '</p>',
        ${sql.lit(nowMs - SPREAD_MS)} + n * ${sql.lit(Math.floor(SPREAD_MS / messages))}, 'website', 1, 0, 0, 0, 0, 0
      from n join chat_thread t on t.id = ${thread} + 1 + n % ${sql.lit(threads)}`.execute(tx)
    await sql`insert into chat_thread_sender (thread_id, user_id, newest_id)
      select thread_id, sender_id, max(id) from chat_message where id > ${message}
      group by thread_id, sender_id`.execute(tx)
    await sql`update chat_thread set newest_id = (select max(newest_id) from chat_thread_sender s
      where s.thread_id = chat_thread.id) where id > ${thread}`.execute(tx)
    await sql`update chat_user set read_up_to = ${message} + ${sql.lit(Math.floor(messages / 2))} where id = 1`.execute(
      tx,
    )
  })
}
