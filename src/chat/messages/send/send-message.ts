import { countChars, firstChars } from '../../../lib/text.ts'
import {
  requireSendableChannel,
  lookUpChannel,
  requireChannelByName,
  channelGroups,
  isSubscribed,
  type SeenChannel,
} from '../../channels/access.ts'
import { loadGroupsOf } from '../../groups/membership.ts'
import { readWithCache } from '../../kernel/directory-cache.ts'
import { badRequest, nowhereToSend } from '../../kernel/failures.ts'
import { loadMember, type Member } from '../../kernel/requester.ts'
import type { Reader, Tx, User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { writeJointly } from '../../kernel/unit-of-work.ts'
import {
  CONVERSATION_MAX_USERS,
  MESSAGE_MAX_CHARS,
  WILDCARD_FREE_MAX_SUBSCRIBERS,
} from '../../limits.ts'
import { splitForIndex } from '../../narrow/word-index.ts'
import { loadOrganizationSettings } from '../../organization/organization-settings.ts'
import { compileLinkifiers } from '../../rendering/linkifiers.ts'
import { renderMessage, type RenderedMessage } from '../../rendering/render-message.ts'
import { requireRenderingShare } from '../../rendering/rendering-share.ts'
import { requireTopicPolicy, readTopic, topicKey } from '../../topics/topic.ts'
import { findByShownEmail, findSeen } from '../../users/find-users.ts'
import { apiEmail } from '../../users/user-record.ts'
import type { Widget } from '../../widgets/read-widget.ts'
import { requireMessageSpace } from '../message-space.ts'
import { deliverAll, type Delivery, type Destination } from './deliver.ts'
import { findLocalIds, type LocalId, storeLocalIds } from './local-id.ts'

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

/** A message that was sent. */
export interface Sent {
  id: number
  /** The policy that the topic has for its sender by this message; undefined where that did not change. */
  newPolicy: number | undefined
}

/** Sends a message. Returns its id; the same id again for a retry with the same local id. */
export async function send(chat: Chat, actor: Actor, sending: Sending): Promise<Sent> {
  requireRenderingShare(chat, actor.user)
  const prepared = await prepareSending(chat, actor, sending)
  const { widget, isReadBySender, local } = sending
  const delivery = { sender: actor.user, client: actor.client, ...prepared, widget, isReadBySender }
  return sendJointly(chat, { delivery, local })
}

/** A message that is ready, with what its sender calls it. */
interface Outgoing {
  delivery: Delivery
  local: LocalId | undefined
}

const sendJointly = writeJointly(
  async (chat, unit, outgoing: readonly Outgoing[]): Promise<Sent[]> => {
    const claims = await claimLocalIds(unit.tx, outgoing)
    const fresh = outgoing.filter((one) => claims.get(one)?.sent === undefined)
    const delivered = await deliverAll(
      chat,
      unit,
      fresh.map((one) => ({ ...one.delivery, local: claims.get(one)?.local })),
    )
    const sent = new Map<Outgoing, Sent>()
    for (const [index, { message, newPolicy }] of delivered.entries()) {
      const one = fresh[index]
      if (one) sent.set(one, { id: message.id, newPolicy })
    }
    const named = [...sent].flatMap(([one, { id }]) => {
      const local = claims.get(one)?.local
      return local ? [{ local, messageId: id }] : []
    })
    unit.meanwhile(storeLocalIds(unit.tx, named))
    return outgoing.map((one) => {
      const { sent: before } = claims.get(one) ?? {}
      if (typeof before === 'number') return { id: before, newPolicy: undefined }
      return sent.get(before ?? one) ?? { id: 0, newPolicy: undefined }
    })
  },
)

/** What follows from the local id of a message. */
interface Claim {
  /** The local id, unless it is another user's, which is ignored. */
  local?: LocalId
  /** The message that was sent with it before: stored, or among those that are sent now. */
  sent?: number | Outgoing
}

async function claimLocalIds(
  tx: Tx,
  outgoing: readonly Outgoing[],
): Promise<ReadonlyMap<Outgoing, Claim>> {
  const questions = outgoing.flatMap((one) =>
    one.local ? [{ one, user: one.delivery.sender, local: one.local }] : [],
  )
  const known = await findLocalIds(tx, questions)
  const claims = new Map<Outgoing, Claim>()
  const firsts = new Map<string, Outgoing>()
  for (const [index, { one, user, local }] of questions.entries()) {
    const { isOwn = false, messageId } = known[index] ?? {}
    if (messageId !== undefined) claims.set(one, { sent: messageId })
    if (!isOwn || messageId !== undefined) continue
    const key = JSON.stringify([local.queueId, local.localId])
    const first = firsts.get(key)
    if (!first) claims.set(one, { local })
    else if (first.delivery.sender.id === user.id) claims.set(one, { sent: first })
    if (!first) firsts.set(key, one)
  }
  return claims
}

/** Checks a message, renders it and resolves its destination. Throws where its sender may not send it. */
export async function prepareSending(
  chat: Chat,
  actor: Actor,
  { to, content: written }: Pick<Sending, 'to' | 'content'>,
): Promise<Pick<Delivery, 'to' | 'content' | 'rendered' | 'lexemes' | 'linkifiers'>> {
  const content = requireContent(written)
  return readWithCache(chat, actor, async (db) => {
    const sender = await loadMember(db, actor, chat.now().getTime())
    const settings = await loadOrganizationSettings(chat, db)
    const author = { chat, member: sender }
    const rendered = await renderMessage(db, content, { author, settings })
    await requireMessageSpace(chat, db, sender.user, { content, rendered })
    const destination =
      'channel' in to
        ? await channelDestination(chat, db, sender, to.channel, to.topic, rendered)
        : await directDestination(chat, db, sender, to.users)
    const linkifiers = await compileLinkifiers(settings.linkifiers)
    const topic = 'topic' in destination ? destination.topic : ''
    // Not while other senders wait for their turn to write.
    const lexemes = splitForIndex(chat.store.kind, { topic, rendered: rendered.html })
    return { to: destination, content, rendered, lexemes, linkifiers }
  })
}

/** The content as it is stored. Throws when it is empty, too long or holds null bytes. */
export function requireContent(content: string): string {
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
  channelRef: number | string,
  wantedTopic: string,
  rendered: RenderedMessage,
): Promise<Destination> {
  const seen =
    typeof channelRef === 'number'
      ? await lookUpChannel(db, sender, channelRef)
      : await requireChannelByName(db, sender, channelRef)
  if (!seen) throw nowhereToSend(Number(channelRef))
  const { channel } = seen
  await requireSendableChannel(chat, db, sender, seen)
  const topic = readTopic(wantedTopic)
  requireTopicPolicy(sender.realm, channel, topic)
  await requireNewTopic(db, sender, seen, topic)
  if (rendered.wildcard) await requireWildcard(db, sender, seen, rendered.wildcard)
  return { channel, topic, isMuted: isSubscribed(seen) && seen.subscription?.is_muted === 1 }
}

/** Throws when the topic is new and the sender may not create topics. */
export async function requireNewTopic(
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
export async function requireWildcard(
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
  recipientRefs: readonly (number | string)[],
): Promise<Destination> {
  if (recipientRefs.length === 0) throw badRequest('Message must have recipients')
  if (new Set(recipientRefs).size > CONVERSATION_MAX_USERS) throw badRequest('Too many recipients')
  const users = new Map<number, User>([[sender.user.id, sender.user]])
  for (const one of recipientRefs) {
    const user =
      typeof one === 'number'
        ? await findSeen(db, sender, one)
        : await findByShownEmail(chat, db, sender, one)
    if (!user)
      throw badRequest(typeof one === 'number' ? 'Invalid user ID' : `Invalid email '${one}'`)
    if (!user.is_active) {
      throw badRequest(`'${apiEmail(chat, user)}' is no longer using Bellhop.`)
    }
    users.set(user.id, user)
  }
  const everybody = [...users.values()].toSorted((a, b) => a.id - b.id)
  await requireDirectPermission(chat, db, sender, everybody)
  return { users: everybody }
}

/**
 * Throws unless the sender may see and message all of them: one participant must be in the group for direct messages; for a new
 * conversation, the sender in the group that may start one.
 */
export async function requireDirectPermission(
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
