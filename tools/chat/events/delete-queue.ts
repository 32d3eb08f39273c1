import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_queue`: lets go of an event queue. */
export const deleteQueue = defineChatOperation({
  name: 'delete_queue',
  title: 'Delete event queue',
  description: 'Delete an event queue.',
  http: { method: 'DELETE', path: '/events' },
  effects: { readOnly: false, destructive: true, idempotent: false },
  tier: 'more',
  input: z.object({ queue_id: z.string().describe('Returned by register_queue.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deleteQueue: removeQueue } = await import('../../../src/chat/events/fetch-events.ts')
    await removeQueue(chat, actor, input.queue_id)
    return {}
  },
})
