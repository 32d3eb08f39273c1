import type { Payload } from '../events/logged-event.ts'
import { MENTION_BITS } from '../messages/flags.ts'
import type { Reader } from '../port.ts'
import { type Reading, topicKeys } from './touched.ts'

/** How a user reads events of the log of this instance. */
export function loggedReading(
  db: Reader,
  userId: number,
  subscribed: ReadonlySet<number>,
): Reading {
  return {
    userId,
    subscribed,
    isMentioned: (payload) => isMentioned(payload as unknown as MessagePayload, userId),
    placesNow: async (ids) => placesNow(db, ids),
  }
}

interface MessagePayload extends Payload {
  mentioned: Record<string, number>
  mentions_channel: boolean
}

function isMentioned({ mentioned, mentions_channel }: MessagePayload, userId: number): boolean {
  const bits = mentioned[userId] ?? 0
  return mentions_channel || (bits & MENTION_BITS) !== 0
}

async function placesNow(db: Reader, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_message as m')
    .leftJoin('chat_conversation as c', 'c.id', 'm.conversation_id')
    .select(['m.channel_id', 'm.topic', 'c.member_key'])
    .where('m.id', 'in', [...ids])
    .execute()
  const keys = rows.flatMap(({ channel_id, topic, member_key }) =>
    member_key === null ? topicKeys(channel_id, topic) : [`dm:${member_key}`],
  )
  return [...new Set(keys)]
}
