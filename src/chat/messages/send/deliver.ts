import { sql } from 'kysely'
import { linkAttachments } from '../../files/attachment-links.ts'
import { jsonRows, toJson } from '../../kernel/json-rows.ts'
import { insertRow, prepareQuery, prepareQueryResult } from '../../kernel/prepared-query.ts'
import type { Channel, Message, Tx, User } from '../../kernel/rows.ts'
import { databaseKindOf } from '../../kernel/sql-in-list.ts'
import type { Chat } from '../../kernel/types.ts'
import type { ChatWork } from '../../kernel/unit-of-work.ts'
import { indexMessageWords } from '../../narrow/word-index.ts'
import { loadTopicLinkifiers } from '../../organization/organization-settings.ts'
import { queueServiceCalls } from '../../outgoing/queue-calls.ts'
import { queuePreviews } from '../../previews/queue-previews.ts'
import type { Linkifier } from '../../rendering/context.ts'
import type { RenderedMessage } from '../../rendering/render-message.ts'
import { followWhereMentioned, raiseForSender } from '../../topics/automatic-policy.ts'
import { topicKey } from '../../topics/topic.ts'
import { type Widget, widgetOfText } from '../../widgets/read-widget.ts'
import { storeWidget } from '../../widgets/submessages.ts'
import { MESSAGE_FLAGS } from '../flags.ts'
import { noteLatest } from '../latest.ts'
import { findBotsOutside, TOLD_OUTSIDE_BITS } from '../mentioned-bots.ts'
import { sharedMessage } from '../message-record.ts'
import { countMessageSpace } from '../message-space.ts'
import { findMuted, readByMuters } from '../muted-senders.ts'
import { threadOfConversation, threadOfTopic } from '../threads.ts'
import type { LocalId } from './local-id.ts'

/** Where a message goes. */
export type Destination =
  | {
      channel: Channel
      topic: string
      /** Whether the sender has muted the channel. */
      isMuted?: boolean
    }
  | { users: readonly User[] }

/** A message that was stored. */
export interface Delivered {
  message: Message
  /** The policy that the topic has for its sender by this message; undefined where that did not change. */
  newPolicy: number | undefined
}

/** A message ready to be stored. */
export interface Delivery {
  sender: User
  /** Who it counts for, where that is not its sender. */
  author?: User
  client: string
  to: Destination
  content: string
  rendered: RenderedMessage
  /** Words of the message for the search, where they were split before. */
  lexemes?: string | undefined
  /** The organization's patterns, for links in the topic; loaded when absent. */
  linkifiers?: readonly Linkifier[]
  /** The sender's queue that already shows the message, and its local id. */
  local?: LocalId | undefined
  /** The poll, list or buttons that it is. */
  widget?: Widget | undefined
  /** Whether the sender has read it; when absent, the program decides. */
  isReadBySender?: boolean | undefined
}

/** Reading clients: messages sent with them count as read by their sender. */
const READING_CLIENT = /^(website|zulip(mobile|electron|terminal|flutter)|ios|snipe)$|desktop app/i

/** Stores a message and notifies its recipients. Costs the same for any number of recipients. */
export async function deliver(chat: Chat, unit: ChatWork, delivery: Delivery): Promise<Message> {
  const [delivered] = await deliverAll(chat, unit, [delivery])
  if (!delivered) throw new Error('A message was not stored.')
  return delivered.message
}

/** Stores several messages together, then notifies the recipients of one after another. */
export async function deliverAll(
  chat: Chat,
  unit: ChatWork,
  deliveries: readonly Delivery[],
): Promise<Delivered[]> {
  if (deliveries.length === 0) return []
  const prepared: Prepared[] = []
  for (const delivery of deliveries) prepared.push(await prepare(chat, unit, delivery))
  const [messages, muted] = await Promise.all([
    storeMessages(
      unit.tx,
      prepared.map(({ values }) => values),
    ),
    findMuted(
      unit.tx,
      prepared.map(({ values }) => values.sender_id),
    ),
  ])
  const findable = messages.map((message, index) => {
    const { lexemes } = prepared[index]?.delivery ?? {}
    return lexemes === undefined ? message : { ...message, lexemes }
  })
  unit.meanwhile(indexMessageWords(unit.tx, findable))
  unit.meanwhile(noteLatest(unit.tx, messages))
  const delivered: Delivered[] = []
  for (const [index, message] of messages.entries()) {
    const one = prepared[index]
    if (!one) continue
    const isMuted = muted.has(message.sender_id)
    const newPolicy = await announce(chat, unit, message, { ...one, isMuted })
    delivered.push({ message, newPolicy })
  }
  return delivered
}

/** A message to store, and whether its thread has none yet. */
interface Prepared {
  delivery: Delivery
  values: NewMessage
  isNewThread: boolean
}

async function prepare(chat: Chat, unit: ChatWork, delivery: Delivery): Promise<Prepared> {
  const { sender, client, to, content, rendered } = delivery
  const { isNewThread, ...place } =
    'channel' in to ? await inTopic(chat, unit, to) : await inConversation(chat, unit, to.users)
  const values = {
    ...place,
    sender_id: sender.id,
    content,
    rendered: rendered.html,
    sent_at: chat.now().getTime(),
    edited_at: null,
    moved_at: null,
    client,
    is_read_by_sender: (delivery.isReadBySender ?? READING_CLIENT.test(client)) ? 1 : 0,
    is_me_message: rendered.isMeMessage ? 1 : 0,
    mentions_channel: rendered.wildcard === 'channel' ? 1 : 0,
    has_attachment: rendered.hasAttachment ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_link: rendered.hasLink ? 1 : 0,
  } satisfies NewMessage
  return { delivery, values, isNewThread }
}

/** Does what follows from a stored message, and notifies its recipients. Returns the new policy of its sender for the topic. */
async function announce(
  chat: Chat,
  unit: ChatWork,
  message: Message,
  { delivery, isNewThread, isMuted }: Prepared & { isMuted: boolean },
): Promise<number | undefined> {
  const { sender, author, client, to, content, rendered, linkifiers, local } = delivery
  const { tx, emit } = unit
  await countMessageSpace(chat, unit, author ?? sender, { content, rendered })
  const { uploads } = rendered
  if (uploads.length > 0) await linkAttachments(chat, unit, { sender, client, message, uploads })
  const mentioned = await storeMentions(tx, message, rendered)
  const read_by = isMuted ? await readByMuters(tx, message) : []
  const named = rendered.mentionedUsers.filter((id) => id in mentioned)
  await queueServiceCalls(chat, tx, message, {
    sender,
    users: 'users' in to ? to.users : [],
    mentioned: named,
  })
  const shared = sharedMessage(
    chat,
    message,
    sender,
    'channel' in to
      ? { channelId: to.channel.id, channelName: to.channel.name }
      : { conversationId: message.conversation_id ?? 0, users: to.users },
    linkifiers ?? (await loadTopicLinkifiers(chat, tx)),
  )
  const widget = delivery.widget ?? widgetOfText(content)
  const submessages = widget ? [await storeWidget(tx, message, widget)] : shared.submessages
  emit({
    payload: {
      type: 'message',
      message: { ...shared, submessages: [...submessages] },
      mentioned,
      mentions_channel: message.mentions_channel === 1,
      is_read_by_sender: message.is_read_by_sender === 1,
      ...(read_by.length > 0 ? { read_by } : {}),
      ...(local ? { local } : {}),
    },
    to: 'channel' in to ? { channel: to.channel.id } : { users: to.users.map(({ id }) => id) },
    isPublic: 'channel' in to && !to.channel.is_private,
  })
  await queuePreviews(chat, unit, message, sender, rendered)
  if (!('channel' in to)) return undefined
  const newPolicy = await raiseForSender(chat, unit, message, sender, {
    ...to,
    isNewTopic: isNewThread,
  })
  if (named.length > 0) await followWhereMentioned(chat, unit, message, named)
  return newPolicy
}

type NewMessage = Omit<Message, 'id' | 'has_reaction'>

/** Columns of a new message, in the order in which they are bound. */
const COLUMNS = {
  sender_id: 'bigint',
  channel_id: 'bigint',
  topic: 'text',
  topic_key: 'text',
  conversation_id: 'bigint',
  thread_id: 'bigint',
  sent_channel_id: 'bigint',
  content: 'text',
  rendered: 'text',
  sent_at: 'bigint',
  edited_at: 'bigint',
  moved_at: 'bigint',
  client: 'text',
  is_read_by_sender: 'bigint',
  is_me_message: 'bigint',
  mentions_channel: 'bigint',
  has_attachment: 'bigint',
  has_image: 'bigint',
  has_link: 'bigint',
} as const satisfies Record<keyof NewMessage, string>

const NAMES = Object.keys(COLUMNS) as (keyof NewMessage)[]

const insertMessage = prepareQueryResult<NewMessage, unknown, Tx>((tx, parameter) =>
  insertRow<NewMessage>('chat_message', NAMES, parameter).compile(tx),
)

const insertMessages = prepareQuery<{ rows: string }, { id: number }, Tx>((tx, parameter) => {
  const names = sql.join(NAMES.map(sql.ref))
  const rows = jsonRows('postgres', COLUMNS, parameter('rows'))
  return sql<{ id: number }>`insert into chat_message (${names})
    select ${names} from ${rows} returning id`.compile(tx)
})

async function storeMessages(tx: Tx, values: readonly NewMessage[]): Promise<Message[]> {
  const ids =
    databaseKindOf(tx) === 'sqlite' ? await idsByOne(tx, values) : await idsAtOnce(tx, values)
  return values.map((row, index) => {
    const id = ids[index]
    if (id === undefined) throw new Error('The database gave a message no id.')
    return { id, ...row, has_reaction: 0 }
  })
}

async function idsByOne(tx: Tx, values: readonly NewMessage[]): Promise<number[]> {
  const ids: number[] = []
  // With `returning`, SQLite would begin a savepoint, at which full-text search writes its index to the file.
  for (const row of values) ids.push(Number((await insertMessage(tx, row)).insertId))
  return ids
}

async function idsAtOnce(tx: Tx, values: readonly NewMessage[]): Promise<number[]> {
  const stored = await insertMessages(tx, { rows: toJson(values) })
  // They were given out in the order of the rows.
  return stored.map(({ id }) => id).toSorted((a, b) => a - b)
}

async function inTopic(
  chat: Chat,
  unit: ChatWork,
  { channel, topic }: { channel: Channel; topic: string },
) {
  const topic_key = topicKey(topic)
  const { thread, isNew } = await threadOfTopic(chat, unit, channel.id, topic_key)
  const place = { channel_id: channel.id, sent_channel_id: channel.id, topic, topic_key }
  return { ...place, ...thread, isNewThread: isNew }
}

async function inConversation(chat: Chat, unit: ChatWork, users: readonly User[]) {
  const ids = users.map(({ id }) => id)
  const { thread, isNew } = await threadOfConversation(chat, unit, ids)
  const place = { channel_id: null, sent_channel_id: null, topic: '', topic_key: '' }
  return { ...place, ...thread, isNewThread: isNew }
}

/** Flags by user, of those for whom the message is special. */
export type Mentioned = Record<string, number>

/** Writes a receipt for everyone whom a message mentions and who receives it, and for bots that hear of it by that alone. */
export async function storeMentions(
  tx: Tx,
  message: Message,
  rendered: RenderedMessage,
): Promise<Mentioned> {
  const bits = new Map<number, number>()
  const add = (ids: Iterable<number>, bit: number) => {
    for (const id of ids) bits.set(id, (bits.get(id) ?? 0) | bit)
  }
  add(rendered.mentionedUsers, MESSAGE_FLAGS.mentioned)
  add(rendered.alertedUsers, MESSAGE_FLAGS.has_alert_word)
  if (rendered.wildcard === 'topic' && message.channel_id !== null) {
    const participants = await tx
      .selectFrom('chat_message')
      .select('sender_id')
      .distinct()
      .where('channel_id', '=', message.channel_id)
      .where('topic_key', '=', message.topic_key)
      .execute()
    add(
      participants.map(({ sender_id }) => sender_id),
      MESSAGE_FLAGS.topic_wildcard_mentioned,
    )
  }
  if (bits.size === 0) return {}
  const receivers = await receiversAmong(tx, message, [...bits.keys()])
  const outside = await findBotsOutside(tx, message, [...rendered.mentionedUsers])
  const rows = [
    ...receivers.map((user_id) => ({ user_id, flags: bits.get(user_id) ?? 0, is_read: null })),
    ...outside.map((user_id) => ({ user_id, flags: TOLD_OUTSIDE_BITS, is_read: 0 as const })),
  ].map((row) => ({ ...row, message_id: message.id }))
  if (rows.length > 0) {
    await tx
      .insertInto('chat_receipt')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'message_id']).doUpdateSet((eb) => ({
          flags: eb('chat_receipt.flags', '|' as never, eb.ref('excluded.flags')),
        })),
      )
      .execute()
  }
  return Object.fromEntries(rows.map(({ user_id, flags }) => [user_id, flags]))
}

async function receiversAmong(tx: Tx, message: Message, userIds: number[]): Promise<number[]> {
  if (message.conversation_id !== null) {
    const rows = await tx
      .selectFrom('chat_conversation_member')
      .select('user_id')
      .where('conversation_id', '=', message.conversation_id)
      .where('user_id', 'in', userIds)
      .execute()
    return rows.map(({ user_id }) => user_id)
  }
  const rows = await tx
    .selectFrom('chat_subscription')
    .select('user_id')
    .where('channel_id', '=', message.channel_id)
    .where('is_active', '=', 1)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
