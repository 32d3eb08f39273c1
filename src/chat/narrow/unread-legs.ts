import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import { isAmong } from '../among.ts'
import { channelLanes, conversationLanes } from '../messages/unread-lanes.ts'
import type { User } from '../port.ts'
import { requiredTest } from './clause.ts'
import type { Narrow } from './resolve.ts'
import { type Leg, merged, MESSAGES, movedLeg, NO_END, receiptsLeg, straight } from './walk.ts'

/**
 * The ways to a user's unread messages: those above the read marks in the lanes that have any, those that
 * were moved into the narrow's place from a lane of another, and those below the marks that a receipt calls
 * unread. What was read costs nothing, however much it is.
 */
export function unreadLegs(
  kind: StoreKind,
  narrow: Narrow,
  user: User,
  unreadLanes: readonly number[],
): readonly Leg[] {
  const { lanes, moved } = lanesOf(kind, narrow, user, isAmong(kind, sql`l.id`, unreadLanes))
  const sources = sql`select source, null as topic, low, ${NO_END} as high from (${lanes}) lane`
  return [
    merged(kind, sources, (source) => sql`m.lane_id = ${source}.source`),
    ...moved,
    receiptsLeg(user, sql`k.is_read = 0`),
  ]
}

function lanesOf(
  kind: StoreKind,
  { clauses, channel }: Narrow,
  user: User,
  among: RawBuilder<unknown>,
): { lanes: RawBuilder<unknown>; moved: readonly Leg[] } {
  const conversation = requiredTest(clauses, 'in-conversation')
  if (conversation) {
    const which = sql`and c.conversation_id = ${conversation.id}`
    return { lanes: conversationLanes(user, among, which), moved: [] }
  }
  if (requiredTest(clauses, 'direct')) return { lanes: conversationLanes(user, among), moved: [] }
  if (!channel) {
    const lanes = sql`${channelLanes(user, among)} union all ${conversationLanes(user, among)}`
    return { lanes, moved: [] }
  }
  const { id } = channel.channel
  const topic = requiredTest(clauses, 'in-topic')
  if (!topic) {
    const lanes = channelLanes(user, among, sql`and l.channel_id = ${id}`)
    return { lanes, moved: [movedLeg(kind, [id])] }
  }
  const moved = straight(
    MESSAGES,
    sql`m.moved_at is not null and m.channel_id = ${id} and m.topic_key = ${topic.key}`,
  )
  const here = sql`and l.channel_id = ${id} and l.topic_key = ${topic.key}`
  return { lanes: channelLanes(user, among, here), moved: [moved] }
}
