import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { attachmentSchema } from '../../../src/chat/files/attachment-record.ts'
import type { Call } from '../../../src/contract/operation.ts'

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
    async run(call, update, { given }) {
      const { input } = call
      const { topic } = input
      const isFromItOn = topic !== undefined && given['propagate_mode'] === undefined
      const mode = isFromItOn ? await modeFor(call, topic) : undefined
      await update({ ...input, ...(mode === undefined ? {} : { propagate_mode: mode }) })
      return { id: input.message_id }
    },
  },
})

type Edit = Call<{ message_id: number }>

/** A check mark is about the whole topic, to set it and to take it back: from one message on, it would part the topic. */
async function modeFor(call: Edit, topic: string): Promise<'change_all' | 'change_later'> {
  if (topic.trimStart().startsWith('✔')) return 'change_all'
  const { unresolvedName, topicKey } = await import('../../../src/chat/topics/topic.ts')
  const { getMessage } = await import('./get-message.ts')
  const input = getMessage.input.parse({ message_id: call.input.message_id })
  // What cannot be read is refused by the edit itself.
  const found = await getMessage.run({ ...call, input }).catch(() => undefined)
  const subject = found?.message['subject']
  const now = typeof subject === 'string' ? subject : ''
  const isUnresolved =
    now !== unresolvedName(now) && topicKey(unresolvedName(now)) === topicKey(topic)
  return isUnresolved ? 'change_all' : 'change_later'
}
