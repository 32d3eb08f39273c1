import { z } from 'zod'
import { conversationInputs, splittableText } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { INTEGRATIONS } from '../../../src/chat/integrations/integrations.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'
import { LOCAL_ID_MAX_CHARS, MESSAGE_MAX_CHARS } from '../../../src/chat/limits.ts'
import { readDestination } from '../../../src/chat/messages/send/destination.ts'
import type { Webhook } from '../../../src/contract/prompt.ts'
import { once } from '../../../src/lib/once.ts'

const sending = once(() => import('../../../src/chat/messages/send/send-message.ts'))

async function widgetIn({ widget_content: text }: { widget_content?: string | undefined }) {
  if (text === undefined) return undefined
  const { readWidget } = await import('../../../src/chat/widgets/read-widget.ts')
  return readWidget(text)
}

/** Events of other services become messages. */
const webhooks: readonly Webhook[] = INTEGRATIONS.map((integration) => ({
  name: `post_${integration.name}_event`,
  title: `Post an event of ${integration.display_name} as a message`,
  path: `/external/${integration.name}` as const,
  query: {
    stream: 'Name of the channel; without one the message goes directly to the owner of the bot.',
    topic:
      'Topic in the channel, with `{path.in.event}` for values; without one the event tells it.',
    template: 'Text of the message in place of the usual one, with `{path.in.event}` for values.',
    only_events: 'Kinds of events that are posted, as a list in JSON.',
    exclude_events: 'Kinds of events that are not posted, as a list in JSON.',
  },
  async input(event) {
    const { readEvent } = await import('../../../src/chat/integrations/read-event.ts')
    return readEvent(integration, event)
  },
}))

/** Operation `send_message` (chat spec 1, named in 4.10): a message to a topic or to users. */
export const sendMessage = defineChatOperation({
  name: 'send_message',
  title: 'Send message',
  description: 'Send a message to a topic of a channel or directly to users. Returns its id.',
  http: { method: 'POST', path: '/messages', aliases: { subject: 'topic', stream: 'to' } },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'core',
  webhooks,
  input: z.object({
    type: z
      .enum(['direct', 'channel', 'stream', 'private'])
      .describe('`channel` or `direct`; `stream` and `private` are their old names.'),
    to: z
      .union([z.int(), z.array(z.union([z.int(), z.string()])), z.string()])
      .describe('Channel name or id; for direct messages user ids or API e-mails.'),
    topic: z.string().optional().describe('Topic of the channel; the empty topic when absent.'),
    content: z.string().describe('Text in Markdown.'),
    queue_id: z
      .string()
      .max(LOCAL_ID_MAX_CHARS)
      .optional()
      .describe('Id of an event queue whose client shows the message already.'),
    local_id: z
      .string()
      .max(LOCAL_ID_MAX_CHARS)
      .optional()
      .describe('Id that this client gave the message; a retry with it sends nothing twice.'),
    read_by_sender: z.boolean().optional().describe('Whether the sender has read the message.'),
    widget_content: z
      .string()
      .max(MESSAGE_MAX_CHARS)
      .optional()
      .describe(
        'JSON of buttons below the message: widget_type `zform`, extra_data of type `choices`.',
      ),
  }),
  output: z.object({
    id: z.int(),
    automatic_new_visibility_policy: z
      .int()
      .optional()
      .describe(
        'Visibility policy that the topic has for the sender by this message, if it changed.',
      ),
  }),
  message: (_, { id }) => id,
  async run({ input, chat, actor }) {
    const { send } = await sending()
    const { queue_id: queueId, local_id: localId } = input
    const { id, newPolicy } = await send(chat, actor, {
      to: readDestination(input),
      content: input.content,
      local: queueId !== undefined && localId !== undefined ? { queueId, localId } : undefined,
      isReadBySender: input.read_by_sender,
      widget: await widgetIn(input),
    })
    return {
      id,
      ...(newPolicy === undefined ? {} : { automatic_new_visibility_policy: newPolicy }),
    }
  },
  agent: {
    description: 'Send a chat message to a topic of a channel, or directly to people.',
    input: () => ({
      ...conversationInputs,
      content: splittableText.describe('Markdown; @**Name** mentions somebody.'),
      split: z.boolean().optional().describe('Send what is too long as several messages.'),
    }),
    seldom: ['split'],
    output: z.object({
      id: z.int(),
      ids: z.array(z.int()).optional().describe('Ids of all messages, where there are several.'),
      cursor: z.string().optional().describe('Pass to chat_wait_for_events to wait for answers.'),
    }),
    text: ({ id, ids, cursor }) => {
      const sent = ids
        ? `Sent as ${ids.length} messages: ${ids.join(', ')}.`
        : `Sent as message ${id}.`
      return cursor === undefined ? sent : `${sent} Cursor: ${cursor}`
    },
    fixed: { read_by_sender: true },
    async run(call, send, { given }) {
      const { resolveDestinationUnless } = await import('../../../src/chat/agent/names.ts')
      const { feedOf } = await import('../../../src/chat/agent/feed.ts')
      const { partsOf, sendInParts } = await import('../../../src/chat/agent/send-in-parts.ts')
      const parts = partsOf(call.input)
      // The chat would take the second part for the first one, sent again.
      if (parts.length > 1 && given['local_id'] !== undefined) {
        throw badRequest('local_id is the id of one message, and this would be several.')
      }
      const isGiven = given['to'] !== undefined
      const destination = await resolveDestinationUnless(isGiven, call, call.input)
      // Before it is sent: an answer may come at once. A chat that cannot be heard can still be written to.
      const cursor = await (await feedOf(call))?.mark().catch(() => undefined)
      const ids = await sendInParts(parts, call.signal, async (content) =>
        send({ ...destination, content }),
      )
      return {
        id: ids[0] ?? 0,
        ...(ids.length > 1 ? { ids } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      }
    },
  },
})
