import { sql, type Kysely } from 'kysely'
import { index, keyed, numbered, ordered } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { StoreKind } from '../port.ts'

/** The team chat. */
export const chat: Migration = {
  name: 'chat',
  async up(db, kind) {
    await createPeople(db, kind)
    await createChannels(db, kind)
    await createMessages(db, kind)
    await createEvents(db, kind)
    await createOwnRecords(db, kind)
    await createOrganizationRecords(db, kind)
    await createSearch(db, kind)
    await addSystemGroups(db, kind)
  },
}

/** System groups in the order of their ids, widest first, each within the one before but the last. */
const SYSTEM_GROUPS = [
  ['role:internet', 'Everyone on the Internet'],
  ['role:everyone', 'Everyone in this organization, including guests'],
  ['role:members', 'Members of this organization, not including guests'],
  ['role:fullmembers', 'Members of this organization, not including new accounts and guests'],
  ['role:moderators', 'Moderators of this organization'],
  ['role:administrators', 'Administrators of this organization, including owners'],
  ['role:owners', 'Owners of this organization'],
  ['role:nobody', 'Nobody'],
] as const

/** Their ids are part of the program: settings name them. */
async function addSystemGroups(db: Kysely<ChatTables>, kind: StoreKind): Promise<void> {
  const settings = '{}'
  for (const [position, [name, description]] of SYSTEM_GROUPS.entries()) {
    const row = { id: position + 1, name, name_key: name, description, settings }
    await db
      .insertInto('chat_group')
      .values({ ...row, is_system: 1, is_deactivated: 0, creator_id: null, created_at: null })
      .execute()
    if (position > 0 && name !== 'role:nobody') {
      await db
        .insertInto('chat_group_subgroup')
        .values({ group_id: position, subgroup_id: position + 1 })
        .execute()
    }
  }
  if (kind === 'postgres') {
    const next = SYSTEM_GROUPS.length + 1
    await sql`alter table chat_group alter column id restart with ${sql.lit(next)}`.execute(db)
  }
  const counters = ['event', 'pruned', 'presence', 'organization_settings'].map((name) => ({
    name,
    value: 0,
  }))
  await db.insertInto('chat_counter').values(counters).execute()
}

async function createPeople(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await keyed(db, 'chat_counter', ['name'], 'name value:n')
  await keyed(db, 'chat_realm', ['name'], 'name value')
  await numbered(
    db,
    kind,
    'chat_user',
    'email email_key full_name role:n is_active:n is_deleted:n is_imported_stub:n is_bot:n bot_type:n? ' +
      'bot_owner_id:n? joined_at:n joins_at_sign_in:n timezone avatar_version:n email_visibility:n ' +
      'key_hash? password_hash? settings read_up_to:n',
  )
  await index(db, 'chat_user', ['email_key'], 'unique')
  await index(db, 'chat_user', ['key_hash'], 'unique')
  await numbered(
    db,
    kind,
    'chat_group',
    'name? name_key? description is_system:n is_deactivated:n creator_id:n? created_at:n? settings',
  )
  await index(db, 'chat_group', ['name_key'], 'unique')
  await keyed(db, 'chat_group_member', ['group_id', 'user_id'], 'group_id:n user_id:n')
  await index(db, 'chat_group_member', ['user_id'])
  await keyed(db, 'chat_group_subgroup', ['group_id', 'subgroup_id'], 'group_id:n subgroup_id:n')
  await index(db, 'chat_group_subgroup', ['subgroup_id'])
  await keyed(db, 'chat_presence', ['user_id'], 'user_id:n active_at:n? idle_at:n? update_id:n')
  await index(db, 'chat_presence', ['update_id'])
  await keyed(
    db,
    'chat_status',
    ['user_id'],
    'user_id:n status_text emoji_name emoji_code reaction_type',
  )
}

async function createChannels(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await numbered(
    db,
    kind,
    'chat_channel',
    'name name_key description rendered_description created_at:n creator_id:n? is_private:n ' +
      'is_web_public:n has_shared_history:n is_archived:n is_default:n retention_days:n? topics_policy ' +
      'folder_id:n? settings',
  )
  await index(db, 'chat_channel', ['name_key'], 'unique')
  await keyed(
    db,
    'chat_subscription',
    ['user_id', 'channel_id'],
    'user_id:n channel_id:n is_active:n color is_pinned:n is_muted:n desktop_notifications:n? ' +
      'email_notifications:n? wildcard_mentions_notify:n? push_notifications:n? ' +
      'audible_notifications:n? read_up_to:n',
    kind,
  )
  await index(db, 'chat_subscription', ['channel_id', 'is_active'])
  await keyed(
    db,
    'chat_interval',
    ['user_id', 'channel_id', 'from_event'],
    'user_id:n channel_id:n from_message:n to_message:n? from_event:n to_event:n?',
    kind,
  )
  await keyed(
    db,
    'chat_user_topic',
    ['user_id', 'channel_id', 'topic_key'],
    'user_id:n channel_id:n topic topic_key policy:n updated_at:n',
  )
}

async function createMessages(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await numbered(db, kind, 'chat_conversation', 'member_key')
  await index(db, 'chat_conversation', ['member_key'], 'unique')
  await keyed(
    db,
    'chat_conversation_member',
    ['user_id', 'conversation_id'],
    'conversation_id:n user_id:n',
    kind,
  )
  await index(db, 'chat_conversation_member', ['conversation_id'])
  await numbered(db, kind, 'chat_thread', 'channel_id:n? topic_key? conversation_id:n?')
  await index(db, 'chat_thread', ['channel_id', 'topic_key'], 'unique')
  await index(db, 'chat_thread', ['conversation_id'], 'unique')
  await numbered(
    db,
    kind,
    'chat_message',
    'sender_id:n channel_id:n? topic topic_key conversation_id:n? thread_id:n sent_channel_id:n? content ' +
      'rendered sent_at:n edited_at:n? moved_at:n? client is_read_by_sender:n is_me_message:n ' +
      'mentions_channel:n has_attachment:n has_image:n has_link:n',
  )
  await index(db, 'chat_message', ['channel_id', 'topic_key', 'id'])
  await index(db, 'chat_message', ['channel_id', 'id'])
  // Most messages are in none: they need not be written there.
  await sql`create index chat_message_by_conversation_id_id on chat_message (conversation_id, id)
    where conversation_id is not null`.execute(db)
  await index(db, 'chat_message', ['thread_id', 'id'])
  const place = sql`coalesce(channel_id, -conversation_id)`
  await sql`create index chat_message_of_sender on chat_message (sender_id, ${place}, id)`.execute(
    db,
  )
  // What comes later than the row: the reactions.
  await sql`alter table chat_message add column has_reaction bigint not null default 0`.execute(db)
  // Few rows each: what was moved between channels, what was moved at all, what mentions everybody, what
  // has something to show, by channel and by conversation, and what is resolved.
  await sql`create index chat_message_moved on chat_message (channel_id, id)
    where sent_channel_id <> channel_id`.execute(db)
  for (const what of ['attachment', 'image', 'link', 'reaction']) {
    const flag = sql.ref(`has_${what}`)
    await sql`create index ${sql.id(`chat_message_with_${what}`)} on chat_message (${place}, id)
      where ${flag} = 1`.execute(db)
  }
  await sql`create index chat_message_resolved on chat_message (channel_id, id)
    where substr(topic, 1, 2) = '\u2714 '`.execute(db)
  await sql`create index chat_message_moved_to_topic on chat_message (channel_id, topic_key, id)
    where moved_at is not null`.execute(db)
  await sql`create index chat_message_to_all on chat_message (id)
    where mentions_channel = 1`.execute(db)
  await keyed(
    db,
    'chat_receipt',
    ['user_id', 'message_id'],
    'user_id:n message_id:n flags:n is_read:n?',
    kind,
  )
  await index(db, 'chat_receipt', ['message_id'])
  await keyed(
    db,
    'chat_read_mark',
    ['user_id', 'thread_id'],
    'user_id:n thread_id:n read_up_to:n',
    kind,
  )
  await numbered(
    db,
    kind,
    'chat_edit',
    'message_id:n user_id:n? edited_at:n prev_content? prev_rendered? prev_topic? topic? ' +
      'prev_channel_id:n? channel_id:n?',
  )
  await index(db, 'chat_edit', ['message_id'])
  await numbered(
    db,
    kind,
    'chat_reaction',
    'message_id:n user_id:n reaction_type emoji_code emoji_name',
  )
  await index(
    db,
    'chat_reaction',
    ['message_id', 'user_id', 'reaction_type', 'emoji_code'],
    'unique',
  )
}

async function createEvents(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await ordered(
    db,
    kind,
    'chat_event',
    'type audience user_id:n? channel_id:n? is_public:n is_transient:n created_at:n total:n payload',
  )
  await keyed(db, 'chat_event_user', ['event_id', 'user_id'], 'event_id:n user_id:n')
  await keyed(
    db,
    'chat_queue',
    ['id'],
    'id user_id:n? client options started:n acked:n scanned:n active_at:n idle_timeout_ms:n',
  )
  await keyed(db, 'chat_sent', ['queue_id', 'local_id'], 'queue_id local_id message_id:n')
}

/** Personal data of users. */
async function createOwnRecords(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await numbered(db, kind, 'chat_draft', 'user_id:n type recipients topic content edited_at:n')
  await index(db, 'chat_draft', ['user_id'])
  await numbered(db, kind, 'chat_snippet', 'user_id:n title content created_at:n')
  await index(db, 'chat_snippet', ['user_id'])
  const views = 'user_id:n fragment is_pinned:n name?'
  await keyed(db, 'chat_view', ['user_id', 'fragment'], views)
  const words = 'user_id:n word_key word'
  await keyed(db, 'chat_alert_word', ['user_id', 'word_key'], words)
  const muted = 'user_id:n muted_id:n muted_at:n'
  await keyed(db, 'chat_muted_user', ['user_id', 'muted_id'], muted)
  await keyed(db, 'chat_own_setting', ['user_id', 'name'], 'user_id:n name')
  const values = 'user_id:n field_id:n value rendered?'
  await keyed(db, 'chat_profile_value', ['user_id', 'field_id'], values)
}

/** Customization of the organization. */
async function createOrganizationRecords(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await numbered(
    db,
    kind,
    'chat_linkifier',
    'position:n pattern url_template example_input? reverse_template? alternatives',
  )
  await numbered(db, kind, 'chat_playground', 'name language url_template')
  await numbered(db, kind, 'chat_domain', 'domain allow_subdomains:n')
  await index(db, 'chat_domain', ['domain'], 'unique')
  await numbered(
    db,
    kind,
    'chat_profile_field',
    'position:n type:n name hint field_data in_summary:n is_required:n is_editable:n',
  )
  await numbered(db, kind, 'chat_emoji', 'name author_id:n? path still_path? is_deactivated:n')
}

/** Words of messages: FTS5 without a copy of the text, or a column for Postgres' own search. */
async function createSearch(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  if (kind === 'sqlite') {
    await sql`create virtual table chat_message_words using fts5(
      topic, content, place, content = '', contentless_delete = 1, tokenize = 'porter unicode61')`.execute(
      db,
    )
    return
  }
  await sql`create table chat_message_words (
    rowid bigint primary key, words tsvector not null)`.execute(db)
  await sql`create index chat_message_words_index on chat_message_words using gin (words)`.execute(
    db,
  )
}
