import { z } from 'zod'
import { attachmentSchema } from '../../files/attachment-record.ts'
import { folderSchema } from '../../folders/folder-record.ts'
import { linkifierSchema } from '../../organization/linkifier-record.ts'
import {
  CHANNEL_GROUP_DEFAULTS,
  type ChannelGroupSetting,
  GROUP_GROUP_DEFAULTS,
  type GroupGroupSetting,
} from '../../organization/realm-settings.ts'
import { draftSchema } from '../../personal/draft-record.ts'
import { reminderSchema } from '../../personal/reminder-record.ts'
import { scheduledSchema } from '../../personal/scheduled-record.ts'
import { snippetSchema } from '../../personal/snippet-record.ts'
import { viewSchema } from '../../personal/view-record.ts'
import { fieldSchema } from '../../users/profile-fields.ts'
import { userSchema } from '../../users/user-schema.ts'
import { eventRecords } from './define.ts'

/** Ids of messages, users, channels or groups. */
export const ids = z.array(z.int())

/** A group setting (spec 2.2): a named group, or members and groups of its own. */
export const groupSettingRecord = z
  .union([z.int(), z.strictObject({ direct_members: ids, direct_subgroups: ids })])
  .register(eventRecords, { id: 'GroupSetting' })

/** One field of the same kind for each name. */
export function fieldsNamed<Name extends string, Field extends z.ZodType>(
  names: readonly Name[],
  field: Field,
): Record<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>
}

/** Names of the group settings of a channel. */
export const channelGroupNames = Object.keys(CHANNEL_GROUP_DEFAULTS) as ChannelGroupSetting[]

/** Names of the group settings of a group. */
export const groupGroupNames = Object.keys(GROUP_GROUP_DEFAULTS) as GroupGroupSetting[]

const channelFields = {
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  stream_post_policy: z.int(),
  is_announcement_only: z.boolean(),
  message_retention_days: z.int().nullable(),
  history_public_to_subscribers: z.boolean(),
  topics_policy: z.string(),
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullable(),
  is_recently_active: z.boolean(),
  subscriber_count: z.int(),
  stream_weekly_traffic: z.int().nullable(),
  ...fieldsNamed(channelGroupNames, groupSettingRecord),
}

/** A channel (spec 2.2). */
export const channelRecord = z.strictObject(channelFields).register(eventRecords, { id: 'Channel' })

/** A subscribed channel (spec 2.3). */
export const subscriptionRecord = z
  .strictObject({
    ...channelFields,
    subscribers: ids.exactOptional(),
    partial_subscribers: ids.exactOptional(),
    desktop_notifications: z.boolean().nullable(),
    email_notifications: z.boolean().nullable(),
    wildcard_mentions_notify: z.boolean().nullable(),
    push_notifications: z.boolean().nullable(),
    audible_notifications: z.boolean().nullable(),
    pin_to_top: z.boolean(),
    is_muted: z.boolean(),
    in_home_view: z.boolean(),
    color: z.string(),
  })
  .register(eventRecords, { id: 'Subscription' })

/** A group of users. */
export const groupRecord = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    members: ids,
    direct_subgroup_ids: ids,
    creator_id: z.int().nullable(),
    date_created: z.int().nullable(),
    is_system_group: z.boolean(),
    deactivated: z.boolean(),
    ...fieldsNamed(groupGroupNames, groupSettingRecord),
  })
  .register(eventRecords, { id: 'Group' })

/** A user (spec 2.1). */
export const userRecord = userSchema.strict().register(eventRecords, { id: 'User' })

/** Links in a topic. */
export const topicLinks = z.array(z.strictObject({ text: z.string(), url: z.string() }))

/** The widget of a message, or an action on it. */
export const submessageFields = {
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string(),
}

const submessage = z
  .strictObject({ id: z.int(), ...submessageFields })
  .register(eventRecords, { id: 'Submessage' })

/** The fields of a message (spec 2.4) but for its content. */
export const messageFields = {
  id: z.int(),
  sender_id: z.int(),
  sender_full_name: z.string(),
  sender_email: z.string(),
  sender_realm_str: z.string(),
  recipient_id: z.int(),
  type: z.enum(['stream', 'private']),
  stream_id: z.int().exactOptional(),
  display_recipient: z.union([
    z.string(),
    z.array(
      z.strictObject({
        id: z.int(),
        email: z.string(),
        full_name: z.string(),
        is_mirror_dummy: z.boolean(),
      }),
    ),
  ]),
  subject: z.string(),
  client: z.string(),
  timestamp: z.int(),
  is_me_message: z.boolean(),
  last_edit_timestamp: z.int().exactOptional(),
  last_moved_timestamp: z.int().exactOptional(),
  reactions: z.tuple([]),
  submessages: z.array(submessage),
  topic_links: topicLinks,
}

/** An emoji, named in the namespace of its type (spec 2.7). */
export const emojiFields = {
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.string(),
}

/** A custom emoji. */
export const emojiRecord = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    source_url: z.string(),
    still_url: z.string().nullable(),
    deactivated: z.boolean(),
    author_id: z.int().nullable(),
  })
  .register(eventRecords, { id: 'Emoji' })

/** A pattern of the organization (spec 2.9). */
export const linkifierRecord = linkifierSchema.strict().register(eventRecords, { id: 'Linkifier' })

/** A place to run code (spec 2.10). */
export const playgroundRecord = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    highlighter_language: z.string(),
    pygments_language: z.string(),
    url_template: z.string(),
  })
  .register(eventRecords, { id: 'Playground' })

/** A field of profiles. */
export const fieldRecord = fieldSchema.strict().register(eventRecords, { id: 'ProfileField' })

/** An upload (spec 2.6). */
export const attachmentRecord = attachmentSchema
  .strict()
  .register(eventRecords, { id: 'Attachment' })

/** A draft (spec 2.5). */
export const draftRecord = draftSchema.strict().register(eventRecords, { id: 'Draft' })

/** A saved snippet (spec 2.10). */
export const snippetRecord = snippetSchema.strict().register(eventRecords, { id: 'Snippet' })

/** A navigation view (spec 2.10). */
export const viewRecord = viewSchema.strict().register(eventRecords, { id: 'View' })

/** A reminder of a message. */
export const reminderRecord = reminderSchema.strict().register(eventRecords, { id: 'Reminder' })

/** A folder of channels. */
export const folderRecord = folderSchema.strict().register(eventRecords, { id: 'ChannelFolder' })

/** A message that waits to be sent. */
export const scheduledRecord = scheduledSchema
  .strict()
  .register(eventRecords, { id: 'ScheduledMessage' })
