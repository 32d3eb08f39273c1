import type { Generated } from 'kysely'

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
  holder: string
  /** Milliseconds. */
  leased_until: number
}

/** A browser that is signed in. */
export interface ChatSessionTable {
  /** Hex of the SHA-256 of the cookie's value. */
  hash: string
  user_id: number
  /** Milliseconds. */
  created_at: number
  seen_at: number
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

/** A token that an older client registered: nothing is delivered to it, and only its digest is kept. */
export interface ChatPushTokenTable {
  user_id: number
  /** `apns` or `fcm`. */
  kind: string
  /** Hex of the SHA-256 of the token. */
  token_hash: string
}

/** A notification that is on its way to the devices of a user. */
export interface ChatPushTable {
  id: Generated<number>
  user_id: number
  /** `message` or `remove`. */
  kind: string
  /** JSON: ids of messages; one for `message`. */
  message_ids: string
  created_at: number
  attempts: number
  due_at: number
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
  chat_spent_token: ChatSpentTokenTable
  chat_attempt: ChatAttemptTable
  chat_bot_option: ChatBotOptionTable
  chat_value: ChatValueTable
  chat_device: ChatDeviceTable
  chat_push_token: ChatPushTokenTable
  chat_push: ChatPushTable
  chat_pushed: ChatPushedTable
}
