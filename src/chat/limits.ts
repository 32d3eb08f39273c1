import { DAY_SECONDS, HOUR_SECONDS } from '../lib/durations.ts'
/** Longest topic; longer ones are cut. Unicode code points, as all lengths here. */
export const TOPIC_MAX_CHARS = 60

/** Longest message; of longer ones the routes cut the end, and the tools refuse them. */
export const MESSAGE_MAX_CHARS = 10_000

/** Longest name of a channel. */
export const CHANNEL_NAME_MAX_CHARS = 60

/** Longest description of a channel. */
export const CHANNEL_DESCRIPTION_MAX_CHARS = 1_024

/** Longest display name of a user. */
export const USER_NAME_MAX_CHARS = 100

/** Longest name that a program gives itself, before what tells it from others. */
export const AGENT_NAME_MAX_CHARS = 40

/** Sessions of one program that take part in the chat at once. */
export const AGENT_SESSIONS_MAX_COUNT = 200

/** Names under which the holder of one key of the key file takes part in the chat. */
export const KEY_NAMES_MAX_COUNT = 20

/** Longest name of a group. */
export const GROUP_NAME_MAX_CHARS = 100

/** Longest status text (spec 2.7). */
export const STATUS_TEXT_MAX_CHARS = 60

/** Largest upload, unless the operator says otherwise. */
export const UPLOAD_MAX_MIB = 100

/** What the uploads of one account may take, unless the operator says otherwise. */
export const ACCOUNT_QUOTA_MIB = 1_024

/** What all uploads may take, unless the operator says otherwise. */
export const ORGANIZATION_QUOTA_MIB = 5_120

/** What the unfinished uploads of one account may take together, or one of the largest size. */
export const UNFINISHED_MAX_MIB = 400

/** What the messages of one account may take, with HTML and earlier versions, unless the operator says otherwise. */
export const MESSAGE_QUOTA_MIB = 1_024

/** What the records that every registration holds may take, unless the operator says otherwise: channels, groups, emoji and so on. */
export const DIRECTORY_QUOTA_MIB = 32

/** Share of one person and their bots in that. */
export const DIRECTORY_SHARE = 1 / 8

/** Longest name of an upload, in bytes of UTF-8, as file systems count. */
export const FILE_NAME_MAX_BYTES = 255

/** The same within its address. */
export const FILE_PATH_NAME_MAX_BYTES = 100

/** Resumable uploads that one user may have open. */
export const RESUMABLE_MAX_COUNT = 50

/** Pieces in which one upload may arrive where machines share a bucket. */
export const RESUMABLE_PIECES_MAX_COUNT = 2_000

/** Time to finish a resumable upload. */
export const RESUMABLE_LIFE_HOURS = 24

/** Largest file that a model can upload from an address; what it writes itself is bounded by its requests. */
export const AGENT_UPLOAD_MAX_BYTES = 25 * 1024 * 1024

/** How long an upload without a linking message is kept. */
export const UNCLAIMED_LIFE_DAYS = 35

/** How long the temporary address of an upload works. */
export const TEMPORARY_URL_SECONDS = 60

/** Largest image of a custom emoji; it is stored as it is. */
export const EMOJI_MAX_BYTES = 1024 * 1024

/** Longest edge of it. */
export const EMOJI_MAX_EDGE_PX = 1_024

/** Largest upload that smaller pictures are made of. */
export const THUMBNAILED_MAX_BYTES = 25 * 1024 * 1024

/** Largest picture of an account, and icon or logo of the organization. */
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024

/** Custom emoji of an organization, deactivated ones included. */
export const EMOJI_MAX_COUNT = 5_000

/** Longest name of one. */
export const EMOJI_NAME_MAX_CHARS = 64

/** Uploads that one message can make visible to its readers. */
export const MESSAGE_MAX_UPLOADS = 100

/** Default idle time after which a queue is removed. */
export const QUEUE_IDLE_DEFAULT_SECONDS = 600

/** The same for clients that say `mobile`. */
export const QUEUE_IDLE_MOBILE_SECONDS = 12 * HOUR_SECONDS

/** Interval at which it is looked whether the rights to what is open have ended: that is closed within two seconds. */
export const RIGHTS_LOOK_INTERVAL_MS = 500

/** Queues that one account may have at once: the log keeps what the slowest of them has not read. */
export const QUEUES_MAX_PER_USER = 200

/** Shortest idle time: a waiting client only shows activity at every heartbeat. */
export const QUEUE_IDLE_MIN_SECONDS = 90

/** Longest idle time that a client may ask for. */
export const QUEUE_IDLE_MAX_SECONDS = 7 * DAY_SECONDS

/**
 * A waiting poll gets a heartbeat after a time between these (spec section 6: every minute). Proxies end a request that is idle for
 * 60 seconds, and polls that began together shall not all come back together.
 */
export const HEARTBEAT_MIN_MS = 45_000
export const HEARTBEAT_MAX_MS = 50_000

/** How long a client should wait for a poll before it gives the connection up. */
export const LONG_POLL_ADVERTISED_SECONDS = 90

/** Events in one response; the rest comes with the next poll. */
export const POLL_MAX_EVENTS = 1_000

/** Text of events in one response, after which no further event is added; a caller may have hundreds of polls. */
export const POLL_MAX_CHARS = 1_000_000

/** Events that are kept for queues: a queue that falls further behind is ended. */
export const LOG_MAX_EVENTS = 200_000

/** Text of events that is kept for queues, beside the newest of them. */
export const LOG_MAX_CHARS = 500_000_000

/** No event is kept for longer than any queue may be idle. */
export const LOG_MAX_AGE_SECONDS = 7 * DAY_SECONDS

/** Recipients of one direct message, the sender included. */
export const CONVERSATION_MAX_USERS = 20

/** Users or groups that one call may name. */
export const CALL_MAX_USERS = 10_000

/** Channels that one call may name. */
export const CALL_MAX_CHANNELS = 500

/** Subscriptions that one call may begin or end: channels times users. */
export const CALL_MAX_SUBSCRIPTIONS = 10_000

/** Kinds of events, or capabilities, that one registration may list. */
export const REGISTRATION_MAX_KINDS = 200

/** Longest id that a client gives a message of its own, or name of a queue. */
export const LOCAL_ID_MAX_CHARS = 100

/** In channels with more subscribers, typing notices are not sent. */
export const TYPING_CHANNEL_MAX_SUBSCRIBERS = 100

/** A client repeats `start` this often while its user types. */
export const TYPING_STARTED_WAIT_MS = 30_000

/** A client sends `stop` after this time without a key. */
export const TYPING_STOPPED_WAIT_MS = 12_000

/** A client hides the indicator after this time without a new `start`. */
export const TYPING_STARTED_EXPIRY_MS = 45_000

/** Clients report presence this often. */
export const PRESENCE_PING_SECONDS = 60

/** Without a report for this long, a user counts as offline. */
export const PRESENCE_OFFLINE_SECONDS = 200

/** How far back presence goes when the caller does not say. */
export const PRESENCE_HISTORY_DEFAULT_DAYS = 14

/** Subscriber lists are always complete below this number (spec 4.5). */
export const PARTIAL_SUBSCRIBERS_MIN = 250

/** Grace period after a time limit, for edits begun before it. */
export const TIME_LIMIT_GRACE_SECONDS = 20

/** The feature level of the API that this server implements (spec section 9). */
export const FEATURE_LEVEL = 496

/** Wildcard mentions need a permission in channels with more subscribers. */
export const WILDCARD_FREE_MAX_SUBSCRIBERS = 15

/** Unread messages listed in a snapshot, newest first. */
export const UNREAD_MAX_MESSAGES = 50_000

/** Source length of the different formulas of one message; further ones are shown as text. */
export const TEX_MAX_CHARS = 2_000

/** HTML of one message, in bytes of UTF-8: a text that would have more is shown with less markup. */
export const RENDERED_MAX_BYTES = 128 * 1024

/** Processor time that rendering the texts of one person and their bots may take lately, in milliseconds. */
export const RENDERING_MAX_MS = 350

/** Time after which such rendering counts half. */
export const RENDERING_HALF_LIFE_MS = 10_000

/** Nesting of quotes, lists and spoilers; what is deeper is shown as text. */
export const RENDERED_MAX_NESTING = 40

/** Links that patterns of the organization add to one message. */
export const LINKIFIER_MAX_MATCHES = 100

/** Longest address that a pattern of the organization makes; text with a longer one is no link. */
export const LINKIFIER_ADDRESS_MAX_CHARS = 2_000

/** Links of one message of which it is shown what is behind them. */
export const LINK_PREVIEWS_MAX_COUNT = 5

/** Messages that wait for that; the oldest go without. */
export const LINK_PREVIEWS_WAITING_MAX_COUNT = 1_000

/** Time to read what is behind one link. */
export const LINK_PREVIEW_TIMEOUT_MS = 10_000

/** What is shown of the title of a page behind a link. */
export const LINK_TITLE_MAX_CHARS = 200

/** What is shown of its description. */
export const LINK_DESCRIPTION_MAX_CHARS = 400

/** Uploads that are shown below one message. */
export const PREVIEWS_MAX_COUNT = 24

/** Cells of a table, counted as its lines times the columns of the widest; of larger tables, the text is shown. */
export const TABLE_MAX_CELLS = 20_000

/** Content and earlier versions of the messages in one answer, about: the rest is found from the ids at its ends. */
export const FETCH_MAX_BYTES = 8_000_000

/** Messages of one fetch, at most (spec section 8). */
export const FETCH_MAX_MESSAGES = 5_000

/** Terms of one narrow. */
export const NARROW_MAX_TERMS = 50

/** Longest search. */
export const SEARCH_MAX_CHARS = 1_000

/** Words of one search. */
export const SEARCH_MAX_WORDS = 32

/** Longest text that a model sends at once as several messages. */
export const AGENT_SPLIT_MAX_CHARS = 100_000

/** Text of messages in one response to a model; the rest comes with a cursor. */
export const AGENT_MESSAGES_MAX_CHARS = 20_000

/** Largest list of a route's answer that a model may ask for in full, as JSON. */
export const AGENT_ROUTE_ANSWER_MAX_CHARS = 2_000_000

/** Text of events in one response to a model, after which no further event is added. */
export const AGENT_EVENTS_MAX_CHARS = 200_000

/** Longest wait of one call for events: hosts give up on tools after a minute. */
export const AGENT_WAIT_MAX_SECONDS = 50

/** Choices of one question, and characters of each. */
export const ASK_CHOICES_MAX_COUNT = 20
export const ASK_CHOICE_MAX_CHARS = 200

/** Idle time after which an agent's event queue is dropped. */
export const AGENT_QUEUE_IDLE_SECONDS = HOUR_SECONDS

/** Cursors of waits that one account may use at the same time: beyond it, the longest idle are dropped. */
export const AGENT_CURSORS_MAX_COUNT = 20

/** Patterns of the organization that make links. */
export const LINKIFIERS_MAX_COUNT = 200

/** Longest pattern of the organization, and longest template of an address. */
export const PATTERN_MAX_CHARS = 1_000

/** States of a compiled pattern, which bound the cost per character of a message. */
export const PATTERN_MAX_STEPS = 120

/** Code playgrounds. */
export const PLAYGROUNDS_MAX_COUNT = 200

/** Longest name of a code playground, and of a language. */
export const PLAYGROUND_NAME_MAX_CHARS = 100

/** Longest name of a language of code. */
export const LANGUAGE_NAME_MAX_CHARS = 40

/** Domains whose addresses may join. */
export const DOMAINS_MAX_COUNT = 1_000

/** Earlier versions of one message: they are read together. An edit that would pass this is refused. */
export const HISTORY_MAX_BYTES = 4 * 1024 * 1024

/** Texts of the drafts of one user. */
export const DRAFTS_MAX_BYTES = 4 * 1024 * 1024

/** Texts of one user's messages that wait to be sent, and their HTML. */
export const SCHEDULED_MAX_BYTES = 8 * 1024 * 1024

/** Texts of the saved snippets of one user. */
export const SNIPPETS_MAX_BYTES = 4 * 1024 * 1024

/** Drafts that one user can keep. */
export const DRAFTS_MAX_COUNT = 1_000

/** Messages that one user can have waiting to be sent. */
export const SCHEDULED_MAX_COUNT = 1_000

/** A scheduled message that is later than this, because no server was running, is not sent. */
export const SCHEDULED_LATE_MAX_SECONDS = 600

/** Longest note of a message report. */
export const REPORT_NOTE_MAX_CHARS = 1_000

/** Saved snippets that one user can keep. */
export const SNIPPETS_MAX_COUNT = 1_000

/** Longest title of a saved snippet. */
export const SNIPPET_TITLE_MAX_CHARS = 60

/** Total length of the stored values of one account, names included. */
export const STORED_VALUES_MAX_CHARS = 1_000_000

/** Texts that one call keeps, or names. */
export const STORED_VALUES_MAX_COUNT = 1_000

/** Longest name of a text that a program keeps. */
export const STORED_NAME_MAX_CHARS = 200

/** Views in one user's menu. */
export const VIEWS_MAX_COUNT = 200

/** Longest name of a view, and longest address of one. */
export const VIEW_NAME_MAX_CHARS = 100

/** Longest fragment of a view. */
export const VIEW_FRAGMENT_MAX_CHARS = 500

/** Alert words of one user. */
export const ALERT_WORDS_MAX_COUNT = 200

/** Longest of these words. */
export const ALERT_WORD_MAX_CHARS = 100

/** Fields of a profile. */
export const PROFILE_FIELDS_MAX_COUNT = 100

/** Longest name of a profile field. */
export const FIELD_NAME_MAX_CHARS = 40

/** Longest hint of a profile field. */
export const FIELD_HINT_MAX_CHARS = 80

/** Longest short text of a profile. */
export const SHORT_FIELD_MAX_CHARS = 50

/** Longest long text of a profile. */
export const LONG_FIELD_MAX_CHARS = 500

/** Fields of a profile that its summary shows. */
export const SUMMARY_FIELDS_MAX_COUNT = 2

/** Shortest password. */
export const PASSWORD_MIN_CHARS = 8

/** Longest password: more costs time before it is even tried. */
export const PASSWORD_MAX_CHARS = 1_000

/** API keys of one account from program sign-ins; the oldest is removed first. */
export const SIGN_IN_KEYS_MAX_COUNT = 20

/** Longest address of an account. */
export const EMAIL_MAX_CHARS = 320

/** Longest JSON web token. */
export const TOKEN_MAX_CHARS = 8_192

/** Longest life of a JSON web token, and its greatest age. */
export const TOKEN_MAX_SECONDS = 600

/** Devices of one user. */
export const DEVICES_MAX_COUNT = 50

/** Longest token of an older client. */
export const PUSH_TOKEN_MAX_CHARS = 4_096

/** Longest registration of a token with the relay. */
export const REGISTRATION_MAX_CHARS = 16_000

/** Notifications that wait for the relay; the oldest are dropped first. */
export const PUSHES_MAX_COUNT = 10_000

/** A notification or registration that the relay has not accepted within this time is dropped. */
export const PUSH_MAX_AGE_SECONDS = DAY_SECONDS

/** Unread messages that wait to be mailed, of all users; the oldest are dropped first. */
export const MISSED_MAX_COUNT = 100_000

/** A mail of missed messages that could not be sent within this time is dropped. */
export const MISSED_MAX_AGE_SECONDS = DAY_SECONDS

/**
 * How long marking everything, a channel or a topic as read goes on before the caller is told to ask again, in milliseconds: proxies
 * give up on an answer after 60 seconds, some after 30.
 */
export const MARK_READ_MAX_MS = 20_000
