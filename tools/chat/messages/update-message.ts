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
    message_id: z.int(),
    topic: z
      .string()
      .optional()
      .describe('New topic; a check mark before the old one resolves the topic.'),
    propagate_mode: z
      .enum(['change_one', 'change_later', 'change_all'])
      .default('change_one')
      .describe('Whether to move this message, also later ones, or the whole topic.'),
    send_notification_to_old_thread: z
      .boolean()
      .default(false)
      .describe('Leave a note where the messages were.'),
    send_notification_to_new_thread: z
      .boolean()
      .default(true)
      .describe('Leave a note where the messages are now.'),
    content: z.string().optional().describe('New text in Markdown.'),
    prev_content_sha256: z
      .string()
      .optional()
      .describe(
        'SHA-256 in hex of the stored content as the client knows it; the edit fails where it differs.',
      ),
    stream_id: z.int().optional().describe('Id of the channel to move to.'),
  }),
  output: z.object({
    detached_uploads: z.array(attachmentSchema),
  }),
  async run({ input, chat, actor }) {
    const { edit } = await import('../../../src/chat/messages/edit/edit-message.ts')
    const { detached: detached_uploads } = await edit(chat, actor, {
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
    description:
      'Edit a chat message of yours. resolve_topic and move_messages change where messages are.',
    input: ({ message_id, content, topic }) => ({
      message_id,
      content,
      topic: topic.describe('New name of the topic.'),
    }),
    output: z.object({ id: z.int() }),
    text: ({ id }) => `Changed message ${id}.`,
    async run({ input }, update, { given }) {
      const { topic } = input
      const isFromItOn = topic !== undefined && given['propagate_mode'] === undefined
      // A check mark is about the whole topic: from one message on, it would part it.
      const mode = topic?.trimStart().startsWith('✔') ? 'change_all' : 'change_later'
      await update({ ...input, ...(isFromItOn ? { propagate_mode: mode } : {}) })
      return { id: input.message_id }
    },
  },
})
