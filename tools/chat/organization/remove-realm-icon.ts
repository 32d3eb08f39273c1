import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_realm_icon`: the default icon of the organization again. */
export const removeRealmIcon = defineChatOperation({
  name: 'remove_realm_icon',
  title: 'Remove organization icon',
  description: 'Show the default icon of the organization again. For administrators.',
  http: { method: 'DELETE', path: '/realm/icon' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({}),
  output: z.object({}),
  async run({ chat, actor }) {
    const { removeRealmPicture } = await import('../../../src/chat/organization/realm-pictures.ts')
    await removeRealmPicture(chat, actor, 'icon')
    return {}
  },
})
