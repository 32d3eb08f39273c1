import { EMOJI_TABLE_PATH, REALM_ICON_PATH } from '../files/public-files.ts'
import { showGroupSettings } from '../groups/setting.ts'
import {
  CHANNEL_DESCRIPTION_MAX_CHARS,
  CHANNEL_NAME_MAX_CHARS,
  FEATURE_LEVEL,
  LONG_POLL_ADVERTISED_SECONDS,
  MESSAGE_MAX_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  PRESENCE_OFFLINE_SECONDS,
  PRESENCE_PING_SECONDS,
  TOPIC_MAX_CHARS,
  TYPING_STARTED_EXPIRY_MS,
  TYPING_STARTED_WAIT_MS,
  TYPING_STOPPED_WAIT_MS,
} from '../limits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import { REPORT_REASONS } from '../messages/report-reasons.ts'
import type { Chat, Reader } from '../port.ts'
import { REALM_GROUP_DEFAULTS, type Realm } from '../realm/settings.ts'
import { serverVersions } from '../realm/versions.ts'
import type { SnapshotContext, SnapshotSection } from './section.ts'

/** Limits and versions, which every snapshot holds. */
export function serverFacts(chat: Pick<Chat, 'files'>): Record<string, unknown> {
  return {
    ...serverVersions(),
    service_feature_level: FEATURE_LEVEL,
    max_topic_length: TOPIC_MAX_CHARS,
    max_message_length: MESSAGE_MAX_CHARS,
    max_stream_name_length: CHANNEL_NAME_MAX_CHARS,
    max_stream_description_length: CHANNEL_DESCRIPTION_MAX_CHARS,
    max_file_upload_size_mib: chat.files.maxMib,
    event_queue_longpoll_timeout_seconds: LONG_POLL_ADVERTISED_SECONDS,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    server_typing_started_wait_period_milliseconds: TYPING_STARTED_WAIT_MS,
    server_typing_stopped_wait_period_milliseconds: TYPING_STOPPED_WAIT_MS,
    server_typing_started_expiry_period_milliseconds: TYPING_STARTED_EXPIRY_MS,
    server_presence_ping_interval_seconds: PRESENCE_PING_SECONDS,
    server_report_message_types: Object.entries(REPORT_REASONS).map(([key, name]) => ({
      key,
      name,
    })),
    server_presence_offline_threshold_seconds: PRESENCE_OFFLINE_SECONDS,
  }
}

/** The organization and its settings. */
export const realmSection: SnapshotSection = {
  kinds: ['realm'],
  load: async ({ chat, db, viewer }: SnapshotContext) => ({
    ...(await realmSettings(db, viewer.realm)),
    realm_url: chat.url,
    realm_uri: chat.url,
    realm_host: chat.realmHost,
    realm_icon_url: `${chat.url}${REALM_ICON_PATH}`,
    realm_icon_source: 'G',
    realm_plan_type: 1,
    realm_mandatory_topics: viewer.realm.topics_policy === 'disable_empty_topic',
    realm_push_notifications_enabled: chat.relay !== undefined,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_email_auth_enabled: false,
    realm_password_auth_enabled: true,
    realm_digest_emails_enabled: false,
    realm_invite_required: true,
    realm_wildcard_mention_policy: 5,
    realm_delete_own_message_policy: 1,
    realm_default_external_accounts: {},
    realm_authentication_methods: {},
    realm_video_chat_provider: 0,
    realm_upload_quota_mib: chat.files.quotaMib ?? null,
    server_timestamp: chat.now().getTime() / 1_000,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: true,
    server_generation: 1,
    server_emoji_data_url: `${chat.url}${EMOJI_TABLE_PATH}`,
    server_inline_image_preview: false,
    server_inline_url_embed_preview: false,
    server_thumbnail_formats: [],
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    password_min_length: PASSWORD_MIN_CHARS,
    password_max_length: PASSWORD_MAX_CHARS,
    password_min_guesses: 0,
    settings_send_digest_emails: false,
  }),
}

/** Settings of the organization under their names in a snapshot; groups without a name by their members. */
async function realmSettings(db: Reader, realm: Realm): Promise<Record<string, unknown>> {
  const groupNames = Object.keys(REALM_GROUP_DEFAULTS) as (keyof typeof REALM_GROUP_DEFAULTS)[]
  const show = await showGroupSettings(
    db,
    groupNames.map((name) => realm[name]),
  )
  return Object.fromEntries(
    Object.entries(realm).map(([name, value]) => [
      `realm_${name}`,
      name in REALM_GROUP_DEFAULTS ? show(Number(value)) : value,
    ]),
  )
}
