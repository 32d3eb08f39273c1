// Written by `npm run docs`, of what the files in tools/chat hold.
import type { AnyOperation } from '../src/contract/operation.ts'
import { chatWaitForEvents } from './chat/events/chat-wait-for-events.ts'
import { ask } from './chat/events/ask.ts'
import { getMessages } from './chat/messages/get-messages.ts'
import { sendMessage } from './chat/messages/send-message.ts'
import { getStreamTopics } from './chat/topics/get-stream-topics.ts'
import { getStreams } from './chat/channels/get-streams.ts'
import { subscribe } from './chat/channels/subscribe.ts'
import { getUsers } from './chat/users/get-users.ts'
import { deleteQueue } from './chat/events/delete-queue.ts'
import { getEvents } from './chat/events/get-events.ts'
import { registerQueue } from './chat/events/register-queue.ts'
import { deleteMessage } from './chat/messages/delete-message.ts'
import { checkMessagesMatchNarrow } from './chat/narrow/check-messages-match-narrow.ts'
import { getMessage } from './chat/messages/get-message.ts'
import { updateMessageFlags } from './chat/messages/update-message-flags.ts'
import { updateMessageFlagsForNarrow } from './chat/messages/update-message-flags-for-narrow.ts'
import { updateMessage } from './chat/messages/update-message.ts'
import { addReaction } from './chat/messages/add-reaction.ts'
import { removeReaction } from './chat/messages/remove-reaction.ts'
import { createChannel } from './chat/channels/create-channel.ts'
import { getSubscriptions } from './chat/channels/get-subscriptions.ts'
import { unsubscribe } from './chat/channels/unsubscribe.ts'
import { jwtFetchApiKey } from './chat/users/jwt-fetch-api-key.ts'
import { getOwnUser } from './chat/users/get-own-user.ts'
import { getUserByEmail } from './chat/users/get-user-by-email.ts'
import { getPresence } from './chat/presence/get-presence.ts'
import { getUserStatus } from './chat/presence/get-user-status.ts'
import { setTypingStatus } from './chat/presence/set-typing-status.ts'
import { updatePresence } from './chat/presence/update-presence.ts'
import { updateStatusForUser } from './chat/presence/update-status-for-user.ts'
import { updateStatus } from './chat/presence/update-status.ts'
import { getLinkifiers } from './chat/organization/get-linkifiers.ts'
import { updateLinkifier } from './chat/organization/update-linkifier.ts'
import { addCodePlayground } from './chat/organization/add-code-playground.ts'
import { addRealmDomain } from './chat/organization/add-realm-domain.ts'
import { patchRealmDomain } from './chat/organization/patch-realm-domain.ts'
import { editNavigationView } from './chat/personal/edit-navigation-view.ts'
import { createDrafts } from './chat/personal/create-drafts.ts'
import { updateUserGroupMembers } from './chat/groups/update-user-group-members.ts'
import { updateSettings } from './chat/personal/update-settings.ts'
import { updateProfileData } from './chat/users/update-profile-data.ts'
import { uploadFile } from './chat/files/upload-file.ts'
import { registerPushDevice } from './chat/notifications/register-push-device.ts'
import { removeFcmToken } from './chat/notifications/remove-fcm-token.ts'

/** The operations of the team chat in the default list of tools: tier `core`, then tier `standard`. */
export const chatTools: readonly AnyOperation[] = [
  chatWaitForEvents,
  ask,
  getMessages,
  sendMessage,
  getStreamTopics,
  getStreams,
  subscribe,
  getUsers,
  deleteQueue,
  getEvents,
  registerQueue,
  deleteMessage,
  checkMessagesMatchNarrow,
  getMessage,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
  updateMessage,
  addReaction,
  removeReaction,
  createChannel,
  getSubscriptions,
  unsubscribe,
  jwtFetchApiKey,
  getOwnUser,
  getUserByEmail,
  getPresence,
  getUserStatus,
  setTypingStatus,
  updatePresence,
  updateStatusForUser,
  updateStatus,
  getLinkifiers,
  updateLinkifier,
  addCodePlayground,
  addRealmDomain,
  patchRealmDomain,
  editNavigationView,
  createDrafts,
  updateUserGroupMembers,
  updateSettings,
  updateProfileData,
  uploadFile,
  registerPushDevice,
  removeFcmToken,
]
