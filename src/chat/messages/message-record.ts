import type { Requester } from '../kernel/requester.ts'
import type { Message, ShownMessage, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { Linkifier } from '../rendering/context.ts'
import { type TopicLink, topicLinks } from '../rendering/linkifiers.ts'
import { apiEmail, avatarUrl, canSeeEmail, isExternal } from '../users/user-record.ts'
import type { Submessage } from '../widgets/submessages.ts'

/** Display name of the empty topic for clients that do not support it (spec 4.1, rule 7). */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'

/** One user of a direct conversation (spec 2.4, `display_recipient`). */
export interface DirectRecipient {
  id: number
  email: string
  full_name: string
  is_mirror_dummy: boolean
}

/** Where a message is, as its record tells it. */
export type MessageLocation =
  | { channelId: number; channelName: string }
  | { conversationId: number; users: readonly User[] }

/** The fields of a message (spec 2.4) that are the same for every reader, but for the content. */
export interface MessageFields {
  id: number
  sender_id: number
  sender_full_name: string
  sender_email: string
  sender_realm_str: string
  recipient_id: number
  type: 'stream' | 'private'
  stream_id?: number
  display_recipient: string | readonly DirectRecipient[]
  subject: string
  client: string
  timestamp: number
  is_me_message: boolean
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  /** Empty here: whoever reads the message adds them. */
  reactions: readonly []
  submessages: readonly Submessage[]
  topic_links: readonly TopicLink[]
}

/** The parts of a message that are the same for every reader, with both forms of the content. */
export interface SharedMessage extends MessageFields {
  content: string
  rendered_content: string
}

/** A message in the form that a client wants. */
export type FittedMessage = Pick<MessageFields, keyof MessageFields> & {
  content: string
  content_type: 'text/html' | 'text/x-markdown'
  avatar_url: string | null
}

/** Format options of a client for messages. */
export interface MessageForm {
  /** HTML rather than Markdown. */
  applyMarkdown: boolean
  clientExtavatar: boolean
  /** Whether the client supports the empty topic; others get its display name. */
  allowEmptyTopicName: boolean
}

/** Builds the part of a message that is the same for everybody; the linkifiers are for its topic. */
export function sharedMessage(
  chat: Chat,
  message: Message,
  sender: User,
  place: MessageLocation,
  linkifiers: readonly Linkifier[],
): SharedMessage {
  const links = 'users' in place ? [] : topicLinks(message.topic, linkifiers)
  const { content, rendered } = message
  return {
    ...messageFields(chat, message, sender, place, links),
    content,
    rendered_content: rendered,
  }
}

/** Builds what is the same for everybody, without the content; the links are those in the topic. */
export function messageFields(
  chat: Chat,
  message: Omit<ShownMessage, 'content' | 'rendered'>,
  sender: User,
  place: MessageLocation,
  links: readonly TopicLink[],
): MessageFields {
  const isDirect = 'users' in place
  const fields: MessageFields = {
    id: message.id,
    sender_id: message.sender_id,
    sender_full_name: sender.full_name,
    sender_email: apiEmail(chat, sender),
    sender_realm_str: '',
    recipient_id: isDirect ? place.conversationId * 2 + 1 : place.channelId * 2,
    type: isDirect ? 'private' : 'stream',
    display_recipient: isDirect
      ? place.users.map((user) => loadDirectRecipient(chat, user))
      : place.channelName,
    subject: message.topic,
    client: message.client,
    timestamp: Math.floor(message.sent_at / 1_000),
    is_me_message: message.is_me_message === 1,
    reactions: [],
    submessages: [],
    topic_links: links,
  }
  // Assigned conditionally: spreading them into a literal is measurably slower.
  if (!isDirect) fields.stream_id = place.channelId
  const { edited_at, moved_at } = message
  if (edited_at !== null) fields.last_edit_timestamp = Math.floor(edited_at / 1_000)
  if (moved_at !== null) fields.last_moved_timestamp = Math.floor(moved_at / 1_000)
  return fields
}

/** The topic in the form that a client supports; direct messages have none. */
export function shownTopic(
  { channel_id, topic }: Pick<Message, 'channel_id' | 'topic'>,
  { allowEmptyTopicName }: Pick<MessageForm, 'allowEmptyTopicName'>,
): string {
  const isHidden = channel_id !== null && topic === '' && !allowEmptyTopicName
  return isHidden ? EMPTY_TOPIC_DISPLAY_NAME : topic
}

/** A message in the format of one reader's client: one form of the content, the avatar, the shown topic. */
export function fitMessage(
  chat: Chat,
  requester: Requester,
  { rendered_content: rendered, content, ...fields }: SharedMessage,
  sender: User | undefined,
  form: MessageForm,
): FittedMessage {
  return fitFields(chat, requester, fields, { content, rendered }, sender, form)
}

/** A message in the format of one reader's client, made of its fields and its content. */
export function fitFields(
  chat: Chat,
  requester: Requester,
  fields: MessageFields,
  { content, rendered }: Pick<Message, 'content' | 'rendered'>,
  sender: User | undefined,
  form: MessageForm,
): FittedMessage {
  return {
    ...fields,
    subject: shownTopic({ channel_id: fields.stream_id ?? null, topic: fields.subject }, form),
    content: form.applyMarkdown ? rendered : content,
    content_type: form.applyMarkdown ? 'text/html' : 'text/x-markdown',
    avatar_url:
      sender && showsAvatar(chat, requester, sender, form) ? avatarUrl(chat, sender) : null,
  }
}

/** Whether a message includes the sender's avatar URL: clients that can compute that of Gravatar from the e-mail do. */
export function showsAvatar(
  chat: Chat,
  requester: Requester,
  sender: User | undefined,
  { clientExtavatar }: Pick<MessageForm, 'clientExtavatar'>,
): boolean {
  if (sender === undefined) return false
  return !(clientExtavatar && isExternal(chat, sender) && canSeeEmail(requester, sender))
}

/** A user in the form used in direct messages. */
export function loadDirectRecipient(chat: Chat, user: User): DirectRecipient {
  return {
    id: user.id,
    email: apiEmail(chat, user),
    full_name: user.full_name,
    is_mirror_dummy: false,
  }
}
