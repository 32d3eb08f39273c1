import { z } from 'zod'
import { conversationInputs, replaceable } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { scheduledInputs } from '../../../src/chat/personal/scheduled-record.ts'

/** Operation `create_scheduled_message`: a message that is sent later. */
export const createScheduledMessage = defineChatOperation({
  name: 'create_scheduled_message',
  title: 'Schedule message',
  description: 'Have a message sent at a time to come. Returns the id under which it waits.',
  http: { method: 'POST', path: '/scheduled_messages' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'standard',
  input: z.object({
    ...scheduledInputs,
    read_by_sender: z
      .boolean()
      .optional()
      .describe('Whether the sender will have read the message.'),
  }),
  output: z.object({ scheduled_message_id: z.int() }),
  async run({ input, chat, actor }) {
    const { addScheduled } = await import('../../../src/chat/personal/change-scheduled.ts')
    return { scheduled_message_id: await addScheduled(chat, actor, input) }
  },
  agent: {
    description: 'Have a chat message sent at a time to come. Returns the id under which it waits.',
    input: ({ content }) => ({
      ...conversationInputs,
      content,
      at: replaceable(
        z.iso.datetime({ offset: true }).describe('Time in ISO 8601, e.g. 2026-12-24T18:00:00Z.'),
      ),
    }),
    replaced: { at: 'scheduled_delivery_timestamp' },
    output: z.object({ id: z.int() }),
    text: ({ id }) => `Waits as ${id}.`,
    async run(call, schedule, { given }) {
      const { resolveDestinationUnless } = await import('../../../src/chat/agent/names.ts')
      const { content, at } = call.input
      const isGiven = given['to'] !== undefined
      const { scheduled_message_id: id } = await schedule({
        ...(await resolveDestinationUnless(isGiven, call, call.input)),
        content,
        scheduled_delivery_timestamp:
          at === undefined ? undefined : Math.floor(Date.parse(at) / 1_000),
      })
      return { id }
    },
  },
})
