import { z } from 'zod'
import { groupSetting, groupSettingChange } from '../groups/setting-value.ts'
import { CALL_MAX_USERS } from '../limits.ts'

const setting = groupSetting.optional()
const change = groupSettingChange.optional()

/** Group settings of a new channel, as parameters: a group id, or members and subgroups (spec 2.2). */
export const channelGroupInputs = {
  can_add_subscribers_group: setting.describe('Who may add subscribers.'),
  can_administer_channel_group: setting.describe('Who may administer the channel.'),
  can_create_topic_group: setting.describe('Who may begin new topics.'),
  can_delete_any_message_group: setting.describe('Who may delete any message.'),
  can_delete_own_message_group: setting.describe('Who may delete messages of their own.'),
  can_move_messages_out_of_channel_group: setting.describe(
    'Who may move messages to other channels.',
  ),
  can_move_messages_within_channel_group: setting.describe(
    'Who may move messages to other topics of the channel.',
  ),
  can_remove_subscribers_group: setting.describe('Who may remove subscribers.'),
  can_resolve_topics_group: setting.describe('Who may resolve topics.'),
  can_send_message_group: setting.describe('Who may send messages.'),
  can_subscribe_group: setting.describe('Who may subscribe themselves.'),
}

/** Group settings of a channel, as parameters of a change, which may name the old value too. */
export const channelGroupChanges = {
  can_add_subscribers_group: change.describe('Who may add subscribers.'),
  can_administer_channel_group: change.describe('Who may administer the channel.'),
  can_create_topic_group: change.describe('Who may begin new topics.'),
  can_delete_any_message_group: change.describe('Who may delete any message.'),
  can_delete_own_message_group: change.describe('Who may delete messages of their own.'),
  can_move_messages_out_of_channel_group: change.describe(
    'Who may move messages to other channels.',
  ),
  can_move_messages_within_channel_group: change.describe(
    'Who may move messages to other topics of the channel.',
  ),
  can_remove_subscribers_group: change.describe('Who may remove subscribers.'),
  can_resolve_topics_group: change.describe('Who may resolve topics.'),
  can_send_message_group: change.describe('Who may send messages.'),
  can_subscribe_group: change.describe('Who may subscribe themselves.'),
}

/** Users named by id or, as older clients do, by API e-mail. */
export const principals = z.union([
  z.array(z.int()).max(CALL_MAX_USERS),
  z.array(z.string()).max(CALL_MAX_USERS),
])

/** Users as `principals` takes them. */
export type Principals = z.infer<typeof principals>

/** Rules for topics that a channel can have (spec 2.2). */
export const TOPICS_POLICIES = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const

/** Properties of a new channel, as parameters (spec 2.2). */
export const channelProperties = {
  invite_only: z.boolean().default(false).describe('Make the channel private.'),
  is_web_public: z.boolean().default(false).describe('Let messages be read without an account.'),
  is_default_stream: z.boolean().default(false).describe('Subscribe new accounts from now on.'),
  history_public_to_subscribers: z
    .boolean()
    .optional()
    .describe('Whether subscribers of a private channel read what was sent before they came.'),
  message_retention_days: z
    .union([z.int(), z.string()])
    .optional()
    .describe('Days until messages are deleted, `realm_default` or `unlimited`.'),
  topics_policy: z
    .enum(TOPICS_POLICIES)
    .optional()
    .describe('Whether messages may or must be without a topic.'),
  folder_id: z
    .int()
    .nullable()
    .optional()
    .describe('Id of the folder that the channel is in; null for none.'),
}
