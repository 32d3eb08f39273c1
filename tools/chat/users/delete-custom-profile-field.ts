import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_custom_profile_field`: removes a field from all profiles. */
export const deleteCustomProfileField = defineChatOperation({
  name: 'delete_custom_profile_field',
  title: 'Delete profile field',
  description: 'Delete a field of profiles, with what users have filled in. For administrators.',
  http: { method: 'DELETE', path: '/realm/profile_fields/{field_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({ field_id: z.int().describe('Id that get_custom_profile_fields tells.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deleteField } = await import('../../../src/chat/users/profile/change-profile-fields.ts')
    await deleteField(chat, actor, input.field_id)
    return {}
  },
})
