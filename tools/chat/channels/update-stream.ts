import { z } from 'zod'
import { channelGroupChanges } from '../../../src/chat/channels/inputs.ts'
import { TOPICS_POLICIES } from '../../../src/chat/channels/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { CHANNEL_NAME_MAX_CHARS, CHANNEL_DESCRIPTION_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `update_stream`: properties and permissions of a channel. */
export const updateStream = defineChatOperation({
  name: 'update_stream',
  title: 'Update channel',
  description: 'Change name, description, privacy, topic rules or permissions of a channel.',
  http: { method: 'PATCH', path: '/streams/{stream_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    new_name: nameUpTo(CHANNEL_NAME_MAX_CHARS).optional(),
    description: nameUpTo(CHANNEL_DESCRIPTION_MAX_CHARS)
      .optional()
      .describe('New description, in Markdown.'),
    is_private: z.boolean().optional().describe('Whether the channel is private or public.'),
    is_web_public: z
      .boolean()
      .optional()
      .describe('Whether messages can be read without an account.'),
    history_public_to_subscribers: z
      .boolean()
      .optional()
      .describe('Whether new subscribers read what was sent before they came.'),
    is_default_stream: z.boolean().optional().describe('Whether new accounts are subscribed.'),
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
    is_archived: z
      .literal(false)
      .optional()
      .describe('false takes the channel out of the archive.'),
    ...channelGroupChanges,
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { updateChannel } = await import('../../../src/chat/channels/update-channel.ts')
    await updateChannel(chat, actor, input)
    return {}
  },
  agent: { keeps: ['new_name', 'description', 'is_private'] },
})
