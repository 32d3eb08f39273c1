import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { PROFILE_FIELDS_MAX_COUNT } from '../../../src/chat/limits.ts'

/** Operation `reorder_custom_profile_fields`: the order of the fields of profiles. */
export const reorderCustomProfileFields = defineChatOperation({
  name: 'reorder_custom_profile_fields',
  title: 'Order profile fields',
  description: 'Change the order of the fields of profiles. For administrators.',
  http: { method: 'PATCH', path: '/realm/profile_fields' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    order: z
      .array(z.int())
      .max(PROFILE_FIELDS_MAX_COUNT)
      .describe('Ids of all fields in the new order, each exactly once.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { orderFields } = await import('../../../src/chat/users/profile/change-profile-fields.ts')
    await orderFields(chat, actor, input.order)
    return {}
  },
})
