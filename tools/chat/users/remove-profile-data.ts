import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_profile_data`: what the profile of the caller does not say any more. */
export const removeProfileData = defineChatOperation({
  name: 'remove_profile_data',
  title: 'Remove profile data',
  description: 'Remove values of fields from the profile of the caller.',
  http: { method: 'DELETE', path: '/users/me/profile_data' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    data: z.array(z.int()).describe('Ids of the fields to empty.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeOwnProfile } = await import('../../../src/chat/users/profile/change-profile.ts')
    const changes = input.data.map((id) => ({ id, value: null }))
    await changeOwnProfile(chat, actor, changes)
    return {}
  },
})
