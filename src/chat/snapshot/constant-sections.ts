import { WEBHOOKS } from '../organization/webhook-record.ts'
import { VISIBLE_TO_EVERYONE } from '../people/user-record.ts'
import { USER_SETTING_DEFAULTS } from '../people/user-settings.ts'
import type { SnapshotSection } from './section.ts'

/** A part of the snapshot that is the same for everybody. */
function constant(kind: string, values: Record<string, unknown>): SnapshotSection {
  return { kinds: [kind], load: async () => values }
}

/** The settings with which accounts begin. */
const NEW_USER_SETTINGS = {
  ...USER_SETTING_DEFAULTS,
  email_address_visibility: VISIBLE_TO_EVERYONE,
}

/** What clients expect to find, and of which this server has nothing yet. */
export const constantSections: readonly SnapshotSection[] = [
  constant('channel_folders', { channel_folders: [] }),
  constant('default_stream_groups', { realm_default_stream_groups: [] }),
  constant('giphy', { giphy_api_key: '' }),
  constant('onboarding_steps', { onboarding_steps: [], navigation_tour_video_url: null }),
  constant('realm_billing', { realm_billing: { has_pending_sponsorship_request: false } }),
  constant('realm_embedded_bots', { realm_embedded_bots: [] }),
  constant('realm_filters', { realm_filters: [] }),
  constant('realm_incoming_webhook_bots', { realm_incoming_webhook_bots: WEBHOOKS }),
  constant('realm_user_settings_defaults', { realm_user_settings_defaults: NEW_USER_SETTINGS }),
  constant('push_device', { push_devices: {} }),
  constant('reminders', { reminders: [] }),
  constant('stop_words', { stop_words: [] }),
  constant('tenor', { tenor_api_key: '' }),
  constant('video_calls', { has_zoom_token: false, has_webex_token: false }),
]
