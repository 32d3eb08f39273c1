import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { linkifierInputs } from '../../../src/chat/organization/linkifier-record.ts'

/** Operation `add_linkifier`: a new pattern, behind the others. */
export const addLinkifier = defineChatOperation({
  name: 'add_linkifier',
  title: 'Add linkifier',
  description: 'Add a pattern that makes links of text in messages and topics. For administrators.',
  http: { method: 'POST', path: '/realm/filters' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    ...linkifierInputs,
  }),
  output: z.object({ id: z.int() }),
  async run({ input, chat, actor }) {
    const { addLinkifier: act } =
      await import('../../../src/chat/organization/change-linkifiers.ts')
    return { id: await act(chat, actor, input) }
  },
})
