import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { linkifierInputs } from '../../../src/chat/organization/linkifier-record.ts'

/** Operation `update_linkifier` (chat spec 4.7): another pattern in the place of one. */
export const updateLinkifier = defineChatOperation({
  name: 'update_linkifier',
  title: 'Update linkifier',
  description: 'Change a pattern that makes links of text. For administrators.',
  http: { method: 'PATCH', path: '/realm/filters/{filter_id}', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    filter_id: z.int().describe('Id of the linkifier.'),
    ...linkifierInputs,
  }),
  output: z.object({}),
  async run({ input: { filter_id, ...wish }, chat, actor }) {
    const { updateLinkifier: act } =
      await import('../../../src/chat/organization/change-linkifiers.ts')
    await act(chat, actor, filter_id, wish)
    return {}
  },
})
