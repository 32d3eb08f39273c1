import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { User } from '../port.ts'
import { requiredTest } from './clause.ts'
import type { Narrow } from './resolve.ts'
import {
  type Leg,
  merged,
  MESSAGES,
  MOVED_BETWEEN_CHANNELS,
  NO_END,
  receiptsLeg,
  straight,
} from './walk.ts'

/**
 * The ways to a user's unread messages: those above the read marks, lane by lane, those that were moved
 * into the narrow's place from a lane of another, and those below the marks that a receipt calls unread.
 * What was read costs one probe per lane, however much it is.
 */
export function unreadLegs(kind: StoreKind, narrow: Narrow, user: User): readonly Leg[] {
  const { sources, moved } = lanesOf(narrow, user)
  return [
    merged(kind, sources, (source) => sql`m.lane_id = ${source}.source`),
    ...moved,
    receiptsLeg(user, sql`k.is_read = 0`),
  ]
}

function lanesOf(
  { clauses, channel }: Narrow,
  user: User,
): { sources: RawBuilder<unknown>; moved: readonly Leg[] } {
  const conversation = requiredTest(clauses, 'in-conversation')
  if (conversation) {
    return {
      sources: conversationLanes(user, sql`and c.conversation_id = ${conversation.id}`),
      moved: [],
    }
  }
  if (requiredTest(clauses, 'direct')) return { sources: conversationLanes(user, sql``), moved: [] }
  if (!channel) {
    const channels = channelLanes(user, sql``)
    return { sources: sql`${channels} union all ${conversationLanes(user, sql``)}`, moved: [] }
  }
  const { id } = channel.channel
  const topic = requiredTest(clauses, 'in-topic')
  if (!topic) {
    const sources = channelLanes(user, sql`and l.channel_id = ${id}`)
    return { sources, moved: [MOVED_BETWEEN_CHANNELS] }
  }
  const moved = straight(
    MESSAGES,
    sql`m.moved_at is not null and m.channel_id = ${id} and m.topic_key = ${topic.key}`,
  )
  const here = sql`and l.channel_id = ${id} and l.topic_key = ${topic.key}`
  return { sources: channelLanes(user, here), moved: [moved] }
}

function channelLanes(user: User, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const mark = laneMark(user)
  return sql`select l.id as source, null as topic,
      case when s.read_up_to > ${mark} then s.read_up_to else ${mark} end as low, ${NO_END} as high
    from chat_subscription s join chat_lane l on l.channel_id = s.channel_id
      left join chat_read_mark w on w.user_id = ${user.id} and w.lane_id = l.id
    where s.user_id = ${user.id} ${which}`
}

function conversationLanes(user: User, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select l.id as source, null as topic, ${laneMark(user)} as low, ${NO_END} as high
    from chat_conversation_member c join chat_lane l on l.conversation_id = c.conversation_id
      left join chat_read_mark w on w.user_id = ${user.id} and w.lane_id = l.id
    where c.user_id = ${user.id} ${which}`
}

/** Messages up to here are read, by the mark of the lane or that of the user. */
function laneMark({ read_up_to }: User): RawBuilder<unknown> {
  return sql`case when coalesce(w.read_up_to, 0) > ${read_up_to}
    then w.read_up_to else ${sql.lit(read_up_to)} end`
}
