// Written by `npm run docs`, of what the files in tools/chat hold.
import type { AnyOperation } from '../src/contract/operation.ts'
import { getServerSettings } from './chat/organization/get-server-settings.ts'
import { updateRealm } from './chat/organization/update-realm.ts'
import { chatWaitForEvents } from './chat/events/chat-wait-for-events.ts'
import { deleteQueue } from './chat/events/delete-queue.ts'
import { getEvents } from './chat/events/get-events.ts'
import { registerQueue } from './chat/events/register-queue.ts'
import { ask } from './chat/events/ask.ts'
import { deleteMessage } from './chat/messages/delete-message.ts'
import { getMessageHistory } from './chat/messages/get-message-history.ts'
import { getMessages } from './chat/messages/get-messages.ts'
import { checkMessagesMatchNarrow } from './chat/narrow/check-messages-match-narrow.ts'
import { getMessage } from './chat/messages/get-message.ts'
import { renderMessage } from './chat/rendering/render-message.ts'
import { sendMessage } from './chat/messages/send-message.ts'
import { updateMessageFlags } from './chat/messages/update-message-flags.ts'
import { updateMessageFlagsForNarrow } from './chat/messages/update-message-flags-for-narrow.ts'
import { updateMessage } from './chat/messages/update-message.ts'
import { addReaction } from './chat/messages/add-reaction.ts'
import { removeReaction } from './chat/messages/remove-reaction.ts'
import { archiveStream } from './chat/channels/archive-stream.ts'
import { createChannel } from './chat/channels/create-channel.ts'
import { getStreamTopics } from './chat/topics/get-stream-topics.ts'
import { getStreams } from './chat/channels/get-streams.ts'
import { getSubscriptions } from './chat/channels/get-subscriptions.ts'
import { subscribe } from './chat/channels/subscribe.ts'
import { unsubscribe } from './chat/channels/unsubscribe.ts'
import { updateStream } from './chat/channels/update-stream.ts'
import { createUser } from './chat/users/create-user.ts'
import { createBot } from './chat/users/create-bot.ts'
import { updateBot } from './chat/users/update-bot.ts'
import { fetchApiKey } from './chat/users/fetch-api-key.ts'
import { jwtFetchApiKey } from './chat/users/jwt-fetch-api-key.ts'
import { getOwnUser } from './chat/users/get-own-user.ts'
import { getUserByEmail } from './chat/users/get-user-by-email.ts'
import { getUser } from './chat/users/get-user.ts'
import { getUsers } from './chat/users/get-users.ts'
import { getPresence } from './chat/presence/get-presence.ts'
import { getUserStatus } from './chat/presence/get-user-status.ts'
import { setTypingStatus } from './chat/presence/set-typing-status.ts'
import { updatePresence } from './chat/presence/update-presence.ts'
import { updateStatusForUser } from './chat/presence/update-status-for-user.ts'
import { updateStatus } from './chat/presence/update-status.ts'
import { createUserGroup } from './chat/groups/create-user-group.ts'
import { getUserGroupMembers } from './chat/groups/get-user-group-members.ts'
import { getUserGroups } from './chat/groups/get-user-groups.ts'
import { getLinkifiers } from './chat/organization/get-linkifiers.ts'
import { addLinkifier } from './chat/organization/add-linkifier.ts'
import { updateLinkifier } from './chat/organization/update-linkifier.ts'
import { removeLinkifier } from './chat/organization/remove-linkifier.ts'
import { reorderLinkifiers } from './chat/organization/reorder-linkifiers.ts'
import { getCustomEmoji } from './chat/organization/get-custom-emoji.ts'
import { deactivateCustomEmoji } from './chat/organization/deactivate-custom-emoji.ts'
import { getAlertWords } from './chat/personal/get-alert-words.ts'
import { addAlertWords } from './chat/personal/add-alert-words.ts'
import { removeAlertWords } from './chat/personal/remove-alert-words.ts'
import { addCodePlayground } from './chat/organization/add-code-playground.ts'
import { removeCodePlayground } from './chat/organization/remove-code-playground.ts'
import { getRealmDomains } from './chat/organization/get-realm-domains.ts'
import { addRealmDomain } from './chat/organization/add-realm-domain.ts'
import { patchRealmDomain } from './chat/organization/patch-realm-domain.ts'
import { deleteRealmDomain } from './chat/organization/delete-realm-domain.ts'
import { getNavigationViews } from './chat/personal/get-navigation-views.ts'
import { addNavigationView } from './chat/personal/add-navigation-view.ts'
import { editNavigationView } from './chat/personal/edit-navigation-view.ts'
import { removeNavigationView } from './chat/personal/remove-navigation-view.ts'
import { getSavedSnippets } from './chat/personal/get-saved-snippets.ts'
import { createSavedSnippet } from './chat/personal/create-saved-snippet.ts'
import { editSavedSnippet } from './chat/personal/edit-saved-snippet.ts'
import { deleteSavedSnippet } from './chat/personal/delete-saved-snippet.ts'
import { getStorage } from './chat/personal/get-storage.ts'
import { updateStorage } from './chat/personal/update-storage.ts'
import { removeStorage } from './chat/personal/remove-storage.ts'
import { getDrafts } from './chat/personal/get-drafts.ts'
import { createDrafts } from './chat/personal/create-drafts.ts'
import { editDraft } from './chat/personal/edit-draft.ts'
import { deleteDraft } from './chat/personal/delete-draft.ts'
import { updateUserGroupMembers } from './chat/groups/update-user-group-members.ts'
import { updateUserGroupSubgroups } from './chat/groups/update-user-group-subgroups.ts'
import { getUserGroupSubgroups } from './chat/groups/get-user-group-subgroups.ts'
import { getIsUserGroupMember } from './chat/groups/get-is-user-group-member.ts'
import { updateUserGroup } from './chat/groups/update-user-group.ts'
import { deactivateUserGroup } from './chat/groups/deactivate-user-group.ts'
import { updateSettings } from './chat/personal/update-settings.ts'
import { getCustomProfileFields } from './chat/users/get-custom-profile-fields.ts'
import { createCustomProfileField } from './chat/users/create-custom-profile-field.ts'
import { updateProfileData } from './chat/users/update-profile-data.ts'
import { removeProfileData } from './chat/users/remove-profile-data.ts'
import { getReadReceipts } from './chat/messages/get-read-receipts.ts'
import { markAllAsRead } from './chat/messages/mark-all-as-read.ts'
import { markStreamAsRead } from './chat/messages/mark-stream-as-read.ts'
import { markTopicAsRead } from './chat/topics/mark-topic-as-read.ts'
import { deleteTopic } from './chat/topics/delete-topic.ts'
import { getStreamId } from './chat/channels/get-stream-id.ts'
import { getStreamById } from './chat/channels/get-stream-by-id.ts'
import { getSubscribers } from './chat/channels/get-subscribers.ts'
import { getSubscriptionStatus } from './chat/channels/get-subscription-status.ts'
import { getUserChannels } from './chat/channels/get-user-channels.ts'
import { updateSubscriptionSettings } from './chat/channels/update-subscription-settings.ts'
import { updateSubscriptionProperty } from './chat/channels/update-subscription-property.ts'
import { updateUserTopic } from './chat/topics/update-user-topic.ts'
import { muteUser } from './chat/personal/mute-user.ts'
import { unmuteUser } from './chat/personal/unmute-user.ts'
import { getUserPresence } from './chat/presence/get-user-presence.ts'
import { updateUser } from './chat/users/update-user.ts'
import { deactivateUser } from './chat/users/deactivate-user.ts'
import { reactivateUser } from './chat/users/reactivate-user.ts'
import { muteTopic } from './chat/topics/mute-topic.ts'
import { moveMessages } from './chat/topics/move-messages.ts'
import { resolveTopic } from './chat/topics/resolve-topic.ts'
import { getScheduledMessages } from './chat/personal/get-scheduled-messages.ts'
import { createScheduledMessage } from './chat/personal/create-scheduled-message.ts'
import { updateScheduledMessage } from './chat/personal/update-scheduled-message.ts'
import { deleteScheduledMessage } from './chat/personal/delete-scheduled-message.ts'
import { createMessageReminder } from './chat/personal/create-message-reminder.ts'
import { deleteReminder } from './chat/personal/delete-reminder.ts'
import { getReminders } from './chat/personal/get-reminders.ts'
import { setTypingStatusForMessageEdit } from './chat/presence/set-typing-status-for-message-edit.ts'
import { reportMessage } from './chat/messages/report-message.ts'
import { getConversations } from './chat/messages/get-conversations.ts'
import { updateSubscriptions } from './chat/channels/update-subscriptions.ts'
import { addDefaultStream } from './chat/channels/add-default-stream.ts'
import { getStreamEmailAddress } from './chat/channels/get-stream-email-address.ts'
import { removeDefaultStream } from './chat/channels/remove-default-stream.ts'
import { deactivateOwnUser } from './chat/users/deactivate-own-user.ts'
import { endSessions } from './chat/users/end-sessions.ts'
import { getBotApiKey } from './chat/users/get-bot-api-key.ts'
import { getBots } from './chat/users/get-bots.ts'
import { getSessions } from './chat/users/get-sessions.ts'
import { regenerateApiKey } from './chat/users/regenerate-api-key.ts'
import { regenerateBotApiKey } from './chat/users/regenerate-bot-api-key.ts'
import { deleteCustomProfileField } from './chat/users/delete-custom-profile-field.ts'
import { reorderCustomProfileFields } from './chat/users/reorder-custom-profile-fields.ts'
import { updateCustomProfileField } from './chat/users/update-custom-profile-field.ts'
import { endConnectedProgram } from './chat/users/end-connected-program.ts'
import { getConnectedPrograms } from './chat/users/get-connected-programs.ts'
import { removeAvatar } from './chat/users/remove-avatar.ts'
import { updateUserByEmail } from './chat/users/update-user-by-email.ts'
import { uploadAvatar } from './chat/users/upload-avatar.ts'
import { uploadFile } from './chat/files/upload-file.ts'
import { uploadCustomEmoji } from './chat/organization/upload-custom-emoji.ts'
import { updateRealmUserSettingsDefaults } from './chat/organization/update-realm-user-settings-defaults.ts'
import { createBigBlueButtonVideoCall } from './chat/organization/create-big-blue-button-video-call.ts'
import { createConstructorGroupsVideoCall } from './chat/organization/create-constructor-groups-video-call.ts'
import { createNextcloudTalkVideoCall } from './chat/organization/create-nextcloud-talk-video-call.ts'
import { createWebexVideoCall } from './chat/organization/create-webex-video-call.ts'
import { exportRealm } from './chat/organization/export-realm.ts'
import { getRealmExportConsents } from './chat/organization/get-realm-export-consents.ts'
import { getRealmExports } from './chat/organization/get-realm-exports.ts'
import { removeRealmIcon } from './chat/organization/remove-realm-icon.ts'
import { removeRealmLogo } from './chat/organization/remove-realm-logo.ts'
import { uploadRealmIcon } from './chat/organization/upload-realm-icon.ts'
import { uploadRealmLogo } from './chat/organization/upload-realm-logo.ts'
import { getAttachments } from './chat/files/get-attachments.ts'
import { removeAttachment } from './chat/files/remove-attachment.ts'
import { getFileTemporaryUrl } from './chat/files/get-file-temporary-url.ts'
import { checkThumbnailStatus } from './chat/files/check-thumbnail-status.ts'
import { registerClientDevice } from './chat/notifications/register-client-device.ts'
import { removeClientDevice } from './chat/notifications/remove-client-device.ts'
import { registerPushDevice } from './chat/notifications/register-push-device.ts'
import { addFcmToken } from './chat/notifications/add-fcm-token.ts'
import { removeFcmToken } from './chat/notifications/remove-fcm-token.ts'
import { addApnsToken } from './chat/notifications/add-apns-token.ts'
import { removeApnsToken } from './chat/notifications/remove-apns-token.ts'
import { e2eeTestNotify } from './chat/notifications/e2ee-test-notify.ts'
import { testNotify } from './chat/notifications/test-notify.ts'
import { createInviteLink } from './chat/invitations/create-invite-link.ts'
import { getInvites } from './chat/invitations/get-invites.ts'
import { resendEmailInvite } from './chat/invitations/resend-email-invite.ts'
import { revokeEmailInvite } from './chat/invitations/revoke-email-invite.ts'
import { revokeInviteLink } from './chat/invitations/revoke-invite-link.ts'
import { sendInvites } from './chat/invitations/send-invites.ts'
import { testWelcomeMessage } from './chat/invitations/test-welcome-message.ts'
import { addSubmessage } from './chat/widgets/add-submessage.ts'
import { zcommand } from './chat/widgets/zcommand.ts'
import { createChannelFolder } from './chat/folders/create-channel-folder.ts'
import { getChannelFolders } from './chat/folders/get-channel-folders.ts'
import { patchChannelFolders } from './chat/folders/patch-channel-folders.ts'
import { updateChannelFolder } from './chat/folders/update-channel-folder.ts'

/** The operations of the team chat, by subject. */
export const chatOperations: readonly AnyOperation[] = [
  getServerSettings,
  updateRealm,
  chatWaitForEvents,
  deleteQueue,
  getEvents,
  registerQueue,
  ask,
  deleteMessage,
  getMessageHistory,
  getMessages,
  checkMessagesMatchNarrow,
  getMessage,
  renderMessage,
  sendMessage,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
  updateMessage,
  addReaction,
  removeReaction,
  archiveStream,
  createChannel,
  getStreamTopics,
  getStreams,
  getSubscriptions,
  subscribe,
  unsubscribe,
  updateStream,
  createUser,
  createBot,
  updateBot,
  fetchApiKey,
  jwtFetchApiKey,
  getOwnUser,
  getUserByEmail,
  getUser,
  getUsers,
  getPresence,
  getUserStatus,
  setTypingStatus,
  updatePresence,
  updateStatusForUser,
  updateStatus,
  createUserGroup,
  getUserGroupMembers,
  getUserGroups,
  getLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  reorderLinkifiers,
  getCustomEmoji,
  deactivateCustomEmoji,
  getAlertWords,
  addAlertWords,
  removeAlertWords,
  addCodePlayground,
  removeCodePlayground,
  getRealmDomains,
  addRealmDomain,
  patchRealmDomain,
  deleteRealmDomain,
  getNavigationViews,
  addNavigationView,
  editNavigationView,
  removeNavigationView,
  getSavedSnippets,
  createSavedSnippet,
  editSavedSnippet,
  deleteSavedSnippet,
  getStorage,
  updateStorage,
  removeStorage,
  getDrafts,
  createDrafts,
  editDraft,
  deleteDraft,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
  getUserGroupSubgroups,
  getIsUserGroupMember,
  updateUserGroup,
  deactivateUserGroup,
  updateSettings,
  getCustomProfileFields,
  createCustomProfileField,
  updateProfileData,
  removeProfileData,
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  deleteTopic,
  getStreamId,
  getStreamById,
  getSubscribers,
  getSubscriptionStatus,
  getUserChannels,
  updateSubscriptionSettings,
  updateSubscriptionProperty,
  updateUserTopic,
  muteUser,
  unmuteUser,
  getUserPresence,
  updateUser,
  deactivateUser,
  reactivateUser,
  muteTopic,
  moveMessages,
  resolveTopic,
  getScheduledMessages,
  createScheduledMessage,
  updateScheduledMessage,
  deleteScheduledMessage,
  createMessageReminder,
  deleteReminder,
  getReminders,
  setTypingStatusForMessageEdit,
  reportMessage,
  getConversations,
  updateSubscriptions,
  addDefaultStream,
  getStreamEmailAddress,
  removeDefaultStream,
  deactivateOwnUser,
  endSessions,
  getBotApiKey,
  getBots,
  getSessions,
  regenerateApiKey,
  regenerateBotApiKey,
  deleteCustomProfileField,
  reorderCustomProfileFields,
  updateCustomProfileField,
  endConnectedProgram,
  getConnectedPrograms,
  removeAvatar,
  updateUserByEmail,
  uploadAvatar,
  uploadFile,
  uploadCustomEmoji,
  updateRealmUserSettingsDefaults,
  createBigBlueButtonVideoCall,
  createConstructorGroupsVideoCall,
  createNextcloudTalkVideoCall,
  createWebexVideoCall,
  exportRealm,
  getRealmExportConsents,
  getRealmExports,
  removeRealmIcon,
  removeRealmLogo,
  uploadRealmIcon,
  uploadRealmLogo,
  getAttachments,
  removeAttachment,
  getFileTemporaryUrl,
  checkThumbnailStatus,
  registerClientDevice,
  removeClientDevice,
  registerPushDevice,
  addFcmToken,
  removeFcmToken,
  addApnsToken,
  removeApnsToken,
  e2eeTestNotify,
  testNotify,
  createInviteLink,
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
  sendInvites,
  testWelcomeMessage,
  addSubmessage,
  zcommand,
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,
]
