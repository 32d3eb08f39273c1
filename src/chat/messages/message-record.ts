import { apiEmail, avatarUrl, canSeeEmail } from '../people/user-record.ts'
import type { Chat, Message, User } from '../port.ts'
import type { Linkifier } from '../render/linkifiers.ts'
import { type TopicLink, topicLinks } from '../render/topic-links.ts'
import type { Viewer } from '../viewer.ts'

/** What stands for the empty topic where a client does not know it (spec 4.1, rule 7). */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat'

/** One user of a direct conversation (spec 2.4, `display_recipient`). */
export interface DirectRecipient {
  id: number
  email: string
  full_name: string
  is_mirror_dummy: boolean
}

/** Where a message is, as its record tells it. */
export type MessagePlace =
  | { channelId: number; channelName: string }
  | { conversationId: number; users: readonly User[] }

/** The fields of a message (spec 2.4) that are the same for every reader, with both forms of the content. */
export interface SharedMessage {
  id: number
  sender_id: number
  sender_full_name: string
  sender_email: string
  sender_realm_str: string
  recipient_id: number
  type: 'stream' | 'private'
  stream_id?: number
  display_recipient: string | DirectRecipient[]
  subject: string
  content: string
  rendered_content: string
  client: string
  timestamp: number
  is_me_message: boolean
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  reactions: unknown[]
  submessages: unknown[]
  topic_links: TopicLink[]
}

/** How a client wants messages. */
export interface MessageForm {
  /** HTML rather than Markdown. */
  applyMarkdown: boolean
  clientExtavatar: boolean
  /** The client knows the empty topic; others get its display name. */
  allowEmptyTopicName: boolean
}

/** Builds the part of a message that is the same for everybody; the linkifiers are for its topic. */
export function sharedMessage(
  chat: Chat,
  message: Message,
  sender: User,
  place: MessagePlace,
  linkifiers: readonly Linkifier[],
): SharedMessage {
  const isDirect = 'users' in place
  return {
    id: message.id,
    sender_id: message.sender_id,
    sender_full_name: sender.full_name,
    sender_email: apiEmail(chat, sender),
    sender_realm_str: '',
    recipient_id: isDirect ? place.conversationId * 2 + 1 : place.channelId * 2,
    type: isDirect ? 'private' : 'stream',
    ...(isDirect ? {} : { stream_id: place.channelId }),
    display_recipient: isDirect
      ? place.users.map((user) => directRecipient(chat, user))
      : place.channelName,
    subject: message.topic,
    content: message.content,
    rendered_content: message.rendered,
    client: message.client,
    timestamp: Math.floor(message.sent_at / 1_000),
    is_me_message: message.is_me_message === 1,
    ...(message.edited_at === null
      ? {}
      : { last_edit_timestamp: Math.floor(message.edited_at / 1_000) }),
    ...(message.moved_at === null
      ? {}
      : { last_moved_timestamp: Math.floor(message.moved_at / 1_000) }),
    reactions: [],
    submessages: [],
    topic_links: isDirect ? [] : topicLinks(message.topic, linkifiers),
  }
}

/** The topic as a client knows it; direct messages have none. */
export function shownTopic(
  { channel_id, topic }: Pick<Message, 'channel_id' | 'topic'>,
  { allowEmptyTopicName }: Pick<MessageForm, 'allowEmptyTopicName'>,
): string {
  const isHidden = channel_id !== null && topic === '' && !allowEmptyTopicName
  return isHidden ? EMPTY_TOPIC_DISPLAY_NAME : topic
}

/** A message as one reader's client wants it: one form of the content, the avatar, the shown topic. */
export function fitMessage(
  chat: Chat,
  viewer: Viewer,
  { rendered_content, content, ...shared }: SharedMessage,
  sender: User | undefined,
  form: MessageForm,
): Record<string, unknown> {
  return {
    ...shared,
    subject: shownTopic({ channel_id: shared.stream_id ?? null, topic: shared.subject }, form),
    content: form.applyMarkdown ? rendered_content : content,
    content_type: form.applyMarkdown ? 'text/html' : 'text/x-markdown',
    avatar_url: sender && showsAvatar(viewer, sender, form) ? avatarUrl(chat, sender) : null,
  }
}

/** Whether a message names the sender's avatar: clients that can compute its address from the e-mail do. */
export function showsAvatar(
  viewer: Viewer,
  sender: User | undefined,
  { clientExtavatar }: Pick<MessageForm, 'clientExtavatar'>,
): boolean {
  return sender !== undefined && !(clientExtavatar && canSeeEmail(viewer, sender))
}

/** A user as direct messages name him. */
export function directRecipient(chat: Chat, user: User): DirectRecipient {
  return {
    id: user.id,
    email: apiEmail(chat, user),
    full_name: user.full_name,
    is_mirror_dummy: false,
  }
}
