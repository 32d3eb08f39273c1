import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `create_channel_folder`: one more folder. */
export const createChannelFolder = defineChatOperation({
  name: 'create_channel_folder',
  title: 'Create channel folder',
  description: 'Add a folder for channels. For administrators. Returns its id.',
  http: { method: 'POST', path: '/channel_folders/create' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    name: z.string(),
    description: z.string().default('').describe('Written in Markdown.'),
  }),
  output: z.object({ channel_folder_id: z.int() }),
  async run({ input, chat, actor }) {
    const { addFolder } = await import('../../../src/chat/folders/change-folders.ts')
    return { channel_folder_id: await addFolder(chat, actor, input) }
  },
})
