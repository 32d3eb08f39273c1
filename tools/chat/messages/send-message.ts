import { z } from 'zod'
import { conversationInputs } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { LOCAL_ID_MAX_CHARS } from '../../../src/chat/limits.ts'
import { readDestination } from '../../../src/chat/messages/destination.ts'
import type { Webhook } from '../../../src/contract/operation.ts'
import { once } from '../../../src/lib/once.ts'

const sending = once(() => import('../../../src/chat/messages/send-message.ts'))

/** Events of other services become messages. */
const webhook: Webhook = {
  name: 'post_event',
  title: 'Post an event of another service as a message',
  path: '/external/json',
  query: {
    stream: 'Channel, by name; a direct message to the owner of the bot when absent.',
    topic: 'Topic in it; `JSON` when absent.',
  },
  input({ content, said: { stream, topic = 'JSON' }, ownerId }) {
    const event = JSON.stringify(content, null, 2).replaceAll('```', "'''")
    return {
      ...(stream === undefined
        ? { type: 'direct', to: [ownerId] }
        : { type: 'channel', to: stream, topic }),
      content: `\`\`\`json\n${event}\n\`\`\``,
    }
  },
}

/** Operation `send_message` (chat spec 1, named in 4.10): a message to a topic or to users. */
export const sendMessage = defineChatOperation({
  name: 'send_message',
  title: 'Send message',
  description: 'Send a message to a topic of a channel or directly to users. Returns its id.',
  http: { method: 'POST', path: '/messages', aliases: { subject: 'topic', stream: 'to' } },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'core',
  webhook,
  input: z.object({
    type: z
      .enum(['direct', 'channel', 'stream', 'private'])
      .describe('`channel` or `direct`; `stream` and `private` are their old names.'),
    to: z
      .union([z.int(), z.array(z.union([z.int(), z.string()])), z.string()])
      .describe('Channel name or id; for direct messages user ids or API e-mails.'),
    topic: z.string().optional().describe('Topic of the channel; the empty topic when absent.'),
    content: z.string().describe('Markdown.'),
    queue_id: z
      .string()
      .max(LOCAL_ID_MAX_CHARS)
      .optional()
      .describe('Event queue that shows the message already.'),
    local_id: z
      .string()
      .max(LOCAL_ID_MAX_CHARS)
      .optional()
      .describe('Id of the message in that queue; a retry sends once.'),
    read_by_sender: z.boolean().optional().describe('Whether the sender has read it.'),
  }),
  output: z.object({ id: z.int() }),
  async run({ input, chat, actor }) {
    const { send } = await sending()
    const { queue_id: queueId, local_id: localId } = input
    const id = await send(chat, actor, {
      to: readDestination(input),
      content: input.content,
      local: queueId !== undefined && localId !== undefined ? { queueId, localId } : undefined,
      isReadBySender: input.read_by_sender,
    })
    return { id }
  },
  agent: {
    description: 'Send a chat message to a topic of a channel, or directly to people.',
    input: ({ content }) => ({
      ...conversationInputs,
      content: content.describe('Markdown; @**Name** mentions.'),
    }),
    output: z.object({
      id: z.int(),
      cursor: z.string().optional().describe('For chat_wait_for_events: answers come after it.'),
    }),
    text: ({ id, cursor }) =>
      `Sent as message ${id}.${cursor === undefined ? '' : ` Cursor: ${cursor}`}`,
    async run(call, send) {
      const { resolveDestination } = await import('../../../src/chat/agent/names.ts')
      const { feedOf } = await import('../../../src/chat/agent/feed.ts')
      const destination = await resolveDestination(call, call.input)
      const { content } = call.input
      // Before it is sent: an answer may come at once. A chat that cannot be heard can still be written to.
      const cursor = await (await feedOf(call))?.mark().catch(() => undefined)
      const { id } = await send({ ...destination, content, read_by_sender: true })
      return cursor === undefined ? { id } : { id, cursor }
    },
  },
})
