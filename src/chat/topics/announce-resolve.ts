import type { Member } from '../kernel/requester.ts'
import type { Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { tellRead } from '../messages/marking/mark-read.ts'
import { mention, sayAsServer } from '../messages/send/say-as-server.ts'
import { settingsOf } from '../personal/user-settings.ts'
import type { TopicLocation } from './topic-move.ts'
import { TOPIC_POLICIES } from './topic-policy.ts'
import { RESOLVED_PREFIX, topicKey } from './topic.ts'

/** Rows of one insert; a statement takes a limited number of values. */
const INSERT_MAX_ROWS = 1_000

/** Says in a topic that somebody has resolved it, or that it is open again; read at once by them, and by those whose setting says so. */
export async function announceResolve(
  chat: Chat,
  unit: ChatWork,
  { user }: Member,
  to: TopicLocation,
): Promise<void> {
  const state = to.topic.startsWith(RESOLVED_PREFIX) ? 'resolved' : 'unresolved'
  const text = `${mention(user)} has marked this topic as ${state}.`
  const id = await sayAsServer(chat, unit, to, text)
  if (id === undefined) return
  const users = await autoReaders(unit.tx, to, user)
  if (users.length === 0) return
  for (let start = 0; start < users.length; start += INSERT_MAX_ROWS) {
    const part = users.slice(start, start + INSERT_MAX_ROWS)
    const rows = part.map((user_id) => ({ user_id, message_id: id, flags: 0, is_read: 1 }))
    await unit.tx
      .insertInto('chat_receipt')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'message_id']).doUpdateSet({ is_read: 1 }),
      )
      .execute()
  }
  tellRead(unit.emit, [id], users)
}

/** Subscribers who need not read that a topic is resolved: whoever did it, and all who neither follow it nor want to read of it. */
async function autoReaders(
  tx: Tx,
  { channel, topic }: TopicLocation,
  resolver: User,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('chat_subscription as s')
    .innerJoin('chat_user as u', 'u.id', 's.user_id')
    .leftJoin('chat_user_topic as t', (join) =>
      join
        .onRef('t.user_id', '=', 's.user_id')
        .onRef('t.channel_id', '=', 's.channel_id')
        .on('t.topic_key', '=', topicKey(topic)),
    )
    .where('s.channel_id', '=', channel.id)
    .where('s.is_active', '=', 1)
    .where('u.is_active', '=', 1)
    .select(['u.id', 'u.settings', 't.policy'])
    .orderBy('u.id')
    .execute()
  return rows
    .filter(({ id, settings, policy }) => {
      if (id === resolver.id) return true
      const wish = settingsOf({ settings }).resolved_topic_notice_auto_read_policy
      if (wish === 'always') return true
      return wish !== 'never' && policy !== TOPIC_POLICIES.followed
    })
    .map(({ id }) => id)
}
