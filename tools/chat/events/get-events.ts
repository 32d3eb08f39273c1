import { z } from 'zod'
import { withoutInvisible, takePart } from '../../../src/chat/agent/plain-form.ts'
import { queueResource } from '../../../src/chat/agent/resources.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { once } from '../../../src/lib/once.ts'

const loadFetch = once(async () => import('../../../src/chat/events/fetch-events.ts'))

const chatEvent = z.looseObject({ id: z.int(), type: z.string() })

/** Operation `get_events` (chat spec 6): what has changed, waiting for it where nothing has yet. */
export const getEvents = defineChatOperation({
  name: 'get_events',
  title: 'Get events',
  description:
    'Get the events of a queue after a given one; waits for the next one or a heartbeat.',
  http: { method: 'GET', path: '/events', polls: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    queue_id: z.string().describe('Returned by register_queue.'),
    last_event_id: z.int().describe('Id of the last event that the client has; -1 for none.'),
    dont_block: z
      .boolean()
      .default(false)
      .describe('Answer at once, also where there is no event.'),
  }),
  output: z.object({
    events: z.array(chatEvent),
    queue_id: z.string(),
  }),
  message: (_, { events }) => events.map(idOfMessageForReader).findLast((id) => id !== undefined),
  async run({ input, chat, actor, signal }) {
    const { fetchEvents } = await loadFetch()
    const poll = {
      queueId: input.queue_id,
      lastEventId: input.last_event_id,
      dontBlock: input.dont_block,
    }
    return { events: await fetchEvents(chat, actor, poll, signal), queue_id: input.queue_id }
  },
  agent: {
    description: 'Get the events of a chat queue; to wait, use chat_wait_for_events.',
    input: ({ queue_id, last_event_id }) => ({
      queue_id,
      last_event_id: last_event_id.optional().describe('Id of the newest event you have.'),
    }),
    output: z.object({
      events: z.array(chatEvent),
      is_all: z.boolean().describe('Whether these are all events there are now.'),
    }),
    text: ({ events, is_all }) =>
      [
        ...events.map((event) => JSON.stringify(event)),
        events.length === 0 ? 'Nothing happened.' : '',
        is_all ? '' : 'There are more: pass the last id.',
      ]
        .filter(Boolean)
        .join('\n'),
    fixed: { dont_block: true },
    resources: [queueResource],
    async run(call, get) {
      const { findAcknowledgedId } = await import('../../../src/chat/agent/acknowledged.ts')
      const { queue_id, last_event_id = await findAcknowledgedId(call, queue_id) } = call.input
      const { events } = await get({ queue_id, last_event_id })
      const part = takePart(events, 0)
      return { events: withoutInvisible(part.items), is_all: part.next === undefined }
    },
  },
})

/** Id of the message of an event by which somebody wrote to the reader: directly, or with their name. */
function idOfMessageForReader({ type, message, flags }: z.infer<typeof chatEvent>) {
  if (type !== 'message') return undefined
  const { id, type: kind } = message as { id: number; type: string }
  return kind === 'private' || (flags as readonly string[]).includes('mentioned') ? id : undefined
}
