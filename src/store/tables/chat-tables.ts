import type { Generated } from 'kysely'
import type { ChatAccountTables } from './chat-account-tables.ts'
import type { ChatFolderTables } from './chat-folder-tables.ts'
import type { ChatMovingTables } from './chat-moving-tables.ts'
import type { ChatRecordTables, Flag } from './chat-record-tables.ts'

/** Numbers that only grow, e.g. the id of the newest event. `directory` is counted by triggers. */
export interface ChatCounterTable {
  name: string
  value: number
}

/** Settings of the organization that were changed; the defaults are in the code. */
export interface ChatRealmTable {
  name: string
  /** JSON. */
  value: string
}

/** A person or a bot. */
export interface ChatUserTable {
  id: Generated<number>
  /** The real address. */
  email: string
  /** The address in lower case, which is unique. */
  email_key: string
  full_name: string
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number
  is_active: Flag
  /** How often it was: what was open before stands on an older count. */
  deactivations: Generated<number>
  is_deleted: Flag
  is_imported_stub: Flag
  is_bot: Flag
  bot_type: number | null
  bot_owner_id: number | null
  /** Milliseconds. */
  joined_at: number
  /** 1 until the first sign-in of an account that the API created. */
  joins_at_sign_in: Flag
  timezone: string
  avatar_version: number
  /** Path of a picture of their own on this server, without size and ending; null for the default one. */
  avatar_path: string | null
  /** 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  email_visibility: number
  /** Hex of the SHA-256 of the API key; null for an account without one. */
  key_hash: string | null
  /** scrypt hash of the password; null for an account without one. */
  password_hash: string | null
  /** JSON of the settings that differ from the defaults. */
  settings: string
  /** Messages up to this id are read, wherever they are. */
  read_up_to: number
}

/** A group of users; one without a name is the value of a group setting. */
export interface ChatGroupTable {
  id: Generated<number>
  name: string | null
  name_key: string | null
  description: string
  is_system: Flag
  is_deactivated: Flag
  creator_id: number | null
  /** Milliseconds; null for system groups. */
  created_at: number | null
  /** JSON: group setting name to group id. */
  settings: string
}

/** Direct members. Those of system groups follow from the roles and have no rows. */
export interface ChatGroupMemberTable {
  group_id: number
  user_id: number
}

/** Groups within groups. */
export interface ChatGroupSubgroupTable {
  group_id: number
  subgroup_id: number
}

/** A channel. */
export interface ChatChannelTable {
  id: Generated<number>
  name: string
  name_key: string
  description: string
  rendered_description: string
  created_at: number
  creator_id: number | null
  is_private: Flag
  is_web_public: Flag
  has_shared_history: Flag
  is_archived: Flag
  is_default: Flag
  retention_days: number | null
  topics_policy: string
  folder_id: number | null
  /** JSON: group setting name to group id. */
  settings: string
}

/** One user's relation to one channel, kept after unsubscribing. */
export interface ChatSubscriptionTable {
  user_id: number
  channel_id: number
  is_active: Flag
  color: string
  is_pinned: Flag
  is_muted: Flag
  desktop_notifications: Flag | null
  email_notifications: Flag | null
  wildcard_mentions_notify: Flag | null
  push_notifications: Flag | null
  audible_notifications: Flag | null
  /** Messages sent to the channel up to this id are read. */
  read_up_to: number
}

/**
 * A span of time in which a user was subscribed, measured in ids: messages above `from_message` up to
 * `to_message` were received, events likewise. The ends are null while it lasts.
 */
export interface ChatIntervalTable {
  user_id: number
  channel_id: number
  from_message: number
  to_message: number | null
  from_event: number
  to_event: number | null
}

/** A direct conversation of a fixed set of users. */
export interface ChatConversationTable {
  id: Generated<number>
  /** The sorted user ids, joined by commas. */
  member_key: string
}

/** Who is in a conversation. */
export interface ChatConversationMemberTable {
  conversation_id: number
  user_id: number
}

/**
 * A thread to which messages were sent: a topic of a channel, or a conversation. A message keeps its thread when it is moved or
 * its topic renamed, so that read messages stay read.
 */
export interface ChatThreadTable {
  id: Generated<number>
  channel_id: number | null
  topic_key: string | null
  conversation_id: number | null
  /** The newest message that is in its topic or conversation now, wherever it was sent; null where there is none. */
  newest_id: number | null
}

/** Who wrote messages that are in a thread's topic or conversation now, with the newest one of each. */
export interface ChatThreadSenderTable {
  thread_id: number
  user_id: number
  newest_id: number
}

/** A message. */
export interface ChatMessageTable {
  id: Generated<number>
  sender_id: number
  /** Where it is now; null for direct messages. */
  channel_id: number | null
  topic: string
  /** The topic in lower case. */
  topic_key: string
  conversation_id: number | null
  thread_id: number
  /** The channel it was sent to, which decides who received it. */
  sent_channel_id: number | null
  content: string
  rendered: string
  sent_at: number
  edited_at: number | null
  moved_at: number | null
  client: string
  /** Sent with a program that people read with, so that the sender has read it. */
  is_read_by_sender: Flag
  is_me_message: Flag
  mentions_channel: Flag
  has_attachment: Flag
  has_image: Flag
  has_link: Flag
  /** Whether anybody put an emoji under it. */
  has_reaction: Generated<Flag>
}

/** The state of one message for one user; absent for most messages. */
export interface ChatReceiptTable {
  user_id: number
  message_id: number
  /** Bits of `MESSAGE_FLAGS`. */
  flags: number
  /** 1 read, 0 unread against the read marks, null where those decide. */
  is_read: Flag | null
}

/** Messages sent to a thread up to `read_up_to` are read by the user. */
export interface ChatReadMarkTable {
  user_id: number
  thread_id: number
  read_up_to: number
}

/** One edit or move of a message. */
export interface ChatEditTable {
  id: Generated<number>
  message_id: number
  user_id: number | null
  edited_at: number
  prev_content: string | null
  prev_rendered: string | null
  prev_topic: string | null
  topic: string | null
  prev_channel_id: number | null
  channel_id: number | null
}

/** An emoji that a user put under a message. */
export interface ChatReactionTable {
  id: Generated<number>
  message_id: number
  user_id: number
  reaction_type: string
  emoji_code: string
  emoji_name: string
}

/** A user's personal policy for one topic. */
export interface ChatUserTopicTable {
  user_id: number
  channel_id: number
  topic: string
  topic_key: string
  /** 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  policy: number
  updated_at: number
}

/** When a user was last there. */
export interface ChatPresenceTable {
  user_id: number
  active_at: number | null
  idle_at: number | null
  update_id: number
}

/** A user's status. */
export interface ChatStatusTable {
  user_id: number
  status_text: string
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** One change that clients are notified of. Appended in the transaction of the change. */
export interface ChatEventTable {
  /** Id from the counter `event`; where an event spans several ids, the last of them. */
  id: number
  type: string
  /** `all`, `members` (no guests), `user`, `users` or `channel`. */
  audience: string
  user_id: number | null
  channel_id: number | null
  /** Messages of public channels also reach queues that asked for all of them. */
  is_public: Flag
  /** Whether it is of interest for a few seconds only (typing, presence). */
  is_transient: Flag
  created_at: number
  /** Characters of all payloads up to this one, counted from anywhere: only differences tell something. */
  total: number
  /** JSON. */
  payload: string
}

/** Who an event with the audience `users` is for. */
export interface ChatEventUserTable {
  event_id: number
  user_id: number
}

/** A client's position in the event log. */
export interface ChatQueueTable {
  id: string
  /** Null for a queue without an account. */
  user_id: number | null
  client: string
  /** JSON: what the client asked for. */
  options: string
  /** The newest event when it was registered: ids in the queue count from there. */
  started: number
  /** The last event that the client acknowledged, with all before. */
  acked: number
  /** The last event that the queue has received, or that was not for it: the log need not keep those up to here for it. */
  scanned: number
  active_at: number
  idle_timeout_ms: number
}

/** A message sent with a local id, so that a retry does not send it twice. */
export interface ChatSentTable {
  queue_id: string
  local_id: string
  message_id: number
}

/** All tables of the team chat. */
export interface ChatTables
  extends ChatRecordTables, ChatAccountTables, ChatFolderTables, ChatMovingTables {
  chat_counter: ChatCounterTable
  chat_realm: ChatRealmTable
  chat_user: ChatUserTable
  chat_group: ChatGroupTable
  chat_group_member: ChatGroupMemberTable
  chat_group_subgroup: ChatGroupSubgroupTable
  chat_channel: ChatChannelTable
  chat_subscription: ChatSubscriptionTable
  chat_interval: ChatIntervalTable
  chat_conversation: ChatConversationTable
  chat_conversation_member: ChatConversationMemberTable
  chat_thread: ChatThreadTable
  chat_thread_sender: ChatThreadSenderTable
  chat_message: ChatMessageTable
  chat_receipt: ChatReceiptTable
  chat_read_mark: ChatReadMarkTable
  chat_edit: ChatEditTable
  chat_reaction: ChatReactionTable
  chat_user_topic: ChatUserTopicTable
  chat_presence: ChatPresenceTable
  chat_status: ChatStatusTable
  chat_event: ChatEventTable
  chat_event_user: ChatEventUserTable
  chat_queue: ChatQueueTable
  chat_sent: ChatSentTable
}
