import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `patch_channel_folders`: the order of the folders. */
export const patchChannelFolders = defineChatOperation({
  name: 'patch_channel_folders',
  title: 'Reorder channel folders',
  description: 'Put the folders for channels into another order. For administrators.',
  http: { method: 'PATCH', path: '/channel_folders' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    order: z
      .array(z.int())
      .max(1_000)
      .describe('Ids of all folders in the new order, archived ones included.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { reorderFolders } = await import('../../../src/chat/folders/change-folders.ts')
    await reorderFolders(chat, actor, input.order)
    return {}
  },
})
