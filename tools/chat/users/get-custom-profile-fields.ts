import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { fieldSchema } from '../../../src/chat/users/profile-fields.ts'

/** Operation `get_custom_profile_fields`: what profiles can say. */
export const getCustomProfileFields = defineChatOperation({
  name: 'get_custom_profile_fields',
  title: 'Get profile fields',
  description: 'List the fields that profiles of the organization have, in their order.',
  http: { method: 'GET', path: '/realm/profile_fields' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ custom_fields: z.array(fieldSchema) }),
  async run({ chat }) {
    const { listFields } = await import('../../../src/chat/users/show-users.ts')
    return { custom_fields: await listFields(chat) }
  },
})
