import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `reorder_linkifiers`: the order of the patterns. */
export const reorderLinkifiers = defineChatOperation({
  name: 'reorder_linkifiers',
  title: 'Reorder linkifiers',
  description:
    'Set the order in which the patterns that make links are applied. For administrators.',
  http: { method: 'PATCH', path: '/realm/linkifiers' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    ordered_linkifier_ids: z.array(z.int()).describe('Ids of all linkifiers, in order.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { reorderLinkifiers: act } =
      await import('../../../src/chat/organization/change-linkifiers.ts')
    await act(chat, actor, input.ordered_linkifier_ids)
    return {}
  },
})
