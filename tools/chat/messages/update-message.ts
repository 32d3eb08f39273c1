import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { attachmentSchema } from '../../../src/chat/files/attachment-record.ts'

/** Operation `update_message` (chat spec 4.2): edits, moves, or resolves. */
export const updateMessage = defineChatOperation({
  name: 'update_message',
  title: 'Edit a message',
  description: 'Edit the content of a message, move it and its topic, or resolve the topic.',
  http: {
    method: 'PATCH',
    path: '/messages/{message_id}',
    isSpecified: true,
    aliases: { subject: 'topic' },
  },
  effects: { readOnly: false, destructive: true, idempotent: false },
  tier: 'standard',
  input: z.object({
    message_id: z.int().describe('Id.'),
    topic: z.string().optional().describe('New topic; with a check mark before it, resolved.'),
    propagate_mode: z
      .enum(['change_one', 'change_later', 'change_all'])
      .default('change_one')
      .describe('Move this message, it and later ones, or the whole topic.'),
    send_notification_to_old_thread: z.boolean().default(false).describe('Leave a note there.'),
    send_notification_to_new_thread: z.boolean().default(true).describe('Leave a note there.'),
    content: z.string().optional().describe('New Markdown.'),
    prev_content_sha256: z
      .string()
      .optional()
      .describe('SHA-256 in hex of the content that the client believes is stored.'),
    stream_id: z.int().optional().describe('Id of the channel to move to.'),
  }),
  output: z.object({
    detached_uploads: z.array(attachmentSchema),
  }),
  async run({ input, chat, actor }) {
    const { edit } = await import('../../../src/chat/messages/edit/edit-message.ts')
    const detached_uploads = await edit(chat, actor, {
      messageId: input.message_id,
      topic: input.topic,
      channelId: input.stream_id,
      content: input.content,
      prevContentSha256: input.prev_content_sha256,
      mode: input.propagate_mode,
      notifyOldThread: input.send_notification_to_old_thread,
      notifyNewThread: input.send_notification_to_new_thread,
    })
    return { detached_uploads }
  },
  agent: {
    description: 'Edit an own chat message, or rename the topic from it on.',
    input: ({ message_id, content, topic }) => ({
      message_id,
      content,
      topic: topic.describe('New topic.'),
    }),
    output: z.object({ id: z.int() }),
    text: ({ id }) => `Changed message ${id}.`,
    async run({ input }, update, { given }) {
      const isFromItOn = input.topic !== undefined && given['propagate_mode'] === undefined
      await update({ ...input, ...(isFromItOn ? { propagate_mode: 'change_later' } : {}) })
      return { id: input.message_id }
    },
  },
})
