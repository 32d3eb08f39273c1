import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { openObject } from '../../../src/contract/open-object.ts'

/** Operation `update_profile_data` (chat spec 4.4): what the profile of the caller says. */
export const updateProfileData = defineChatOperation({
  name: 'update_profile_data',
  title: 'Update profile data',
  description: 'Set or remove fields in the profile of the caller, all or nothing.',
  http: { method: 'PATCH', path: '/users/me/profile_data', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    data: z
      .array(z.object({ id: z.int(), value: z.union([z.string(), z.array(z.int()), z.null()]) }))
      .describe('Values, each with the id of its field; null removes one.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeOwnProfile } = await import('../../../src/chat/users/profile/change-profile.ts')
    await changeOwnProfile(chat, actor, input.data)
    return {}
  },
  agent: {
    input: () => ({
      // Fields of their own would take too many tokens; the route checks them.
      data: z.array(openObject()).describe('One {id, value} for each field; null removes it.'),
    }),
  },
})
