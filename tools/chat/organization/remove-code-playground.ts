import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_code_playground`: one place to run code less. */
export const removeCodePlayground = defineChatOperation({
  name: 'remove_code_playground',
  title: 'Remove code playground',
  description: 'Remove a place where code can be run. For administrators.',
  http: { method: 'DELETE', path: '/realm/playgrounds/{playground_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    playground_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removePlayground } = await import('../../../src/chat/organization/playgrounds.ts')
    await removePlayground(chat, actor, input.playground_id)
    return {}
  },
})
