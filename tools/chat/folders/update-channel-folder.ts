import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `update_channel_folder`: name, description, archived or not. */
export const updateChannelFolder = defineChatOperation({
  name: 'update_channel_folder',
  title: 'Update channel folder',
  description: 'Rename, describe or archive a folder for channels. For administrators.',
  http: { method: 'PATCH', path: '/channel_folders/{channel_folder_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    channel_folder_id: z.int(),
    name: z.string().optional(),
    description: z.string().optional().describe('Written in Markdown.'),
    is_archived: z
      .boolean()
      .optional()
      .describe('Whether the folder is archived; only one without channels can be.'),
  }),
  output: z.object({}),
  async run({ input: { channel_folder_id: id, ...change }, chat, actor }) {
    const { changeFolder } = await import('../../../src/chat/folders/change-folders.ts')
    await changeFolder(chat, actor, id, change)
    return {}
  },
})
