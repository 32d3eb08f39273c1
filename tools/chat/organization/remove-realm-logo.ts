import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_realm_logo`: the default logo of the organization again. */
export const removeRealmLogo = defineChatOperation({
  name: 'remove_realm_logo',
  title: 'Remove organization logo',
  description: 'Show the default logo of the organization again. For administrators.',
  http: { method: 'DELETE', path: '/realm/logo' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    night: z.boolean().default(false).describe('Whether the logo for dark themes is meant.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeRealmPicture } = await import('../../../src/chat/organization/realm-pictures.ts')
    await removeRealmPicture(chat, actor, input.night ? 'night_logo' : 'logo')
    return {}
  },
})
