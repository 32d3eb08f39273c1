import { knownChannels } from '../channels/access.ts'
import type { Reader } from '../port.ts'
import type { Viewer } from '../viewer.ts'
import { TOPIC_POLICIES } from './topic-policy.ts'

/** A policy of a user for a topic, with the name that the channel has now. */
export interface UserTopic {
  channel_id: number
  name: string
  topic: string
  /** One of `TOPIC_POLICIES`. */
  policy: number
  /** Milliseconds. */
  updated_at: number
}

/** The viewer's policies for topics of channels that he may know of: what he has lost sight of may have other names by now. */
export async function userTopics(db: Reader, viewer: Viewer): Promise<UserTopic[]> {
  const rows = await db
    .selectFrom('chat_user_topic')
    .where('user_id', '=', viewer.user?.id ?? 0)
    .select(['channel_id', 'topic', 'policy', 'updated_at'])
    .execute()
  if (rows.length === 0) return []
  const known = await knownChannels(db, viewer)
  const names = new Map(known.map(({ channel }) => [channel.id, channel.name]))
  return rows.flatMap((row) => {
    const name = names.get(row.channel_id)
    return name === undefined ? [] : [{ ...row, name }]
  })
}

/** Muted topics as older clients read them: channel name, topic, time in UNIX seconds. */
export function mutedTopics(topics: readonly UserTopic[]): [string, string, number][] {
  return topics
    .filter(({ policy }) => policy === TOPIC_POLICIES.muted)
    .map(({ name, topic, updated_at }) => [name, topic, Math.floor(updated_at / 1_000)])
}
