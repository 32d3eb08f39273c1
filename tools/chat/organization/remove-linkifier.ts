import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_linkifier`: messages keep the links that the pattern made. */
export const removeLinkifier = defineChatOperation({
  name: 'remove_linkifier',
  title: 'Remove linkifier',
  description: 'Remove a pattern that makes links of text. For administrators.',
  http: { method: 'DELETE', path: '/realm/filters/{filter_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    filter_id: z.int().describe('Id of the linkifier.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeLinkifier: act } =
      await import('../../../src/chat/organization/change-linkifiers.ts')
    await act(chat, actor, input.filter_id)
    return {}
  },
})
