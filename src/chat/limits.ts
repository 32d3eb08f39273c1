import { type Limits, limitsInto, REFUSED } from '../contract/limits.ts'
import { HOUR_SECONDS } from '../lib/durations.ts'

/** Limits of this file that callers may meet, for documents. */
export const CHAT_LIMITS: Limits = []
const limit = limitsInto(CHAT_LIMITS)

/** Longest topic; longer ones are cut. Unicode code points, as all lengths here. */
export const TOPIC_MAX_CHARS = limit(60, 'characters', 'chat topic')

/** Longest message; of longer ones the routes cut the end, and the tools refuse them. */
export const MESSAGE_MAX_CHARS = limit(10_000, 'characters', 'chat message')

/** Unread messages that are counted in one row of the list of conversations. */
export const CONVERSATION_UNREAD_MAX = limit(
  1_000,
  'messages',
  'unread messages counted for one conversation in a list of conversations',
)

/** Conversations in one part of the list of them. */
export const CONVERSATIONS_MAX_COUNT = limit(
  200,
  'conversations',
  'conversations listed in one call',
)

/** Words by which conversations are looked for. */
export const CONVERSATION_QUERY_MAX_CHARS = 200

export const CHANNEL_NAME_MAX_CHARS = limit(60, 'characters', 'chat channel name')

export const CHANNEL_DESCRIPTION_MAX_CHARS = limit(1_024, 'characters', 'chat channel description')

/** Longest name of a group. */
export const GROUP_NAME_MAX_CHARS = 100

/** Longest status text (spec 2.7). */
export const STATUS_TEXT_MAX_CHARS = limit(60, 'characters', 'chat status text')

export const MESSAGE_QUOTA_MIB = limit(
  1_024,
  'MiB',
  'messages of one person and their bots, with their HTML and earlier versions',
  {
    counts: 'chat account',
    over: '400, until some of them are deleted',
    setting: 'message-quota-per-account-mib',
  },
)

/** What an account may ask in a minute and in an hour, unless set otherwise. */
export const DEFAULT_RATE_RULES = [
  {
    count: limit(200, 'requests', 'requests to the chat in a minute, of one account', {
      counts: 'chat account',
      over: '429 with `Retry-After`',
      setting: 'chat-rate-limits',
    }),
    seconds: 60,
  },
  { count: 2_000, seconds: HOUR_SECONDS },
]

/** Recipients of one direct message, the sender included. */
export const CONVERSATION_MAX_USERS = limit(20, 'users', 'users in a direct conversation')

/** Users or groups that one call may name. */
export const CALL_MAX_USERS = 10_000

/** Channels that one call may name. */
export const CALL_MAX_CHANNELS = 500

export const CALL_MAX_SUBSCRIPTIONS = limit(
  10_000,
  'subscriptions',
  'channels times users in one call that subscribes or unsubscribes users',
)

/** Longest id that a client gives a message of its own, or name of a queue. */
export const LOCAL_ID_MAX_CHARS = 100

/** Subscribers of a channel over which typing notices are not sent there. */
export const TYPING_CHANNEL_MAX_SUBSCRIBERS = 100

/** A client repeats `start` this often while its user types. */
export const TYPING_STARTED_WAIT_MS = 30_000

/** A client sends `stop` after this time without a key. */
export const TYPING_STOPPED_WAIT_MS = 12_000

/** A client hides the indicator after this time without a new `start`. */
export const TYPING_STARTED_EXPIRY_MS = 45_000

/** Clients report presence this often. */
export const PRESENCE_PING_SECONDS = 60

/** Time without a report after which a user counts as offline. */
export const PRESENCE_OFFLINE_SECONDS = 200

/** How far back presence goes when the caller does not say. */
export const PRESENCE_HISTORY_DEFAULT_DAYS = 14

/** Subscriber lists are always complete below this number (spec 4.5). */
export const PARTIAL_SUBSCRIBERS_MIN = 250

/** Grace period after a time limit, for edits begun before it. */
export const TIME_LIMIT_GRACE_SECONDS = 20

/** Wildcard mentions need a permission in channels with more subscribers. */
export const WILDCARD_FREE_MAX_SUBSCRIBERS = 15

/** Unread messages listed in a snapshot, newest first. */
export const UNREAD_MAX_MESSAGES = 50_000

/** Content and earlier versions of the messages in one answer, about: the rest is found from the ids at its ends. */
export const FETCH_MAX_BYTES = limit(
  8_000_000,
  'bytes',
  'chat messages in one fetch around an anchor, about',
  {
    counts: 'call',
    over: '`found_oldest` and `found_newest` are false: fetch on from the last one',
  },
)

/** Messages of one fetch, at most (spec section 8). */
export const FETCH_MAX_MESSAGES = limit(5_000, 'messages', 'chat messages in one fetch')

export const NARROW_MAX_TERMS = limit(50, 'terms', 'terms of a narrow')

export const SEARCH_MAX_CHARS = limit(1_000, 'characters', 'text of a chat search')

export const SEARCH_MAX_WORDS = limit(32, 'words', 'words of a chat search')

export const AGENT_SPLIT_MAX_CHARS = limit(
  100_000,
  'characters',
  'text that a model sends as several messages',
)

/** Text of messages in one response to a model; the rest comes with a cursor. */
export const AGENT_MESSAGES_MAX_CHARS = limit(
  20_000,
  'characters',
  'text of chat messages in one answer to a model',
)

/** Largest list of a route's answer that a model may ask for in full, as JSON. */
export const AGENT_ROUTE_ANSWER_MAX_CHARS = limit(
  2_000_000,
  'characters',
  'list in an answer of the chat that a model asks for in full',
)

/** Earlier versions of one message: they are read together. An edit that would pass this is refused. */
export const HISTORY_MAX_BYTES = limit(
  4 * 1024 * 1024,
  'bytes',
  'earlier versions of one chat message',
  { counts: 'chat message', over: 'it cannot be edited any more' },
)

export const DRAFTS_MAX_BYTES = limit(
  4 * 1024 * 1024,
  'bytes',
  'drafts of one chat account in all',
  { counts: 'chat account', over: 'no further ones are kept' },
)

export const SCHEDULED_MAX_BYTES = limit(
  8 * 1024 * 1024,
  'bytes',
  'messages of one chat account that wait to be sent in all, with their HTML',
  { counts: 'chat account', over: 'no further ones are kept' },
)

export const SNIPPETS_MAX_BYTES = limit(
  4 * 1024 * 1024,
  'bytes',
  'saved snippets of one chat account in all',
  { counts: 'chat account', over: 'no further ones are kept' },
)

export const DRAFTS_MAX_COUNT = limit(1_000, 'drafts', 'drafts of one chat user')

export const SCHEDULED_MAX_COUNT = limit(
  1_000,
  'messages',
  'messages of one chat user that wait to be sent',
)

/** A scheduled message that is later than this, because no server was running, is not sent. */
export const SCHEDULED_LATE_MAX_SECONDS = limit(
  600,
  's',
  'delay after which a scheduled chat message is not sent any more',
)

export const REPORT_NOTE_MAX_CHARS = limit(1_000, 'characters', 'note with a reported chat message')

export const SNIPPETS_MAX_COUNT = limit(1_000, 'snippets', 'saved snippets of one chat user')

/** Longest title of a saved snippet. */
export const SNIPPET_TITLE_MAX_CHARS = 60

export const STORED_VALUES_MAX_CHARS = limit(
  1_000_000,
  'characters',
  'texts that a chat account keeps, with their names',
)

export const STORED_VALUES_MAX_COUNT = limit(
  1_000,
  'texts',
  'texts that a chat account keeps, in one call',
)

export const STORED_NAME_MAX_CHARS = limit(
  200,
  'characters',
  'name of a text that a chat account keeps',
)

export const VIEWS_MAX_COUNT = limit(200, 'views', 'views in the menu of one chat user')

/** Longest name of a view, and longest address of one. */
export const VIEW_NAME_MAX_CHARS = 100

/** Longest fragment of a view. */
export const VIEW_FRAGMENT_MAX_CHARS = 500

export const ALERT_WORDS_MAX_COUNT = limit(200, 'words', 'alert words of one chat user')

/** Longest alert word. */
export const ALERT_WORD_MAX_CHARS = 100

/**
 * How long marking everything, a channel or a topic as read goes on before the caller is told to ask again, in milliseconds: proxies
 * give up on an answer after 60 seconds, some after 30.
 */
export const MARK_READ_MAX_MS = 20_000

/** Longest display name of a user. */
export const USER_NAME_MAX_CHARS = 100

/** Longest name that a program gives itself, before what tells it from others. */
export const AGENT_NAME_MAX_CHARS = limit(40, 'characters', 'name that an agent gives itself')

export const AGENT_SESSIONS_MAX_COUNT = limit(
  200,
  'sessions',
  'sessions of one program in the chat at once',
)

export const KEY_NAMES_MAX_COUNT = limit(20, 'names', 'chat names of one key of the key file')

/** Interval at which it is looked whether the rights to what is open have ended: that is closed within two seconds. */
export const RIGHTS_LOOK_INTERVAL_MS = 500

export const PROFILE_FIELDS_MAX_COUNT = limit(100, 'fields', 'fields of a chat profile')

/** Longest name of a profile field. */
export const FIELD_NAME_MAX_CHARS = 40

/** Longest hint of a profile field. */
export const FIELD_HINT_MAX_CHARS = 80

/** Longest short text of a profile. */
export const SHORT_FIELD_MAX_CHARS = 50

/** Longest long text of a profile. */
export const LONG_FIELD_MAX_CHARS = 500

export const SUMMARY_FIELDS_MAX_COUNT = limit(
  2,
  'fields',
  'fields of a chat profile that its summary shows',
)

/** Source length of the different formulas of one message; further ones are shown as text. */
export const TEX_MAX_CHARS = limit(2_000, 'characters', 'formulas of a chat message')

/** HTML of one message, in bytes of UTF-8: a text that would have more is shown with less markup. */
export const RENDERED_MAX_BYTES = limit(128 * 1024, 'bytes', 'HTML of a chat message', {
  counts: 'chat message',
  over: 'formulas stay as their source, then the rest is plain text',
})

/** Time after which rendering texts counts half. */
export const RENDERING_HALF_LIFE_MS = 10_000

export const RENDERING_MAX_MS = limit(
  350,
  'ms of a processor',
  `rendering texts of one person and their bots, counting half after ${RENDERING_HALF_LIFE_MS / 1_000} seconds`,
  { counts: 'chat account', over: REFUSED, setting: 'chat-rate-limits' },
)

/** Nesting of quotes, lists and spoilers; what is deeper is shown as text. */
export const RENDERED_MAX_NESTING = limit(40, 'levels', 'nesting in a chat message')

export const LINKIFIER_MAX_MATCHES = limit(100, 'links', 'links by patterns in a chat message')

/** Longest address that a pattern of the organization makes; text with a longer one is no link. */
export const LINKIFIER_ADDRESS_MAX_CHARS = limit(
  2_000,
  'characters',
  'address that a pattern makes in a chat message',
)

export const LINK_PREVIEWS_MAX_COUNT = limit(5, 'links', 'links of a chat message that are shown')

/** Messages that wait for previews; the oldest go without. */
export const LINK_PREVIEWS_WAITING_MAX_COUNT = 1_000

/** Time to read what is behind one link. */
export const LINK_PREVIEW_TIMEOUT_MS = 10_000

/** Longest visible part of the title of a page behind a link. */
export const LINK_TITLE_MAX_CHARS = 200

/** Longest visible part of the description of a page behind a link. */
export const LINK_DESCRIPTION_MAX_CHARS = 400

export const PREVIEWS_MAX_COUNT = limit(24, 'uploads', 'uploads shown below a chat message')

/** Cells of a table, counted as its lines times the columns of the widest; of larger tables, the text is shown. */
export const TABLE_MAX_CELLS = limit(20_000, 'cells', 'table in a chat message')
