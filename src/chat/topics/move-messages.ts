import { canReadChannel } from '../channels/access.ts'
import { loadOutsiders, loadSubscriberIds } from '../channels/subscriber-events.ts'
import type { EmittedEvent } from '../events/event.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Channel, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { type MessageRecipients, loadRecipientsIn } from '../messages/edit/recipients.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import { noteLatest, renewLatest } from '../messages/latest.ts'
import { markRead, readAndTell, unreadAmong } from '../messages/marking/mark-read.ts'
import { readStates } from '../messages/read-state.ts'
import { ensureTopicThread } from '../messages/threads.ts'
import { renewWords } from '../narrow/word-index.ts'
import { loadTopicLinkifiers } from '../organization/organization-settings.ts'
import { topicLinks } from '../rendering/linkifiers.ts'
import { findUsersById } from '../users/find-users.ts'
import { announceMove } from './announce-move.ts'
import { announceResolve } from './announce-resolve.ts'
import { tellPolicies } from './set-topic-policy.ts'
import type { Move, TopicLocation } from './topic-move.ts'
import { TOPIC_POLICIES } from './topic-policy.ts'
import { topicKey } from './topic.ts'

/** Values bound in one statement. */
const STATEMENT_MAX_ROWS = 1_000

/** Moves messages, keeps their old place in their history, and notifies everybody who can see them now or could before. */
export async function moveMessages(
  chat: Chat,
  unit: ChatWork,
  member: Member,
  move: Move,
): Promise<void> {
  const { tx, emit } = unit
  const { from, to } = move
  const ids = move.moved.map(({ id }) => id).toSorted((a, b) => a - b)
  const moved_at = chat.now().getTime()
  const recipientSets = await loadRecipientsIn(tx, from.channel.id, ids)
  await relocate(tx, member, move, ids, moved_at)
  const isOtherChannel = from.channel.id !== to.channel.id
  if (isOtherChannel && !to.channel.has_shared_history)
    await keepForSubscribers(tx, to.channel, ids)
  if (move.isWholeTopic) await moveTopicPolicies(chat, unit, move, { recipientSets, ids })
  const linkifiers = await loadTopicLinkifiers(chat, tx)
  const payload = {
    type: 'update_message',
    user_id: member.user.id,
    rendering_only: false,
    message_id: move.messageId,
    message_ids: ids,
    edit_timestamp: Math.floor(moved_at / 1_000),
    stream_id: from.channel.id,
    stream_name: from.channel.name,
    propagate_mode: move.mode,
    orig_subject: from.topic,
    ...(from.topic === to.topic
      ? {}
      : { subject: to.topic, topic_links: topicLinks(to.topic, linkifiers) }),
    ...(isOtherChannel ? { new_stream_id: to.channel.id } : {}),
  } satisfies EmittedEvent
  if (!isOtherChannel) {
    for (const { to: recipients, messageIds } of await loadRecipientsIn(tx, from.channel.id, ids)) {
      emit({ payload: { ...payload, message_ids: messageIds }, to: recipients })
    }
  } else {
    const { following, losing, meeting, outside } = await audiences(
      chat,
      tx,
      recipientSets,
      move,
      ids,
    )
    for (const { users, messageIds } of following) {
      emit({ payload: { ...payload, message_ids: messageIds }, to: { users } })
    }
    // Users who never saw the old place do not learn it.
    const { stream_name: _name, orig_subject: _topic, ...met } = payload
    if (meeting.length > 0) emit({ payload: met, to: { users: meeting } })
    for (const { users, messageIds } of losing) {
      emit({
        payload: {
          type: 'delete_message',
          message_type: 'stream',
          stream_id: from.channel.id,
          topic: from.topic,
          message_ids: messageIds,
        },
        to: { users },
        span: messageIds.length,
      })
      // Should they ever come back, they are not unread again.
      for (const user of (await findUsersById(tx, users)).values()) {
        await markRead(tx, user, await unreadAmong(tx, user, messageIds))
      }
    }
    // Nothing is unread in a channel that somebody is not subscribed to.
    for (const user of outside) await readAndTell(unit, user, await unreadAmong(tx, user, ids))
  }
  if (move.isResolve) await announceResolve(chat, unit, member, move.to)
  await announceMove(chat, unit, member, move)
}

async function relocate(
  tx: Tx,
  member: Member,
  { from, to }: Move,
  ids: readonly number[],
  moved_at: number,
): Promise<void> {
  const isOtherChannel = from.channel.id !== to.channel.id
  const { id: thread_id } = await ensureTopicThread(tx, to.channel.id, topicKey(to.topic))
  for (let start = 0; start < ids.length; start += STATEMENT_MAX_ROWS) {
    const part = ids.slice(start, start + STATEMENT_MAX_ROWS)
    const before = await topicsOf(tx, from, part)
    const rows = await tx
      .updateTable('chat_message')
      .set({
        channel_id: to.channel.id,
        topic: to.topic,
        topic_key: topicKey(to.topic),
        moved_at,
      })
      .where('id', 'in', part)
      .returning(MOVED_COLUMNS)
      .execute()
    await noteLatest(
      tx,
      rows.map(({ id, sender_id }) => ({ id, sender_id, thread_id })),
    )
    const left = { channel_id: from.channel.id, topic_key: topicKey(from.topic) }
    if (isOtherChannel || left.topic_key !== topicKey(to.topic))
      await renewLatest(
        tx,
        part.map((id) => ({ id, ...left, conversation_id: null })),
      )
    const relocated = rows.filter(({ id }) => isOtherChannel || before.get(id) !== to.topic)
    for (const row of relocated) {
      const prev_topic = before.get(row.id) ?? ''
      const isRenamed = prev_topic !== to.topic
      await tx
        .insertInto('chat_edit')
        .values({
          message_id: row.id,
          user_id: member.user.id,
          edited_at: moved_at,
          prev_content: null,
          prev_rendered: null,
          prev_topic: isRenamed ? prev_topic : null,
          topic: isRenamed ? to.topic : null,
          prev_channel_id: isOtherChannel ? from.channel.id : null,
          channel_id: isOtherChannel ? to.channel.id : null,
        })
        .execute()
    }
    await renewWords(tx, relocated)
  }
}

/** Columns read of messages that were moved. */
const MOVED_COLUMNS = [
  'id',
  'sender_id',
  'topic',
  'rendered',
  'channel_id',
  'topic_key',
  'conversation_id',
] as const

/** Topics of messages in their exact spelling. Throws unless all are still where they were when the move was planned. */
async function topicsOf(
  tx: Tx,
  { channel, topic }: TopicLocation,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx
    .selectFrom('chat_message')
    .select(['id', 'topic'])
    .where('id', 'in', [...ids])
    .where('channel_id', '=', channel.id)
    .where('topic_key', '=', topicKey(topic))
    .execute()
  if (rows.length !== ids.length) {
    throw badRequest('The messages were moved or deleted meanwhile.')
  }
  return new Map(rows.map((row) => [row.id, row.topic]))
}

/**
 * Personal policies follow a topic that moves as a whole, for those who see its messages in the new place: others would learn its
 * new name. With protected history, only those of users who know the topic.
 */
async function moveTopicPolicies(
  chat: Chat,
  unit: ChatWork,
  { from, to }: Pick<Move, 'from' | 'to'>,
  { recipientSets, ids }: { recipientSets: readonly MessageRecipients[]; ids: readonly number[] },
): Promise<void> {
  const { tx } = unit
  const recipients = recipientSets.flatMap((one) =>
    typeof one.to === 'object' && 'users' in one.to ? one.to.users : [],
  )
  const owners = await tx
    .selectFrom('chat_user_topic')
    .select('user_id')
    .where('channel_id', '=', from.channel.id)
    .where('topic_key', '=', topicKey(from.topic))
    .$if(!from.channel.has_shared_history, (query) =>
      query.where('user_id', 'in', [0, ...recipients]),
    )
    .execute()
  const subscribers = new Set(await loadSubscriberIds(tx, to.channel.id))
  const users = await findUsersById(
    tx,
    owners.map(({ user_id }) => user_id),
  )
  const seenBy = await visibilityAt(chat, tx, to.channel, ids)
  const followers: number[] = []
  for (const [id, user] of users) {
    if (subscribers.has(id) || (await seenBy(user)).length > 0) followers.push(id)
  }
  const rows = await tx
    .deleteFrom('chat_user_topic')
    .where('channel_id', '=', from.channel.id)
    .where('topic_key', '=', topicKey(from.topic))
    .where('user_id', 'in', [0, ...followers])
    .returningAll()
    .execute()
  for (const row of rows) {
    const place = { channel_id: to.channel.id, topic: to.topic, topic_key: topicKey(to.topic) }
    await tx
      .insertInto('chat_user_topic')
      .values({ ...row, ...place })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'channel_id', 'topic_key'])
          .doUpdateSet({ policy: row.policy, updated_at: row.updated_at }),
      )
      .execute()
    const user = users.get(row.user_id)
    if (user) {
      const gone = { ...row, policy: TOPIC_POLICIES.inherit }
      await tellPolicies(chat, unit, user, [gone, { ...row, ...place }])
    }
  }
}

/** Recipients of messages that change channel, by what they could see before and can see now. */
interface Audiences {
  /** Users who saw them in the old place and see them in the new one. */
  following: Part[]
  /** Users who see them in the new place and may not know the old one. */
  meeting: number[]
  /** Users who saw them and no longer do. */
  losing: Part[]
  /** Users who see them in the new place and are not subscribed there. */
  outside: User[]
}

/** Users affected alike by the same messages. */
interface Part {
  users: number[]
  messageIds: readonly number[]
}

async function audiences(
  chat: Chat,
  tx: Tx,
  recipientSets: readonly MessageRecipients[],
  { from, to }: Pick<Move, 'from' | 'to'>,
  ids: readonly number[],
): Promise<Audiences> {
  const mayKnow = await loadOutsiders(chat, tx, from.channel)
  const sources = new Set(await loadSubscriberIds(tx, from.channel.id))
  const targets = new Set(await loadSubscriberIds(tx, to.channel.id))
  const readers = recipientSets.flatMap(({ to: recipients }) =>
    typeof recipients === 'object' && 'users' in recipients ? recipients.users : [],
  )
  const users = await findUsersById(tx, [...sources, ...targets, ...readers])
  const seenBy = await visibilityAt(chat, tx, to.channel, ids)
  const followed = new Map<number, readonly number[]>()
  const lost = new Map<number, readonly number[]>()
  for (const { to: recipients, messageIds } of recipientSets) {
    const before =
      typeof recipients === 'object' && 'users' in recipients ? recipients.users : [...sources]
    for (const id of before) {
      const user = users.get(id)
      const seen = targets.has(id) ? ids : user ? await seenBy(user) : []
      const gone = [...new Set(messageIds).difference(new Set(seen))]
      if (seen.length > 0) followed.set(id, seen)
      if (gone.length > 0) lost.set(id, gone)
    }
  }
  const meeting: number[] = []
  for (const id of targets) {
    const user = users.get(id)
    if (followed.has(id) || !user) continue
    if (sources.has(id) || mayKnow(user)) followed.set(id, ids)
    else meeting.push(id)
  }
  const outside = [...followed.keys()]
    .filter((id) => !targets.has(id))
    .map((id) => users.get(id))
    .filter((user) => user !== undefined)
  return { following: partsOf(followed), meeting, losing: partsOf(lost), outside }
}

/** Which of the messages a user sees in a channel without a subscription. */
async function visibilityAt(
  chat: Chat,
  tx: Tx,
  channel: Channel,
  ids: readonly number[],
): Promise<(user: User) => Promise<readonly number[]>> {
  const nowMs = chat.now().getTime()
  const mayRead = await loadOutsiders(chat, tx, channel)
  return async (user) => {
    if (!mayRead(user)) return []
    const requester = await loadMember(tx, { user, client: '' }, nowMs)
    if (!canReadChannel(requester, { channel, subscription: undefined })) return []
    if (channel.has_shared_history) return ids
    const states = await readStates(tx, user, ids)
    return ids.filter((id) => states.get(id)?.isReceived)
  }
}

function partsOf(messagesByUser: ReadonlyMap<number, readonly number[]>): Part[] {
  const alike = Map.groupBy(messagesByUser, ([, messageIds]) => messageIds.join())
  return [...alike.values()].map((some) => ({
    users: some.map(([user]) => user),
    messageIds: some[0]?.[1] ?? [],
  }))
}

/** Gives subscribers of a channel with protected history receipts for messages moved in, since they see only received ones. */
async function keepForSubscribers(
  tx: Tx,
  channel: Channel,
  messageIds: readonly number[],
): Promise<void> {
  const users = await findUsersById(tx, await loadSubscriberIds(tx, channel.id))
  for (const user of users.values()) {
    const states = await readStates(tx, user, messageIds)
    const missing = messageIds.filter((id) => !states.get(id)?.isReceived)
    for (const message_id of missing) {
      const row = { user_id: user.id, message_id, flags: MESSAGE_FLAGS.historical, is_read: 1 }
      await tx
        .insertInto('chat_receipt')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'message_id']).doUpdateSet((eb) => ({
            flags: eb('chat_receipt.flags', '|' as never, eb.ref('excluded.flags')),
            is_read: 1,
          })),
        )
        .execute()
    }
  }
}
