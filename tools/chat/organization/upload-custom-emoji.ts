import { z } from 'zod'
import { emojiOfModel } from '../../../src/chat/agent/upload.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `upload_custom_emoji`: a picture that messages and reactions can name. */
export const uploadCustomEmoji = defineChatOperation({
  name: 'upload_custom_emoji',
  title: 'Upload custom emoji',
  description: 'Make an emoji of the picture in a multipart body, for everybody.',
  http: { method: 'POST', path: '/realm/emoji/{emoji_name}', takesFile: true },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    emoji_name: z.string().describe('Name of lower-case letters, digits, - and _.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor, file, services: { sandbox }, signal }) {
    const { uploadEmoji } = await import('../../../src/chat/organization/change-emoji.ts')
    await uploadEmoji(chat, actor, input.emoji_name, file, { sandbox, signal })
    return {}
  },
  agent: emojiOfModel,
})
