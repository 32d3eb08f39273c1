import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { folderSchema } from '../../../src/chat/folders/folder-record.ts'

/** Operation `get_channel_folders`: folders of channels in their order. */
export const getChannelFolders = defineChatOperation({
  name: 'get_channel_folders',
  title: 'Get channel folders',
  description: 'List the folders that channels are in, in their order.',
  http: { method: 'GET', path: '/channel_folders' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    include_archived: z.boolean().default(false),
  }),
  output: z.object({ channel_folders: z.array(folderSchema) }),
  async run({ input, chat }) {
    const { reader } = await import('../../../src/chat/kernel/unit-of-work.ts')
    const { loadFolderRecords } = await import('../../../src/chat/folders/folder-record.ts')
    const channel_folders = await loadFolderRecords(reader(chat), {
      archived: input.include_archived,
    })
    return { channel_folders }
  },
})
