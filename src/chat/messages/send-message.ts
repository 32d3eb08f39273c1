import { countChars, firstChars } from '../../lib/text.ts'
import {
  canSendTo,
  findChannelById,
  findChannelByName,
  channelGroups,
  type SeenChannel,
} from '../channels/access.ts'
import { loadGroupsOf } from '../groups/membership.ts'
import { getCachedReader } from '../kernel/directory-cache.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import {
  CONVERSATION_MAX_USERS,
  MESSAGE_MAX_CHARS,
  WILDCARD_FREE_MAX_SUBSCRIBERS,
} from '../limits.ts'
import { loadOrganizationSettings } from '../organization/organization-settings.ts'
import { compileLinkifiers } from '../rendering/linkifiers.ts'
import { renderMessage, type RenderedMessage } from '../rendering/render-message.ts'
import { checkTopicPolicy, readTopic, topicKey } from '../topics/topic.ts'
import { findByShownEmail, findSeen } from '../users/find-users.ts'
import { apiEmail } from '../users/user-record.ts'
import type { Widget } from '../widgets/read-widget.ts'
import { deliver, type Delivery, type Destination } from './deliver.ts'
import { findLocalId, type LocalId, storeLocalId } from './local-id.ts'
import { requireMessageSpace } from './message-space.ts'

/** A message as its sender addresses it. */
export interface Sending {
  to: { channel: number | string; topic: string } | { users: readonly (number | string)[] }
  content: string
  /** The sender's queue and the id that the message has there until it is delivered. */
  local?: LocalId | undefined
  /** Buttons under it. */
  widget?: Widget | undefined
  /** Whether the sender has read it; decided by the sending program when absent. */
  isReadBySender?: boolean | undefined
}

/** Sends a message. Returns its id; the same id again for a retry with the same local id. */
export async function send(chat: Chat, actor: Actor, sending: Sending): Promise<number> {
  const prepared = await prepareSending(chat, actor, sending)
  const { isReadBySender, widget } = sending
  return writeChat(chat, async (unit) => {
    const known = sending.local && (await findLocalId(unit.tx, actor.user, sending.local))
    if (known?.messageId !== undefined) return known.messageId
    const local = known?.isOwn ? sending.local : undefined
    const { id } = await deliver(chat, unit, {
      sender: actor.user,
      client: actor.client,
      ...prepared,
      local,
      widget,
      isReadBySender,
    })
    if (local) await storeLocalId(unit.tx, local, id)
    return id
  })
}

/** Checks a message, renders it and resolves its destination. Throws where its sender may not send it. */
export async function prepareSending(
  chat: Chat,
  actor: Actor,
  { to, content: written }: Pick<Sending, 'to' | 'content'>,
): Promise<Pick<Delivery, 'to' | 'content' | 'rendered' | 'linkifiers'>> {
  const db = await getCachedReader(chat)
  const sender = await loadMember(db, actor, chat.now().getTime())
  const content = checkContent(written)
  const settings = await loadOrganizationSettings(chat, db)
  const rendered = await renderMessage(db, content, { author: { chat, member: sender }, settings })
  await requireMessageSpace(chat, db, sender.user, { content, rendered })
  const destination =
    'channel' in to
      ? await channelDestination(chat, db, sender, to.channel, to.topic, rendered)
      : await directDestination(chat, db, sender, to.users)
  const linkifiers = await compileLinkifiers(settings.linkifiers)
  return { to: destination, content, rendered, linkifiers }
}

/** The content as it is stored. Throws when it is empty, too long or holds null bytes. */
export function checkContent(content: string): string {
  const trimmed = content.trimEnd()
  if (trimmed.trim() === '') throw badRequest('Message must not be empty')
  if (trimmed.includes('\0')) throw badRequest('Message must not contain null bytes')
  return countChars(trimmed) > MESSAGE_MAX_CHARS
    ? `${firstChars(trimmed, MESSAGE_MAX_CHARS - TRUNCATED.length)}${TRUNCATED}`
    : trimmed
}

const TRUNCATED = '\n[message truncated]'

async function channelDestination(
  chat: Chat,
  db: Reader,
  sender: Member,
  wanted: number | string,
  wantedTopic: string,
  rendered: RenderedMessage,
): Promise<Destination> {
  const seen =
    typeof wanted === 'number'
      ? await findChannelById(db, sender, wanted)
      : await findChannelByName(db, sender, wanted)
  const { channel } = seen
  await canSendTo(chat, db, sender, seen)
  const topic = readTopic(wantedTopic)
  checkTopicPolicy(sender.realm, channel, topic)
  await checkNewTopic(db, sender, seen, topic)
  if (rendered.wildcard) await checkWildcard(db, sender, seen, rendered.wildcard)
  return { channel, topic }
}

/** Throws when the topic is new and the sender may not create topics. */
export async function checkNewTopic(
  db: Reader,
  sender: Member,
  { channel }: SeenChannel,
  topic: string,
): Promise<void> {
  const { can_create_topic_group } = channelGroups(channel)
  if (sender.groups.has(can_create_topic_group)) return
  const existing = await db
    .selectFrom('chat_message')
    .select('id')
    .where('channel_id', '=', channel.id)
    .where('topic_key', '=', topicKey(topic))
    .limit(1)
    .executeTakeFirst()
  if (!existing) {
    throw badRequest('You do not have permission to create new topics in this channel.')
  }
}

/** Throws when the sender may not mention a whole channel or topic of this size. */
export async function checkWildcard(
  db: Reader,
  sender: Member,
  { channel }: SeenChannel,
  kind: 'channel' | 'topic',
): Promise<void> {
  if (sender.groups.has(sender.realm.can_mention_many_users_group)) return
  const { count } = await db
    .selectFrom('chat_subscription')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('channel_id', '=', channel.id)
    .where('is_active', '=', 1)
    .executeTakeFirstOrThrow()
  if (count <= WILDCARD_FREE_MAX_SUBSCRIBERS) return
  const message = `You do not have permission to use ${kind} wildcard mentions in this ${kind}.`
  const code = kind === 'channel' ? 'STREAM' : 'TOPIC'
  throw badRequest(message, {}, `${code}_WILDCARD_MENTION_NOT_ALLOWED`)
}

async function directDestination(
  chat: Chat,
  db: Reader,
  sender: Member,
  wanted: readonly (number | string)[],
): Promise<Destination> {
  if (wanted.length === 0) throw badRequest('Message must have recipients')
  if (new Set(wanted).size > CONVERSATION_MAX_USERS) throw badRequest('Too many recipients')
  const users = new Map<number, User>([[sender.user.id, sender.user]])
  for (const one of wanted) {
    const user =
      typeof one === 'number'
        ? await findSeen(db, sender, one)
        : await findByShownEmail(chat, db, sender, one)
    if (!user)
      throw badRequest(typeof one === 'number' ? 'Invalid user ID' : `Invalid email '${one}'`)
    if (!user.is_active && wanted.length === 1 && user.id !== sender.user.id) {
      throw badRequest(`'${apiEmail(chat, user)}' is no longer using Bellhop.`)
    }
    users.set(user.id, user)
  }
  const everybody = [...users.values()].toSorted((a, b) => a.id - b.id)
  await checkDirectPermission(chat, db, sender, everybody)
  return { users: everybody }
}

/**
 * Throws unless the sender may see and message all of them: one participant must be in the group for direct messages; for a new
 * conversation, the sender in the group that may start one.
 */
export async function checkDirectPermission(
  chat: Chat,
  db: Reader,
  sender: Member,
  users: readonly User[],
): Promise<void> {
  const { realm } = sender
  const others = users.filter(({ id, is_bot }) => id !== sender.user.id && !is_bot)
  if (others.length === 0 || sender.user.is_bot) return
  const nowMs = chat.now().getTime()
  const { waiting_period_threshold: waiting, direct_message_permission_group: allowed } = realm
  const groups = await Promise.all(
    users.map(async (user) => loadGroupsOf(db, user, waiting, nowMs)),
  )
  if (!groups.some((set) => set.has(allowed))) {
    throw badRequest('You do not have permission to send direct messages to this conversation.')
  }
  if (sender.groups.has(realm.direct_message_initiator_group)) return
  const known = await db
    .selectFrom('chat_conversation')
    .select('id')
    .where('member_key', '=', users.map(({ id }) => id).join(','))
    .executeTakeFirst()
  if (!known) {
    throw badRequest('You do not have permission to initiate direct message conversations.')
  }
}
