import type { Generated } from 'kysely'
import type { Flag } from './chat-record-tables.ts'

/** A further API key of an account, from signing in with a program; the first is in `chat_user`. */
export interface ChatApiKeyTable {
  /** Hex of the SHA-256 of the key. */
  hash: string
  user_id: number
  created_at: number
}

/** The session of a program that takes part by an account, which no other session may do before its time is over. */
export interface ChatAgentSessionTable {
  user_id: number
  /** Where its process runs, the id of that there, and a word of the session's own. */
  owner: string
  /** Milliseconds. */
  leased_until_ms: number
}

/** A browser that is signed in. */
export interface ChatSessionTable {
  /** Hex of the SHA-256 of the cookie's value. */
  hash: string
  user_id: number
  /** Milliseconds. */
  created_at: number
  seen_at: number
  /** What it called itself when it signed in. */
  client: string
}

/** A new address that its user has not confirmed yet; one per user. */
export interface ChatEmailChangeTable {
  user_id: number
  email: string
  /** Hex of the SHA-256 of the token in the link. */
  token_hash: string
  /** Milliseconds. */
  created_at: number
}

/** An invitation to join: for one address, or by a link that many may use. */
export interface ChatInvitationTable {
  id: Generated<number>
  /** Null where the operator invites, and for people who sign up by themselves. */
  inviter_id: number | null
  /** The link by which somebody gave this address, which this invitation confirms. */
  source_id: number | null
  /** Null for a link. */
  email: string | null
  email_key: string | null
  /** Hex of the SHA-256 of the key in the address of the invitation. */
  token_hash: string
  /** The key of a link, which is shown again; null for invitations by e-mail. */
  link_key: string | null
  role: number
  /** JSON: ids of channels, and of groups. */
  channels: string
  groups: string
  /** Whether the default channels come on top. */
  joins_defaults: Flag
  tells_inviter: Flag
  /** Text of the welcome message in place of that of the organization; null to use that. */
  welcome: string | null
  /** Milliseconds. */
  created_at: number
  /** When it was sent last, and how often. */
  sent_at: number
  sendings: number
  /** Milliseconds; null for never. */
  expires_at: number | null
  uses: number
  /** Null for any number. */
  max_uses: number | null
  /** When it was used up, or revoked. Milliseconds. */
  ended_at: number | null
}

/** A link with which a user sets a forgotten password; one per user. */
export interface ChatPasswordResetTable {
  user_id: number
  /** Hex of the SHA-256 of the key in the link. */
  token_hash: string
  /** Milliseconds. */
  created_at: number
}

/** Remaining attempts at secrets. */
export interface ChatAttemptTable {
  /** Hex of the SHA-256 of the caller and the account. */
  name: string
  /** When all of them are back, in milliseconds. */
  full_at: number
}

/** One value that a bot is configured with. */
export interface ChatBotOptionTable {
  user_id: number
  /** Key of the option (chat spec 2.10). */
  name: string
  value: string
}

/** The service that a bot hands messages on to. */
export interface ChatBotServiceTable {
  user_id: number
  url: string
  /** 1 that of the public API, 2 that of Slack. */
  interface: number
  /** Token by which the service knows who calls. */
  token: string
}

/** A call of a service that is due. */
export interface ChatWebhookCallTable {
  id: Generated<number>
  bot_id: number
  message_id: number
  /** `mention` or `direct_message`. */
  trigger_name: string
  /** Milliseconds. */
  created_at: number
  attempts: number
  due_at: number
}

/** A text that a program keeps with its account. */
export interface ChatValueTable {
  user_id: number
  name: string
  value: string
}

/** A token that was used and must not be used again before it expires. */
export interface ChatSpentTokenTable {
  hash: string
  /** Milliseconds. */
  expires_at: number
}

/** A program on a device of a user, with what pushes to it need. */
export interface ChatDeviceTable {
  id: Generated<number>
  user_id: number
  created_at: number
  /** Base64: the kind of cipher in one byte, and the key. */
  push_key: string | null
  push_key_id: number | null
  /** `apns` or `fcm`. */
  token_kind: string | null
  /** Id of the token that the relay delivers to. */
  token_id: string | null
  /** Id of the token that is being registered with the relay, and since when (milliseconds). */
  pending_token_id: string | null
  token_changed_at: number | null
  /** What to register with the relay for that token: its own key and a text only it can read. */
  relay_key: string | null
  registration: string | null
  /** How often that was tried, and when it is tried next (milliseconds). */
  attempts: number
  due_at: number | null
  /** Why the relay refused. */
  error_code: string | null
}

/** A notification that is on its way to the devices of a user. */
export interface ChatPushTable {
  id: Generated<number>
  user_id: number
  /** `message`, `remove` or `test`. */
  kind: string
  /** JSON: ids of messages, one for `message`; for `test`, of devices. */
  message_ids: string
  created_at: number
  attempts: number
  due_at: number
}

/** An unread message of which a user is told by mail, unless they read it before. */
export interface ChatMissedMailTable {
  user_id: number
  message_id: number
  /** Milliseconds. */
  created_at: number
  due_at: number
}

/** When a user was last sent a digest. */
export interface ChatDigestTable {
  user_id: number
  /** Milliseconds. */
  sent_at: number
}

/** A message that the devices of a user show. */
export interface ChatPushedTable {
  user_id: number
  message_id: number
  pushed_at: number
}

/** Accounts of the team chat: sign-in and pushes. */
export interface ChatAccountTables {
  chat_api_key: ChatApiKeyTable
  chat_agent_session: ChatAgentSessionTable
  chat_session: ChatSessionTable
  chat_email_change: ChatEmailChangeTable
  chat_invitation: ChatInvitationTable
  chat_password_reset: ChatPasswordResetTable
  chat_spent_token: ChatSpentTokenTable
  chat_attempt: ChatAttemptTable
  chat_bot_option: ChatBotOptionTable
  chat_bot_service: ChatBotServiceTable
  chat_webhook_call: ChatWebhookCallTable
  chat_value: ChatValueTable
  chat_device: ChatDeviceTable
  chat_push: ChatPushTable
  chat_pushed: ChatPushedTable
  chat_missed_mail: ChatMissedMailTable
  chat_digest: ChatDigestTable
}
