import { type Selectable, sql } from 'kysely'
import type { ChatConversationTable } from '../../../store/tables/chat-tables.ts'
import { loadEachCached } from '../../kernel/directory-cache.ts'
import { prepareQuery } from '../../kernel/prepared-query.ts'
import type { Requester } from '../../kernel/requester.ts'
import type { Channel, Message, ShownMessage, Reader, User } from '../../kernel/rows.ts'
import { sqlInJsonList, databaseKindOf } from '../../kernel/sql-in-list.ts'
import type { Chat } from '../../kernel/types.ts'
import { loadTopicLinkifiers } from '../../organization/organization-settings.ts'
import type { Linkifier } from '../../rendering/context.ts'
import { type TopicLink, topicLinks } from '../../rendering/linkifiers.ts'
import { findUsersById } from '../../users/find-users.ts'
import { loadSubmessages } from '../../widgets/submessages.ts'
import { loadReactionsTo } from '../emoji/reactions.ts'
import { flagNames } from '../flags.ts'
import {
  fitFields,
  messageFields,
  type MessageForm,
  type MessageLocation,
} from '../message-record.ts'
import { readStates } from '../read-state.ts'
import { membersOfKey } from '../threads.ts'
import { editHistories } from './edit-history.ts'

/** States of messages for a stranger: none. */
const NO_STATES: Awaited<ReturnType<typeof readStates>> = new Map()

/** What belongs to messages, by their ids. */
export type Belongings = Awaited<ReturnType<typeof loadBelongings>>

/** Loads what belongs to messages; it needs not wait for the messages themselves. */
export async function loadBelongings(db: Reader, { user }: Requester, ids: readonly number[]) {
  // At once: each is a way to the database and back.
  const [reactions, submessages, states] = await Promise.all([
    loadReactionsTo(db, ids),
    loadSubmessages(db, ids),
    user ? readStates(db, user, ids) : NO_STATES,
  ])
  return { reactions, submessages, states }
}

/**
 * Messages as a client reads them (spec 2.4), in the order of the rows, which the requester may read; with what belongs to them,
 * where that is being loaded.
 */
export async function loadMessages(
  chat: Chat,
  db: Reader,
  requester: Requester,
  rows: readonly ShownMessage[],
  form: MessageForm,
  belongings?: Promise<Belongings>,
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [conversations, channels, histories, linkifiers, { reactions, submessages, states }] =
    await Promise.all([
      loadConversationMembers(db, rows),
      channelNames(db, rows),
      editHistories(db, requester.realm, rows),
      loadTopicLinkifiers(chat, db),
      belongings ?? loadBelongings(db, requester, ids),
    ])
  const linksIn = topicLinker(linkifiers)
  const users = await findUsersById(db, [
    ...rows.map(({ sender_id }) => sender_id),
    ...[...conversations.values()].flat(),
  ])
  return rows.flatMap((row) => {
    const sender = users.get(row.sender_id)
    if (!sender) return []
    const place = placeOf(row, channels, conversations, users)
    const links = row.channel_id === null ? [] : linksIn(row.topic)
    const fields = messageFields(chat, row, sender, place, links)
    const message: Record<string, unknown> = fitFields(chat, requester, fields, row, sender, form)
    const state = states.get(row.id)
    message['flags'] = state ? flagNames(state) : ['read', 'historical']
    const added = reactions.get(row.id)
    if (added) message['reactions'] = added
    const used = submessages.get(row.id)
    if (used) message['submessages'] = used
    const history = histories.get(row.id)
    if (history) message['edit_history'] = history
    return [message]
  })
}

/** Finds the links in topics, once in each: messages that are read together have few. */
function topicLinker(linkifiers: readonly Linkifier[]): (topic: string) => readonly TopicLink[] {
  const known = new Map<string, readonly TopicLink[]>()
  return (topic) => {
    const links = known.get(topic) ?? topicLinks(topic, linkifiers)
    known.set(topic, links)
    return links
  }
}

function placeOf(
  row: ShownMessage,
  channels: ReadonlyMap<number, string>,
  conversations: ReadonlyMap<number, readonly number[]>,
  users: ReadonlyMap<number, User>,
): MessageLocation {
  if (row.channel_id !== null) {
    return { channelId: row.channel_id, channelName: channels.get(row.channel_id) ?? '' }
  }
  const conversationId = row.conversation_id ?? 0
  const members = conversations.get(conversationId) ?? []
  return {
    conversationId,
    users: members.map((id) => users.get(id)).filter((user) => user !== undefined),
  }
}

async function channelNames(
  db: Reader,
  rows: readonly ShownMessage[],
): Promise<ReadonlyMap<number, string>> {
  const ids = rows.map(({ channel_id }) => channel_id).filter((id) => id !== null)
  const found = await loadEachCached<Channel>(db, 'channel.id', ids, async (missing) =>
    db
      .selectFrom('chat_channel')
      .selectAll()
      .where('id', 'in', [...missing])
      .execute(),
  )
  return new Map([...found.values()].map(({ id, name }) => [id, name]))
}

/** User ids of the direct conversations that messages are in, by conversation. */
export async function loadConversationMembers(
  db: Reader,
  rows: readonly Pick<Message, 'conversation_id'>[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const ids = [...new Set(rows.map(({ conversation_id }) => conversation_id))].filter(
    (id) => id !== null,
  )
  const load = async (missing: readonly number[]) =>
    selectConversations(db, { ids: JSON.stringify(missing) })
  // Who is in one never changes.
  const found = await loadEachCached<Conversation>(db, 'conversation', ids, load)
  return new Map([...found].map(([id, { member_key }]) => [id, membersOfKey(member_key)]))
}

type Conversation = Selectable<ChatConversationTable>

const selectConversations = prepareQuery<{ ids: string }, Conversation>((db, parameter) =>
  db
    .selectFrom('chat_conversation')
    .selectAll()
    .where(sqlInJsonList(databaseKindOf(db), sql.ref('id'), parameter('ids')))
    .compile(),
)
