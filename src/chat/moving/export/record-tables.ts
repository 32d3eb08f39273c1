import type { Reader } from '../../kernel/rows.ts'
import { EXPORT_REALM_ID, type ExportRow, type ExportTables, toSeconds } from '../rows.ts'
import type { Recipients } from './recipients.ts'

const realm = EXPORT_REALM_ID

/** Tables of which nothing is kept here; other servers expect them to be there. */
const EMPTY_TABLES = [
  'zerver_realmauthenticationmethod',
  'zerver_presencesequence',
  'zerver_realmauditlog',
  'zerver_realmexport',
  'zerver_realmuserdefault',
  'zerver_service',
  'zerver_onboardingstep',
  'zerver_useractivity',
  'zerver_useractivityinterval',
] as const

/** Tables of what the organization and its people have set up, besides messages. */
export async function readRecordTables(db: Reader, recipients: Recipients): Promise<ExportTables> {
  return {
    ...Object.fromEntries(EMPTY_TABLES.map((name) => [name, []])),
    ...(await organizationTables(db)),
    ...(await personalTables(db)),
    ...(await botTables(db)),
    zerver_scheduledmessage: await scheduledRows(db, recipients),
    zerver_reaction: await reactionRows(db),
  }
}

function numbered(rows: readonly ExportRow[]): ExportRow[] {
  return rows.map((row, index) => ({ id: index + 1, ...row }))
}

async function organizationTables(db: Reader): Promise<ExportTables> {
  const emoji = await db.selectFrom('chat_emoji').selectAll().orderBy('id').execute()
  const domains = await db.selectFrom('chat_domain').selectAll().orderBy('id').execute()
  const linkifiers = await db.selectFrom('chat_linkifier').selectAll().orderBy('id').execute()
  const playgrounds = await db.selectFrom('chat_playground').selectAll().orderBy('id').execute()
  const fields = await db.selectFrom('chat_profile_field').selectAll().orderBy('id').execute()
  return {
    zerver_realmemoji: emoji.map((one) => ({
      id: one.id,
      realm,
      name: one.name,
      author: one.author_id,
      file_name: one.path.split('/').at(-1),
      deactivated: one.is_deactivated === 1,
    })),
    zerver_realmdomain: domains.map((one) => ({
      id: one.id,
      realm,
      domain: one.domain,
      allow_subdomains: one.allow_subdomains === 1,
    })),
    zerver_realmfilter: linkifiers.map((one) => ({
      id: one.id,
      realm,
      pattern: one.pattern,
      url_template: one.url_template,
      order: one.position,
      example_input: one.example_input,
      reverse_template: one.reverse_template,
      alternative_url_templates: JSON.parse(one.alternatives) as unknown,
    })),
    zerver_realmplayground: playgrounds.map((one) => ({
      id: one.id,
      realm,
      name: one.name,
      pygments_language: one.language,
      url_template: one.url_template,
    })),
    zerver_customprofilefield: fields.map((one) => ({
      id: one.id,
      realm,
      name: one.name,
      hint: one.hint,
      field_type: one.type,
      field_data: one.field_data,
      order: one.position,
      display_in_profile_summary: one.in_summary === 1,
      required: one.is_required === 1,
      editable_by_user: one.is_editable === 1,
    })),
  }
}

async function personalTables(db: Reader): Promise<ExportTables> {
  const words = await db.selectFrom('chat_alert_word').selectAll().orderBy('user_id').execute()
  const values = await db.selectFrom('chat_profile_value').selectAll().orderBy('user_id').execute()
  const muted = await db.selectFrom('chat_muted_user').selectAll().orderBy('user_id').execute()
  const snippets = await db.selectFrom('chat_snippet').selectAll().orderBy('id').execute()
  const statuses = await db.selectFrom('chat_status').selectAll().orderBy('user_id').execute()
  const topics = await db.selectFrom('chat_user_topic').selectAll().orderBy('user_id').execute()
  const presence = await db.selectFrom('chat_presence').selectAll().orderBy('user_id').execute()
  return {
    zerver_alertword: numbered(words.map(({ user_id, word }) => ({ realm, ...of(user_id), word }))),
    zerver_customprofilefieldvalue: numbered(
      values.map(({ user_id, field_id, value, rendered }) => ({
        ...of(user_id),
        field: field_id,
        value,
        rendered_value: rendered,
      })),
    ),
    zerver_muteduser: numbered(
      muted.map(({ user_id, muted_id, muted_at }) => ({
        ...of(user_id),
        muted_user: muted_id,
        date_muted: toSeconds(muted_at),
      })),
    ),
    zerver_savedsnippet: snippets.map(({ id, user_id, title, content, created_at }) => ({
      id,
      realm,
      ...of(user_id),
      title,
      content,
      date_created: toSeconds(created_at),
    })),
    zerver_userstatus: numbered(
      statuses.map(({ user_id, ...status }) => ({ ...of(user_id), status: 0, ...status })),
    ),
    zerver_usertopic: numbered(
      topics.map((one) => ({
        ...of(one.user_id),
        stream: one.channel_id,
        topic_name: one.topic,
        visibility_policy: one.policy,
        last_updated: toSeconds(one.updated_at),
      })),
    ),
    zerver_userpresence: numbered(
      presence.map(({ user_id, active_at, idle_at, update_id }) => ({
        realm,
        ...of(user_id),
        last_active_time: toSeconds(active_at),
        last_connected_time: toSeconds(idle_at ?? active_at),
        last_update_id: update_id,
      })),
    ),
  }
}

function of(userId: number): { user_profile: number } {
  return { user_profile: userId }
}

async function botTables(db: Reader): Promise<ExportTables> {
  const options = await db.selectFrom('chat_bot_option').selectAll().orderBy('user_id').execute()
  const values = await db
    .selectFrom('chat_value')
    .innerJoin('chat_user', 'chat_user.id', 'chat_value.user_id')
    .selectAll('chat_value')
    .where('is_bot', '=', 1)
    .orderBy('user_id')
    .execute()
  const row = ({ user_id, name, value }: { user_id: number; name: string; value: string }) => ({
    bot_profile: user_id,
    key: name,
    value,
  })
  return {
    zerver_botconfigdata: numbered(options.map(row)),
    zerver_botstoragedata: numbered(values.map(row)),
  }
}

async function scheduledRows(db: Reader, recipients: Recipients): Promise<ExportRow[]> {
  const rows = await db.selectFrom('chat_scheduled').selectAll().orderBy('id').execute()
  return rows
    .filter(({ type, recipients: to }) => type === 'stream' || idsOf(to).length === 1)
    .map((one) => {
      const [first = 0] = idsOf(one.recipients)
      const isStream = one.type === 'stream'
      return {
        id: one.id,
        realm,
        sender: one.user_id,
        recipient: isStream ? recipients.channel(first) : recipients.person(first),
        stream: isStream ? first : null,
        subject: one.topic,
        content: one.content,
        rendered_content: one.rendered,
        scheduled_timestamp: one.deliver_at,
        delivery_type: 1,
        delivered: false,
        failed: one.failure !== null,
        failure_message: one.failure,
      }
    })
}

function idsOf(json: string): number[] {
  return JSON.parse(json) as number[]
}

async function reactionRows(db: Reader): Promise<ExportRow[]> {
  const rows = await db.selectFrom('chat_reaction').selectAll().orderBy('id').execute()
  return rows.map((one) => ({
    id: one.id,
    user_profile: one.user_id,
    message: one.message_id,
    emoji_name: one.emoji_name,
    emoji_code: one.emoji_code,
    // The name of the type in files of the public server.
    reaction_type:
      one.reaction_type === 'service_extra_emoji' ? 'zulip_extra_emoji' : one.reaction_type,
  }))
}
