import { z } from 'zod'
import { addChannel } from '../../../src/chat/actions/channels/add-channel.ts'
import { channelOf } from '../../../src/chat/actions/channels/subscribe.ts'
import { requireCreation } from '../../../src/chat/channels/creation.ts'
import { channelGroupInputs } from '../../../src/chat/channels/group-inputs.ts'
import { principalUsers } from '../../../src/chat/channels/principals.ts'
import { channelProperties } from '../../../src/chat/channels/property-inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { loadMember } from '../../../src/chat/viewer.ts'
import { reader, writeChat } from '../../../src/chat/write.ts'

/** Operation `create_channel` (named in chat spec 4.10): a new channel with its first subscribers. */
export const createChannel = defineChatOperation({
  name: 'create_channel',
  title: 'Create channel',
  description: 'Create a channel and subscribe its first users.',
  http: { method: 'POST', path: '/channels/create' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    name: z.string().describe('Name, at most 60 characters.'),
    description: z.string().optional().describe('Markdown, at most 1,024 characters.'),
    subscribers: z.array(z.int()).default([]).describe('User ids of the first subscribers.'),
    announce: z.boolean().default(false).describe('Accepted; nothing is announced.'),
    send_new_subscription_messages: z.boolean().default(true).describe('Accepted; none are sent.'),
    ...channelProperties,
    ...channelGroupInputs,
  }),
  output: z.object({ id: z.int() }),
  async run({ input, chat, actor }) {
    const db = reader(chat)
    requireCreation(await loadMember(db, actor, chat.now().getTime()), input)
    const subscribers = await principalUsers(chat, db, input.subscribers)
    const { name, description } = input
    const properties = { ...channelOf(input), name, description, creator: actor.user, subscribers }
    const { id } = await writeChat(chat, async (unit) => addChannel(chat, unit, properties))
    return { id }
  },
})
