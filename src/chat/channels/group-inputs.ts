import { groupSetting, groupSettingChange } from '../groups/setting-value.ts'

const setting = groupSetting.optional()
const change = groupSettingChange.optional()

/** Group settings of a new channel, as parameters: a group id, or members and subgroups (spec 2.2). */
export const channelGroupInputs = {
  can_add_subscribers_group: setting.describe('Who may add subscribers.'),
  can_administer_channel_group: setting.describe('Who may administer the channel.'),
  can_create_topic_group: setting.describe('Who may begin topics.'),
  can_delete_any_message_group: setting.describe('Who may delete any message.'),
  can_delete_own_message_group: setting.describe('Who may delete own messages.'),
  can_move_messages_out_of_channel_group: setting.describe('Who may move messages out.'),
  can_move_messages_within_channel_group: setting.describe('Who may move messages within.'),
  can_remove_subscribers_group: setting.describe('Who may remove subscribers.'),
  can_resolve_topics_group: setting.describe('Who may resolve topics.'),
  can_send_message_group: setting.describe('Who may send.'),
  can_subscribe_group: setting.describe('Who may subscribe themselves.'),
}

/** The same as parameters of a change, which may name the old value too. */
export const channelGroupChanges = {
  can_add_subscribers_group: change.describe('Who may add subscribers.'),
  can_administer_channel_group: change.describe('Who may administer the channel.'),
  can_create_topic_group: change.describe('Who may begin topics.'),
  can_delete_any_message_group: change.describe('Who may delete any message.'),
  can_delete_own_message_group: change.describe('Who may delete own messages.'),
  can_move_messages_out_of_channel_group: change.describe('Who may move messages out.'),
  can_move_messages_within_channel_group: change.describe('Who may move messages within.'),
  can_remove_subscribers_group: change.describe('Who may remove subscribers.'),
  can_resolve_topics_group: change.describe('Who may resolve topics.'),
  can_send_message_group: change.describe('Who may send.'),
  can_subscribe_group: change.describe('Who may subscribe themselves.'),
}
