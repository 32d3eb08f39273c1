import { z } from 'zod'
import { channelGroupInputs } from '../../../src/chat/channels/inputs.ts'
import { channelProperties } from '../../../src/chat/channels/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import {
  CALL_MAX_USERS,
  CHANNEL_DESCRIPTION_MAX_CHARS,
  CHANNEL_NAME_MAX_CHARS,
} from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `create_channel` (named in chat spec 4.10): a new channel with its first subscribers. */
export const createChannel = defineChatOperation({
  name: 'create_channel',
  title: 'Create channel',
  description: 'Create a channel and subscribe its first users.',
  http: { method: 'POST', path: '/channels/create' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'more',
  input: z.object({
    name: nameUpTo(CHANNEL_NAME_MAX_CHARS),
    description: nameUpTo(CHANNEL_DESCRIPTION_MAX_CHARS)
      .optional()
      .describe('Written in Markdown.'),
    subscribers: z
      .array(z.int())
      .max(CALL_MAX_USERS)
      .default([])
      .describe('User ids of the first subscribers.'),
    announce: z
      .boolean()
      .default(false)
      .describe('Announce new public channels, where the organization has a channel for that.'),
    send_new_subscription_messages: z
      .boolean()
      .default(true)
      .describe('Tell people whom somebody else subscribes, by a message to each.'),
    ...channelProperties,
    ...channelGroupInputs,
  }),
  output: z.object({ id: z.int() }),
  async run({ input, chat, actor }) {
    const { createChannel: create } = await import('../../../src/chat/channels/create-channel.ts')
    const { id } = await create(chat, actor, input)
    return { id }
  },
  agent: {
    description: 'Make a new channel with its first users, yourself among them.',
    names: { subscribers: 'user' },
    groupsRest: true,
    input: ({ name, description, subscribers, invite_only }) => ({
      name,
      description,
      subscribers: subscribers.default([]),
      invite_only,
      join: z.boolean().default(true).describe('Subscribe yourself, too.'),
    }),
    async run(call, create) {
      const { join, subscribers, ...wish } = call.input
      if (!join) return create({ ...wish, subscribers })
      const { ownIdOf } = await import('../../../src/chat/agent/names.ts')
      return create({ ...wish, subscribers: [...new Set([...subscribers, await ownIdOf(call)])] })
    },
  },
})
