import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_avatar`: the default picture of the caller again. */
export const removeAvatar = defineChatOperation({
  name: 'remove_avatar',
  title: 'Remove avatar',
  description: 'Show the default picture for your account again.',
  http: { method: 'DELETE', path: '/users/me/avatar' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({}),
  output: z.object({ avatar_url: z.string() }),
  async run({ chat, actor }) {
    const { removeAvatar: remove } =
      await import('../../../src/chat/users/profile/change-avatar.ts')
    return { avatar_url: await remove(chat, actor) }
  },
})
