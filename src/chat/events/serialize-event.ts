import { withoutHiddenUsers } from '../groups/group-record.ts'
import type { LoggedEvent } from '../kernel/logged-event.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { flagNames, MESSAGE_FLAGS } from '../messages/flags.ts'
import { EMPTY_TOPIC_DISPLAY_NAME, fitMessage, showsAvatar } from '../messages/message-record.ts'
import { readStates } from '../messages/read-state.ts'
import { fitsNarrow } from '../narrow/event-filter.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { canAccessUser, loadUserVisibility } from '../users/access.ts'
import { findById } from '../users/find-users.ts'
import { placeholderEmail } from '../users/user-record.ts'
import type { ClientEvent, EmittedEvent, EmittedEventOf } from './event.ts'
import type { QueueOptions } from './queues.ts'

type NameIn<Event> = Event extends unknown ? keyof Event : never

type TopicFields = {
  readonly [Type in EmittedEvent['type']]?: readonly NameIn<EmittedEventOf<Type>>[]
}

/** Fields of events that are topics, by type of event. */
const TOPIC_FIELDS: TopicFields = {
  delete_message: ['topic'],
  typing: ['topic'],
  update_message: ['orig_subject', 'subject'],
  user_topic: ['topic_name'],
}

/** An event with the name of the empty topic in its place, for clients that do not know that topic (spec 4.1, rule 7). */
export function nameEmptyTopics<Event extends EmittedEvent>(event: Event): Event {
  const fields: Readonly<Record<string, unknown>> = event
  const named: Record<string, unknown> = {}
  for (const field of TOPIC_FIELDS[event.type] ?? []) {
    if (fields[field] === '') named[field] = EMPTY_TOPIC_DISPLAY_NAME
  }
  if (event.type === 'typing_edit_message') named['recipient'] = withTopicName(event.recipient)
  if ('message_details' in event && event.message_details !== undefined) {
    const details = Object.entries(event.message_details)
    named['message_details'] = Object.fromEntries(
      details.map(([id, one]) => [id, withTopicName(one)]),
    )
  }
  if (event.type === 'muted_topics') {
    named['muted_topics'] = event.muted_topics.map(([channel, topic, at]) => [
      channel,
      topic || EMPTY_TOPIC_DISPLAY_NAME,
      at,
    ])
  }
  return Object.keys(named).length === 0 ? event : { ...event, ...named }
}

function withTopicName(holder: object): object {
  return 'topic' in holder && holder.topic === ''
    ? { ...holder, topic: EMPTY_TOPIC_DISPLAY_NAME }
    : holder
}

/** The client for which events are formatted. */
export interface EventReceiver {
  requester: Requester & { user: User }
  queueId: string
  options: QueueOptions
}

/** Converts a logged event to the form that a queue asked for: none, one or several events. */
export async function serializeEvent(
  chat: Chat,
  db: Reader,
  receiver: EventReceiver,
  event: LoggedEvent,
): Promise<ClientEvent[]> {
  const { options } = receiver
  const { id } = event
  if (!(await mayHearOf(db, receiver.requester, event.payload))) return []
  const knowsEmptyTopic = options.capabilities['empty_topic_name'] ?? false
  const payload = knowsEmptyTopic ? event.payload : nameEmptyTopics(event.payload)
  switch (payload.type) {
    case 'message':
      return fitMessageEvent(chat, db, receiver, event, payload)
    case 'update_message':
      return [{ ...payload, id, flags: await flagsOf(db, receiver, payload.message_id) }]
    case 'delete_message':
      return fitDeletion(options, id, payload)
    case 'typing': {
      const isChannel = payload.message_type === 'stream'
      const user = receiver.requester.user
      if (isChannel && !options.capabilities['stream_typing_notifications']) return []
      return payload.sender.user_id === user.id || !settingsOf(user).receives_typing_notifications
        ? []
        : [{ ...payload, id }]
    }
    case 'typing_edit_message': {
      const { user } = receiver.requester
      const isOwn = payload.sender_id === user.id
      return isOwn || !settingsOf(user).receives_typing_notifications ? [] : [{ ...payload, id }]
    }
    case 'presence':
      return [fitPresence(options, id, payload)]
    case 'realm_emoji': {
      const { type, change, ...whole } = payload
      const isSmall = options.capabilities['individual_emoji_changes']
      return [isSmall ? { type, id, ...change } : { type, id, ...whole }]
    }
    case 'user_group':
      return fitGroup(db, receiver.requester, id, payload)
    case 'realm_linkifiers':
      return options.capabilities['linkifier_url_template'] ? [{ ...payload, id }] : []
    case 'muted_topics':
      // A client that asks for the newer kind as well gets the change only once.
      return options.eventTypes?.includes('user_topic') ? [] : [{ ...payload, id }]
    case 'stream':
      return fitChannelEvent(options, id, payload)
    case 'reaction':
      return [{ ...(await fitReaction(chat, db, receiver.requester, payload)), id }]
    default:
      return [{ ...payload, id }]
  }
}

/** Guests with limited access get no events about users they cannot see. */
async function mayHearOf(
  db: Reader,
  requester: Requester,
  payload: EmittedEvent,
): Promise<boolean> {
  switch (payload.type) {
    case 'presence':
      return !requester.realm.limits_presence || mayKnow(db, requester, payload.user_id)
    case 'user_status':
      return mayKnow(db, requester, payload.user_id)
    case 'realm_user':
      return mayKnow(db, requester, payload.person.user_id)
    default:
      return true
  }
}

async function mayKnow(db: Reader, requester: Requester, userId: number): Promise<boolean> {
  if (requester.groups.has(requester.realm.can_access_all_users_group)) return true
  const user = await findById(db, userId)
  return user !== undefined && canAccessUser(db, requester, user)
}

/** A client that may not know the user who reacted only gets the id. */
async function fitReaction(
  chat: Chat,
  db: Reader,
  requester: Requester,
  payload: EmittedEventOf<'reaction'>,
): Promise<EmittedEventOf<'reaction'>> {
  const userId = payload.user_id
  if (await mayKnow(db, requester, userId)) return payload
  const email = placeholderEmail(chat, userId)
  const user = { user_id: userId, email, full_name: UNKNOWN_NAME, is_mirror_dummy: false }
  return { ...payload, user }
}

/** Name shown for a user that the recipient may not know. */
const UNKNOWN_NAME = 'Unknown user'

async function fitMessageEvent(
  chat: Chat,
  db: Reader,
  { requester, queueId, options }: EventReceiver,
  event: LoggedEvent,
  payload: EmittedEventOf<'message'>,
): Promise<ClientEvent[]> {
  const { id } = event
  const { message, local } = payload
  const { user } = requester
  const bits = payload.mentioned[user.id] ?? 0
  const isOwn = message.sender_id === user.id
  const isRead = isOwn ? payload.is_read_by_sender : payload.read_by?.includes(user.id) === true
  const flags = flagNames({
    bits: bits & ~MESSAGE_FLAGS.historical,
    isRead,
    isChannelMentioned: payload.mentions_channel,
  })
  if (!fitsNarrow({ message, flags, userId: user.id }, options.narrow)) return []
  const form = {
    applyMarkdown: options.applyMarkdown,
    clientExtavatar: options.clientExtavatar,
    allowEmptyTopicName: options.capabilities['empty_topic_name'] ?? false,
  }
  const sender = await findById(db, message.sender_id)
  const { applyMarkdown, allowEmptyTopicName } = form
  const avatar = showsAvatar(chat, requester, sender, form) ? sender?.avatar_version : 'none'
  const fitted = event.shared(`${applyMarkdown},${allowEmptyTopicName},${avatar}`, () =>
    fitMessage(chat, requester, message, sender, form),
  )
  return [
    {
      type: 'message',
      id,
      message: fitted,
      flags,
      ...(local?.queueId === queueId ? { local_message_id: local.localId } : {}),
    },
  ]
}

async function flagsOf(
  db: Reader,
  { requester }: EventReceiver,
  messageId: number,
): Promise<string[]> {
  const state = (await readStates(db, requester.user, [messageId])).get(messageId)
  return state ? flagNames(state) : []
}

/** Events for a deletion: one for all messages, or one for each, whose ids are those that the event spans. */
function fitDeletion(
  options: QueueOptions,
  id: number,
  payload: EmittedEventOf<'delete_message'>,
): ClientEvent[] {
  if (options.capabilities['bulk_message_deletion']) return [{ ...payload, id }]
  const { message_ids: ids, ...rest } = payload
  return ids.map((message_id, index) => ({ ...rest, message_id, id: id - ids.length + 1 + index }))
}

/** Only clients with the capability understand the modern form in events: `slim_presence` is older and applies to snapshots. */
function fitPresence(
  options: QueueOptions,
  id: number,
  payload: EmittedEventOf<'presence'>,
): ClientEvent {
  const { type, modern, email, ...legacy } = payload
  if (options.capabilities['simplified_presence_events']) return { type, id, presences: modern }
  return { type, id, ...legacy, ...(options.slimPresence ? {} : { email }) }
}

/** An archived channel stays for clients that support such channels, and is deleted or created for the others. */
function fitChannelEvent(
  options: QueueOptions,
  id: number,
  payload: EmittedEventOf<'stream'>,
): ClientEvent[] {
  if (!('archiving' in payload)) return [{ ...payload, id }]
  const { archiving: _archiving, ...rest } = payload
  const knowsArchived = options.capabilities['archived_channels'] ?? false
  return knowsArchived === (rest.op === 'update') ? [{ ...rest, id }] : []
}

/** Group members whom the recipient may not see are left out. */
async function fitGroup(
  db: Reader,
  requester: Requester,
  id: number,
  payload: EmittedEventOf<'user_group'>,
): Promise<ClientEvent[]> {
  const seen = withoutHiddenUsers(payload, await loadUserVisibility(db, requester))
  const isOfNobody = 'user_ids' in seen && seen.user_ids.length === 0
  return isOfNobody ? [] : [{ ...seen, id }]
}
