import { z } from 'zod'
import { pictureOfModel } from '../../../src/chat/agent/upload.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `upload_avatar`: the caller's picture. */
export const uploadAvatar = defineChatOperation({
  name: 'upload_avatar',
  title: 'Upload avatar',
  description: 'Show the picture of a multipart body for your account.',
  http: { method: 'POST', path: '/users/me/avatar', takesFile: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ avatar_url: z.string() }),
  async run({ chat, actor, file, services: { sandbox }, signal }) {
    const { uploadAvatar: change } =
      await import('../../../src/chat/users/profile/change-avatar.ts')
    return { avatar_url: await change(chat, actor, file, { sandbox, signal }) }
  },
  agent: pictureOfModel,
})
