// Written by `npm run docs`, of what the files in tools/chat hold.
import type { AnyOperation } from '../src/contract/operation.ts'
import { chatWaitForEvents } from './chat/events/chat-wait-for-events.ts'
import { ask } from './chat/events/ask.ts'
import { getMessages } from './chat/messages/get-messages.ts'
import { sendMessage } from './chat/messages/send-message.ts'
import { getStreamTopics } from './chat/topics/get-stream-topics.ts'
import { getStreams } from './chat/channels/get-streams.ts'
import { getUsers } from './chat/users/get-users.ts'
import { updateMessage } from './chat/messages/update-message.ts'
import { addReaction } from './chat/messages/add-reaction.ts'
import { updateStatus } from './chat/presence/update-status.ts'
import { moveMessages } from './chat/topics/move-messages.ts'
import { resolveTopic } from './chat/topics/resolve-topic.ts'
import { createScheduledMessage } from './chat/personal/create-scheduled-message.ts'
import { createMessageReminder } from './chat/personal/create-message-reminder.ts'
import { uploadFile } from './chat/files/upload-file.ts'
import { getEvents } from './chat/events/get-events.ts'
import { getPresence } from './chat/presence/get-presence.ts'

/** The operations of the team chat in the default list of tools, tier `core` before tier `standard`, and those whose results are resources. */
export const chatTools: readonly AnyOperation[] = [
  chatWaitForEvents,
  ask,
  getMessages,
  sendMessage,
  getStreamTopics,
  getStreams,
  getUsers,
  updateMessage,
  addReaction,
  updateStatus,
  moveMessages,
  resolveTopic,
  createScheduledMessage,
  createMessageReminder,
  uploadFile,
  getEvents,
  getPresence,
]
