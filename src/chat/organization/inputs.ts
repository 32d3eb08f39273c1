import { z } from 'zod'
import { groupSettingChange } from '../groups/setting-value.ts'
import { WELCOME_MAX_CHARS } from '../invitations/limits.ts'
import { REALM_GROUP_DEFAULTS, type RealmGroupSetting } from './realm-settings.ts'

/** Seconds, or no limit. */
const limit = z
  .union([z.int().min(0), z.literal('unlimited')])
  .optional()
  .describe('Limit in seconds, or `unlimited` for none.')

const groupNames = Object.keys(REALM_GROUP_DEFAULTS) as RealmGroupSetting[]
const groups = Object.fromEntries(
  groupNames.map((name) => [name, groupSettingChange.optional()]),
) as Record<RealmGroupSetting, z.ZodOptional<typeof groupSettingChange>>

const flag = z.boolean().optional()

/** Settings of the organization as parameters of a change. */
export const realmInputs = {
  name: z.string().trim().min(1).max(40).optional().describe('Name of the organization.'),
  description: z.string().max(1_000).optional().describe('What the organization is about.'),
  allow_message_editing: flag.describe('Whether messages can be edited.'),
  message_content_edit_limit_seconds: limit,
  message_content_delete_limit_seconds: limit,
  move_messages_within_stream_limit_seconds: limit,
  move_messages_between_streams_limit_seconds: limit,
  message_edit_history_visibility_policy: z
    .enum(['all', 'moves', 'none'])
    .optional()
    .describe("What is shown of a message's history."),
  topics_policy: z
    .enum(['allow_empty_topic', 'disable_empty_topic'])
    .optional()
    .describe('Whether messages may be without a topic, where the channel does not say.'),
  waiting_period_threshold: z
    .int()
    .min(0)
    .optional()
    .describe('Days until a member counts as a full member.'),
  enable_read_receipts: flag.describe('Whether read receipts are shown.'),
  presence_disabled: flag.describe('Whether presence is hidden.'),
  message_retention_days: z
    .union([z.int().min(1), z.literal(-1), z.literal('unlimited')])
    .optional()
    .describe(
      'Days after which messages are deleted, where the channel does not say; -1 or `unlimited` for never.',
    ),
  emails_restricted_to_domains: flag.describe(
    'Whether accounts need an address of an allowed domain.',
  ),
  email_changes_disabled: flag.describe('Whether members cannot change their e-mail addresses.'),
  name_changes_disabled: flag.describe('Whether members cannot change their display names.'),
  inline_url_embed_preview: flag.describe(
    'Whether messages show what is behind their links, where the operator allows that.',
  ),
  invite_required: flag.describe('Whether only invited people may join.'),
  send_channel_events_messages: flag.describe(
    'Whether a message in a channel tells that it was renamed or changed.',
  ),
  sign_up_closed: flag.describe('Whether nobody may join, not even who was invited.'),
  welcome_message_custom_text: z
    .string()
    .max(WELCOME_MAX_CHARS)
    .optional()
    .describe('What the welcome message of new members says besides, in Markdown.'),
  signup_announcements_stream_id: z
    .int()
    .optional()
    .describe('Id of the channel in which new members are announced; -1 for none.'),
  new_stream_announcements_stream_id: z
    .int()
    .optional()
    .describe('Id of the channel in which new channels are announced; -1 for none.'),
  digest_emails_enabled: flag.describe(
    'Whether people who were away for days are told by mail of what they missed.',
  ),
  digest_weekday: z
    .int()
    .min(0)
    .max(6)
    .optional()
    .describe('Day on which mail tells what people missed; 0 for Monday.'),
  jitsi_server_url: z
    .string()
    .max(200)
    .regex(/^(?:default|https?:\/\/[^\s/?#]+[^\s]*)$/)
    .optional()
    .describe('Address of the Jitsi server for video calls; `default` for the usual one.'),
  video_chat_provider: z
    .int()
    .min(0)
    .max(1)
    .optional()
    .describe('Who provides video calls: 0 for nobody, 1 for Jitsi.'),
  moderation_request_channel_id: z
    .int()
    .optional()
    .describe('Id of the private channel in which reports of messages appear; -1 for none.'),
  ...groups,
}
