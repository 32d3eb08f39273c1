import { z } from 'zod'
import { exportSchema } from '../../moving/export/export-record.ts'
import { REALM_GROUP_DEFAULTS, type RealmGroupSetting } from '../../organization/realm-settings.ts'
import { USER_SETTING_DEFAULTS, type UserSetting } from '../../personal/user-settings.ts'
import { defineEvent, defineFittedEvent } from './define.ts'
import {
  emojiRecord,
  fieldRecord,
  fieldsNamed,
  groupSettingRecord,
  linkifierRecord,
  playgroundRecord,
} from './records.ts'

const realmGroupNames = Object.keys(REALM_GROUP_DEFAULTS) as RealmGroupSetting[]

/** Seconds, or null for no limit. */
const limit = z.int().nullable().exactOptional()
const flag = z.boolean().exactOptional()

/** Settings of the organization, those that were changed. */
const realmData = z.strictObject({
  name: z.string().exactOptional(),
  description: z.string().exactOptional(),
  allow_message_editing: flag,
  message_content_edit_limit_seconds: limit,
  message_content_delete_limit_seconds: limit,
  move_messages_within_stream_limit_seconds: limit,
  move_messages_between_streams_limit_seconds: limit,
  message_edit_history_visibility_policy: z.enum(['all', 'moves', 'none']).exactOptional(),
  topics_policy: z.enum(['allow_empty_topic', 'disable_empty_topic']).exactOptional(),
  waiting_period_threshold: z.int().exactOptional(),
  enable_read_receipts: flag,
  presence_disabled: flag,
  message_retention_days: z.int().exactOptional(),
  emails_restricted_to_domains: flag,
  email_changes_disabled: flag,
  name_changes_disabled: flag,
  inline_url_embed_preview: flag,
  invite_required: flag,
  send_channel_events_messages: flag,
  sign_up_closed: flag,
  welcome_message_custom_text: z.string().exactOptional(),
  signup_announcements_stream_id: z.int().exactOptional(),
  new_stream_announcements_stream_id: z.int().exactOptional(),
  moderation_request_channel_id: z.int().exactOptional(),
  digest_emails_enabled: flag,
  digest_weekday: z.int().exactOptional(),
  jitsi_server_url: z.string().nullable().exactOptional(),
  video_chat_provider: z.int().exactOptional(),
  ...fieldsNamed(realmGroupNames, groupSettingRecord.exactOptional()),
})

const emojiType = z.literal('realm_emoji')

const wholeEmoji = {
  type: emojiType,
  op: z.literal('update'),
  realm_emoji: z.record(z.string(), emojiRecord),
}

const addedEmoji = { op: z.literal('add'), emoji: emojiRecord }

const changedEmoji = {
  op: z.literal('update_one'),
  emoji_id: z.string(),
  data: z.strictObject({ deactivated: z.boolean() }),
}

const realmDomain = z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() })

function pictureForm<Name extends string, Data extends z.ZodRawShape>(name: Name, data: Data) {
  return z.strictObject({
    type: z.literal('realm'),
    op: z.literal('update_dict'),
    property: z.literal(name),
    data: z.strictObject(data),
  })
}

/** Events about the organization and what it customizes. */
export const organizationEvents = [
  defineEvent(
    { since: 0, sent: 'Settings of the organization, or a picture of it, were changed.' },
    z.strictObject({
      type: z.literal('realm'),
      op: z.literal('update_dict'),
      property: z.literal('default'),
      data: realmData,
    }),
    pictureForm('icon', { icon_url: z.string(), icon_source: z.string() }),
    pictureForm('logo', { logo_url: z.string(), logo_source: z.string() }),
    pictureForm('night_logo', { night_logo_url: z.string(), night_logo_source: z.string() }),
  ),
  defineFittedEvent(
    { since: 0, sent: 'A custom emoji was added, or taken out of use.' },
    {
      stored: [
        z.strictObject({
          ...wholeEmoji,
          change: z.union([z.strictObject(addedEmoji), z.strictObject(changedEmoji)]),
        }),
      ],
      // The change alone for clients with the capability `individual_emoji_changes`.
      clientForms: [
        z.strictObject(wholeEmoji),
        z.strictObject({ type: emojiType, ...addedEmoji }),
        z.strictObject({ type: emojiType, ...changedEmoji }),
      ],
    },
  ),
  defineEvent(
    { since: 54, sent: 'The patterns that become links were changed; holds all of them.' },
    z.strictObject({
      type: z.literal('realm_linkifiers'),
      realm_linkifiers: z.array(linkifierRecord),
    }),
  ),
  defineEvent(
    { since: 49, sent: 'The places to run code were changed; holds all of them.' },
    z.strictObject({
      type: z.literal('realm_playgrounds'),
      realm_playgrounds: z.array(playgroundRecord),
    }),
  ),
  defineEvent(
    { since: 0, sent: 'A domain whose addresses may join was added, or changed.' },
    z.strictObject({
      type: z.literal('realm_domains'),
      op: z.enum(['add', 'change']),
      realm_domain: realmDomain,
    }),
  ),
  defineEvent(
    { since: 0, sent: 'A domain whose addresses may join was removed.' },
    z.strictObject({
      type: z.literal('realm_domains'),
      op: z.literal('remove'),
      domain: z.string(),
    }),
  ),
  defineEvent(
    { since: 95, sent: 'A setting with which accounts begin was changed; one event for each.' },
    z.strictObject({
      type: z.literal('realm_user_settings_defaults'),
      op: z.literal('update'),
      property: z.enum([
        ...(Object.keys(USER_SETTING_DEFAULTS) as UserSetting[]),
        'email_address_visibility',
      ]),
      value: z.union([z.boolean(), z.int(), z.string()]),
    }),
  ),
  defineEvent(
    {
      since: 0,
      sent: 'An export was asked for, written or removed; for administrators, holds all of them.',
    },
    z.strictObject({ type: z.literal('realm_export'), exports: z.array(exportSchema) }),
  ),
  defineEvent(
    { since: 0, sent: 'An invitation was made, used or revoked; for who may see it.' },
    z.strictObject({ type: z.literal('invites_changed') }),
  ),
  defineEvent(
    { since: 0, sent: 'The fields of profiles were changed; holds all of them.' },
    z.strictObject({ type: z.literal('custom_profile_fields'), fields: z.array(fieldRecord) }),
  ),
] as const
