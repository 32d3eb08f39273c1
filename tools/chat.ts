import type { AnyOperation } from '../src/operation.ts'
import { getServerSettings } from './chat/server/get-server-settings.ts'
import { updateRealm } from './chat/server/update-realm.ts'
import { chatWaitForEvents } from './chat/events/chat-wait-for-events.ts'
import { deleteQueue } from './chat/events/delete-queue.ts'
import { getEvents } from './chat/events/get-events.ts'
import { registerQueue } from './chat/events/register-queue.ts'
import { deleteMessage } from './chat/messages/delete-message.ts'
import { getMessageHistory } from './chat/messages/get-message-history.ts'
import { checkMessagesMatchNarrow } from './chat/messages/check-messages-match-narrow.ts'
import { getMessages } from './chat/messages/get-messages.ts'
import { updateMessageFlagsForNarrow } from './chat/messages/update-message-flags-for-narrow.ts'
import { getMessage } from './chat/messages/get-message.ts'
import { renderMessage } from './chat/messages/render-message.ts'
import { sendMessage } from './chat/messages/send-message.ts'
import { updateMessageFlags } from './chat/messages/update-message-flags.ts'
import { updateMessage } from './chat/messages/update-message.ts'
import { addReaction } from './chat/reactions/add-reaction.ts'
import { removeReaction } from './chat/reactions/remove-reaction.ts'
import { archiveStream } from './chat/channels/archive-stream.ts'
import { createChannel } from './chat/channels/create-channel.ts'
import { getStreamTopics } from './chat/channels/get-stream-topics.ts'
import { getStreams } from './chat/channels/get-streams.ts'
import { getSubscriptions } from './chat/channels/get-subscriptions.ts'
import { subscribe } from './chat/channels/subscribe.ts'
import { unsubscribe } from './chat/channels/unsubscribe.ts'
import { updateStream } from './chat/channels/update-stream.ts'
import { createUser } from './chat/users/create-user.ts'
import { fetchApiKey } from './chat/users/fetch-api-key.ts'
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

/** The operations of the team chat, by subject. */
export const chatOperations: readonly AnyOperation[] = [
  getServerSettings,
  updateRealm,
  chatWaitForEvents,
  deleteQueue,
  getEvents,
  registerQueue,
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
  fetchApiKey,
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
]
