import type { AnyOperation } from '../src/operation.ts'
import { chatWaitForEvents } from './chat/events/chat-wait-for-events.ts'
import { getMessages } from './chat/messages/get-messages.ts'
import { sendMessage } from './chat/messages/send-message.ts'
import { updateMessageFlagsForNarrow } from './chat/messages/update-message-flags-for-narrow.ts'
import { updateMessage } from './chat/messages/update-message.ts'
import { addReaction } from './chat/reactions/add-reaction.ts'
import { removeReaction } from './chat/reactions/remove-reaction.ts'
import { getStreamTopics } from './chat/channels/get-stream-topics.ts'
import { getStreams } from './chat/channels/get-streams.ts'
import { subscribe } from './chat/channels/subscribe.ts'
import { getOwnUser } from './chat/users/get-own-user.ts'
import { getUsers } from './chat/users/get-users.ts'

/** The operations of the team chat that models are offered too. */
export const chatTools: readonly AnyOperation[] = [
  chatWaitForEvents,
  getMessages,
  sendMessage,
  updateMessageFlagsForNarrow,
  updateMessage,
  addReaction,
  removeReaction,
  getStreamTopics,
  getStreams,
  subscribe,
  getOwnUser,
  getUsers,
]
