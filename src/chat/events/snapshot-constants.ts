import { SUBSCRIPTION_NOTICES_MAX_COUNT } from '../channels/channel-notices.ts'
import { EMOJI_TABLE_PATH } from '../files/file-access.ts'
import { PICTURE_MAX_BYTES } from '../files/limits.ts'
import { MIB } from '../files/quota.ts'
import { THUMBNAIL_FORMATS } from '../files/thumbnail-formats.ts'
import { FOLDER_DESCRIPTION_MAX_CHARS, FOLDER_NAME_MAX_CHARS } from '../folders/folder-record.ts'
import type { Chat } from '../kernel/types.ts'
import { WEBHOOKS } from '../organization/webhook-record.ts'
import { REMINDER_NOTE_MAX_CHARS } from '../personal/reminder-record.ts'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../users/sign-in/sign-in-limits.ts'
import type { SnapshotSection } from './snapshot-section.ts'

/** A part of the snapshot that is the same for everybody. */
function constant(kind: string, values: Record<string, unknown>): SnapshotSection {
  return { kinds: [kind], load: async () => values }
}

/** Snapshot fields that clients expect and that are always empty here. */
export const constantSections: readonly SnapshotSection[] = [
  constant('default_stream_groups', { realm_default_stream_groups: [] }),
  constant('giphy', { giphy_api_key: '' }),
  constant('onboarding_steps', { onboarding_steps: [], navigation_tour_video_url: null }),
  constant('realm_billing', { realm_billing: { has_pending_sponsorship_request: false } }),
  constant('realm_embedded_bots', { realm_embedded_bots: [] }),
  constant('realm_filters', { realm_filters: [] }),
  constant('realm_incoming_webhook_bots', { realm_incoming_webhook_bots: WEBHOOKS }),
  constant('push_device', { push_devices: {} }),
  constant('stop_words', { stop_words: [] }),
  constant('tenor', { tenor_api_key: '' }),
  constant('video_calls', { has_zoom_token: false, has_webex_token: false }),
]

/** Server of video calls where the organization names none: links to it need no account. */
export const JITSI_SERVER_URL = 'https://meet.jit.si'

/** What clients make links of video calls for. */
const VIDEO_CHAT_PROVIDERS = {
  disabled: { id: 0, name: 'None' },
  jitsi_meet: { id: 1, name: 'Jitsi Meet' },
}

/** Stands for no channel where a snapshot names one. */
const NO_CHANNEL = -1

/** Features that this service lacks, in the form that clients of the public API check. */
const ABSENT = {
  development_environment: false,
  gif_rating_policy_options: { disabled: { id: 0, name: 'GIFs disabled' } },
  max_bulk_new_subscription_messages: SUBSCRIPTION_NOTICES_MAX_COUNT,
  password_min_guesses: 0,
  realm_authentication_methods: {},
  realm_available_video_chat_providers: VIDEO_CHAT_PROVIDERS,
  realm_avatar_changes_disabled: false,
  realm_default_code_block_language: '',
  realm_default_external_accounts: {},
  realm_disallow_disposable_email_addresses: false,
  realm_email_auth_enabled: false,
  realm_gif_rating_policy: 0,
  realm_giphy_rating: 0,
  realm_inline_image_preview: false,
  realm_notifications_stream_id: NO_CHANNEL,
  realm_owner_full_content_access: false,
  realm_push_notifications_enabled_end_timestamp: null,
  realm_require_e2ee_push_notifications: false,
  realm_require_unique_names: false,
  realm_send_welcome_emails: false,
  realm_signup_notifications_stream_id: NO_CHANNEL,
  realm_want_advertise_in_communities_directory: false,
  realm_zulip_update_announcements_stream_id: NO_CHANNEL,
  server_can_summarize_topics: false,
  server_inline_image_preview: false,
  server_jitsi_server_url: JITSI_SERVER_URL,
  server_max_deactivated_realm_deletion_days: null,
  server_min_deactivated_realm_deletion_days: null,
  server_needs_upgrade: false,
  server_thumbnail_formats: THUMBNAIL_FORMATS,
  settings_send_digest_emails: false,
  upgrade_text_for_wide_organization_logo: '',
}

/** Fixed settings, as clients of the public API read them. */
export function listFixedSettings(chat: Chat): Record<string, unknown> {
  return {
    ...ABSENT,
    server_inline_url_embed_preview: chat.describeLink !== undefined,
    realm_url: chat.url,
    realm_uri: chat.url,
    realm_host: chat.realmHost,
    realm_bot_domain: chat.realmHost,
    max_avatar_file_size_mib: PICTURE_MAX_BYTES / MIB,
    max_icon_file_size_mib: PICTURE_MAX_BYTES / MIB,
    max_logo_file_size_mib: PICTURE_MAX_BYTES / MIB,
    realm_default_avatar_source: chat.usesGravatar ? 'G' : 'J',
    realm_org_type: 0,
    realm_plan_type: 1,
    realm_password_auth_enabled: true,
    realm_enable_spectator_access: true,
    realm_enable_guest_user_indicator: true,
    realm_enable_guest_user_dm_warning: true,
    realm_message_content_allowed_in_email_notifications: true,
    realm_wildcard_mention_policy: 5,
    realm_delete_own_message_policy: 1,
    server_web_public_streams_enabled: true,
    server_generation: 1,
    server_emoji_data_url: `${chat.url}${EMOJI_TABLE_PATH}`,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    max_channel_folder_description_length: FOLDER_DESCRIPTION_MAX_CHARS,
    max_channel_folder_name_length: FOLDER_NAME_MAX_CHARS,
    max_reminder_note_length: REMINDER_NOTE_MAX_CHARS,
    password_min_length: PASSWORD_MIN_CHARS,
    password_max_length: PASSWORD_MAX_CHARS,
    zulip_plan_is_not_limited: true,
  }
}
