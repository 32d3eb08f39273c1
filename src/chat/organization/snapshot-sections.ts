import { LONG_POLL_ADVERTISED_SECONDS } from '../events/limits.ts'
import { JITSI_SERVER_URL, listFixedSettings } from '../events/snapshot-constants.ts'
import type { SnapshotContext, SnapshotSection } from '../events/snapshot-section.ts'
import { MIB, uploadMaxBytes } from '../files/quota.ts'
import { showGroupSettings } from '../groups/group-settings.ts'
import { SUPPORTED_SETTINGS } from '../groups/supported-settings.ts'
import { SYSTEM_GROUPS } from '../groups/system-groups.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import {
  CHANNEL_DESCRIPTION_MAX_CHARS,
  CHANNEL_NAME_MAX_CHARS,
  MESSAGE_MAX_CHARS,
  PRESENCE_OFFLINE_SECONDS,
  PRESENCE_PING_SECONDS,
  TOPIC_MAX_CHARS,
  TYPING_STARTED_EXPIRY_MS,
  TYPING_STARTED_WAIT_MS,
  TYPING_STOPPED_WAIT_MS,
} from '../limits.ts'
import { REPORT_REASONS } from '../messages/edit/report-reasons.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import { FIELD_TYPE_NAMES, loadFieldRecords } from '../users/profile-fields.ts'
import { loadDomainRecords } from './domain-record.ts'
import { loadEmojiRecords } from './emoji-record.ts'
import { FEATURE_LEVEL } from './limits.ts'
import { loadLinkifierRecords } from './linkifier-record.ts'
import { loadPlaygroundRecords } from './playgrounds.ts'
import { loadQuotas } from './quotas.ts'
import { realmPictures } from './realm-pictures.ts'
import { type Realm, REALM_GROUP_DEFAULTS } from './realm-settings.ts'
import { serverVersions } from './server-settings.ts'
import { settingDefaultsOf } from './setting-defaults.ts'

/** Patterns that make links, for clients that know their templates (spec 4.10). */
const linkifiers: SnapshotSection = {
  kinds: ['realm_linkifiers'],
  load: async ({ db, capabilities }) => ({
    realm_linkifiers: capabilities['linkifier_url_template'] ? await loadLinkifierRecords(db) : [],
  }),
}

/** Custom emoji. */
const emoji: SnapshotSection = {
  kinds: ['realm_emoji'],
  load: async ({ db }) => ({ realm_emoji: await loadEmojiRecords(db) }),
}

/** Code playgrounds. */
const playgrounds: SnapshotSection = {
  kinds: ['realm_playgrounds'],
  load: async ({ db }) => ({ realm_playgrounds: await loadPlaygroundRecords(db) }),
}

/** Domains whose addresses may join, for everybody with an account. */
const domains: SnapshotSection = {
  kinds: ['realm_domains'],
  load: async ({ db, requester }) => ({
    realm_domains: requester.user ? await loadDomainRecords(db) : [],
  }),
}

/** Fields of profiles. */
const profiles: SnapshotSection = {
  kinds: ['custom_profile_fields'],
  load: async ({ db, requester }) => ({
    custom_profile_fields: requester.user ? await loadFieldRecords(db) : [],
    custom_profile_field_types: FIELD_TYPE_NAMES,
  }),
}

/** Settings with which accounts begin. */
const settingDefaults: SnapshotSection = {
  kinds: ['realm_user_settings_defaults'],
  load: async ({ requester }) => ({
    realm_user_settings_defaults: settingDefaultsOf(requester.realm),
  }),
}

/** Customization of the organization. */
export const organizationSections: readonly SnapshotSection[] = [
  linkifiers,
  emoji,
  playgrounds,
  domains,
  profiles,
  settingDefaults,
]

/** Limits and versions, which every snapshot holds. */
export function serverFacts(chat: Pick<Chat, 'files'>): Record<string, unknown> {
  return {
    ...serverVersions(),
    service_feature_level: FEATURE_LEVEL,
    max_topic_length: TOPIC_MAX_CHARS,
    max_message_length: MESSAGE_MAX_CHARS,
    max_stream_name_length: CHANNEL_NAME_MAX_CHARS,
    max_stream_description_length: CHANNEL_DESCRIPTION_MAX_CHARS,
    max_file_upload_size_mib: uploadMaxBytes(chat) / MIB,
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
  load: async ({ chat, db, requester }: SnapshotContext) => ({
    ...(await realmSettings(db, requester.realm)),
    ...listFixedSettings(chat),
    ...realmPictures(chat, requester.realm),
    jitsi_server_url: requester.realm.jitsi_server_url ?? JITSI_SERVER_URL,
    server_supported_permission_settings: SUPPORTED_SETTINGS,
    realm_date_created: await createdAt(db),
    realm_mandatory_topics: requester.realm.topics_policy === 'disable_empty_topic',
    realm_push_notifications_enabled: chat.relay !== undefined,
    realm_upload_quota_mib: (await loadQuotas(chat, db)).uploads || null,
    server_timestamp: chat.now().getTime() / 1_000,
  }),
}

/** When the organization began, with its first account, in UNIX seconds. */
async function createdAt(db: Reader): Promise<number> {
  const first = await db
    .selectFrom('chat_user')
    .select('joined_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return Math.floor((first?.joined_at ?? 0) / 1_000)
}

/** Settings of the organization under their names in a snapshot; groups without a name by their members. */
async function realmSettings(db: Reader, realm: Realm): Promise<Record<string, unknown>> {
  const groupNames = Object.keys(REALM_GROUP_DEFAULTS) as (keyof typeof REALM_GROUP_DEFAULTS)[]
  const show = await showGroupSettings(
    db,
    groupNames.map((name) => realm[name]),
  )
  // Shown complete in a section of their own, and as addresses.
  const {
    new_user_settings: _settings,
    icon_path: _icon,
    logo_path: _logo,
    night_logo_path: _night,
    ...publicSettings
  } = realm
  const settings = Object.entries(publicSettings).map(([name, value]) => [
    `realm_${name}`,
    name in REALM_GROUP_DEFAULTS ? show(Number(value)) : value,
  ])
  return {
    ...Object.fromEntries(settings),
    // Settings of the public API that are merged with others here.
    realm_can_create_write_only_bots_group: show(realm.can_create_bots_group),
    realm_can_set_delete_message_policy_group: SYSTEM_GROUPS.members,
  }
}
