import type { Reader } from '../../kernel/rows.ts'
import { membersOfKey } from '../../messages/threads.ts'
import { settingsOf } from '../../personal/user-settings.ts'
import { type ExportRow, type ExportTables, RECIPIENT_TYPES } from '../rows.ts'
import type { FileRecords } from './file-records.ts'

/** Kinds of exports: what everybody can see; that, and what people can see who consent; or everything. */
export type ExportType = 'public' | 'full_with_consent' | 'full_without_consent'

/** What an export is limited to. */
export interface ExportScope {
  /** Channels and conversations whose messages are in it. */
  channels: ReadonlySet<number>
  conversations: ReadonlySet<number>
  /** Accounts that allow everything of theirs. */
  people: ReadonlySet<number>
}

/** Tables of what only one account is concerned with. */
const PERSONAL_TABLES = [
  'zerver_alertword',
  'zerver_muteduser',
  'zerver_savedsnippet',
  'zerver_usertopic',
]

/** What everybody may know of an account. */
const KNOWN_FIELDS = new Set(
  'id realm email full_name role is_active is_mirror_dummy is_bot bot_type bot_owner date_joined timezone avatar_source avatar_version recipient'.split(
    ' ',
  ),
)

/** Ids of the active accounts that let their private data be exported. */
export async function loadConsenting(db: Reader): Promise<Set<number>> {
  const users = await db.selectFrom('chat_user').selectAll().where('is_bot', '=', 0).execute()
  const allowing = users.filter((user) => settingsOf(user).allow_private_data_export)
  return new Set(allowing.map(({ id }) => id))
}

/** What an export of a kind is limited to; undefined where it holds everything. */
export async function loadScope(db: Reader, type: ExportType): Promise<ExportScope | undefined> {
  if (type === 'full_without_consent') return undefined
  const people = type === 'public' ? new Set<number>() : await loadConsenting(db)
  const channels = await db
    .selectFrom('chat_channel')
    .select(['id', 'is_private', 'has_shared_history'])
    .execute()
  const subscriptions = await db
    .selectFrom('chat_subscription')
    .select(['user_id', 'channel_id'])
    .where('is_active', '=', 1)
    .execute()
  const joined = new Set(
    subscriptions.filter(({ user_id }) => people.has(user_id)).map(({ channel_id }) => channel_id),
  )
  const conversations = await db.selectFrom('chat_conversation').selectAll().execute()
  return {
    people,
    // Who joined a channel without shared history did not see all of it.
    channels: new Set(
      channels
        .filter(
          (one) => one.is_private === 0 || (one.has_shared_history === 1 && joined.has(one.id)),
        )
        .map(({ id }) => id),
    ),
    conversations: new Set(
      conversations
        .filter(({ member_key }) => membersOfKey(member_key).some((id) => people.has(id)))
        .map(({ id }) => id),
    ),
  }
}

/** The tables, limited to a scope. `messages` are the ids of the messages in it. */
export function limitTables(
  tables: ExportTables,
  scope: ExportScope,
  messages: ReadonlySet<unknown>,
): ExportTables {
  const { people, channels, conversations } = scope
  const rows = (name: string) => tables[name] ?? []
  const isOf = (field: string) => (row: ExportRow) => people.has(Number(row[field]))
  const isIn = (ids: ReadonlySet<number>, field: string) => (row: ExportRow) =>
    ids.has(Number(row[field]))
  const places = rows('zerver_recipient').filter(({ type, type_id }) => {
    if (type === RECIPIENT_TYPES.channel) return channels.has(Number(type_id))
    return type === RECIPIENT_TYPES.person || conversations.has(Number(type_id))
  })
  const placeIds = new Set(places.map(({ id }) => Number(id)))
  return {
    ...tables,
    ...Object.fromEntries(
      PERSONAL_TABLES.map((name) => [name, rows(name).filter(isOf('user_profile'))]),
    ),
    zerver_userprofile: rows('zerver_userprofile').map((user) =>
      people.has(Number(user['id'])) ? user : publicAccount(user),
    ),
    zerver_stream: rows('zerver_stream').filter(isIn(channels, 'id')),
    zerver_defaultstream: rows('zerver_defaultstream').filter(isIn(channels, 'stream')),
    zerver_huddle: rows('zerver_huddle').filter(isIn(conversations, 'id')),
    zerver_recipient: places,
    zerver_subscription: rows('zerver_subscription').filter(isIn(placeIds, 'recipient')),
    zerver_scheduledmessage: rows('zerver_scheduledmessage').filter(isOf('sender')),
    zerver_reaction: rows('zerver_reaction').filter(({ message }) => messages.has(message)),
    zerver_botconfigdata: [],
    zerver_botstoragedata: [],
  }
}

function publicAccount(user: ExportRow): ExportRow {
  const known = Object.entries(user).filter(([name]) => KNOWN_FIELDS.has(name))
  return { ...Object.fromEntries(known), delivery_email: user['email'] }
}

/** Uploads that messages of a scope link to, and their files. */
export function limitFiles(
  attachments: readonly ExportRow[],
  groups: readonly FileRecords[],
  messages: ReadonlySet<unknown>,
): { attachments: ExportRow[]; groups: FileRecords[] } {
  const linked = attachments
    .map((row): ExportRow => {
      const ids = Array.isArray(row['messages']) ? row['messages'] : []
      return { ...row, messages: ids.filter((id) => messages.has(id)), scheduled_messages: [] }
    })
    .filter(({ messages: ids }) => Array.isArray(ids) && ids.length > 0)
  const paths = new Set(linked.map(({ path_id }) => path_id))
  return {
    attachments: linked,
    groups: groups.map(({ folder, files }) => ({
      folder,
      files: files
        .filter(({ record }) => folder !== 'uploads' || paths.has(record['path']))
        .map((file) => ({ ...file, record: withoutAddress(file.record) })),
    })),
  }
}

function withoutAddress(record: ExportRow): ExportRow {
  const { user_profile_email: _address, ...rest } = record
  return rest
}
