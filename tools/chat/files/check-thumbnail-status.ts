import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `check_thumbnail_status`: whether there are smaller pictures of an upload. */
export const checkThumbnailStatus = defineChatOperation({
  name: 'check_thumbnail_status',
  title: 'Check for smaller pictures of a file',
  description: 'Learn whether smaller pictures of an upload can be fetched.',
  http: { method: 'GET', path: '/thumbnail/status/{realm_id_str}/{filename+}' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    realm_id_str: z.string().describe('First part of the path of the upload.'),
    filename: z.string().describe('Rest of the path of the upload.'),
  }),
  output: z.object({ has_thumbnail: z.boolean() }),
  async run({ input, chat, actor }) {
    const { hasThumbnails } = await import('../../../src/chat/files/thumbnails.ts')
    return {
      has_thumbnail: await hasThumbnails(chat, actor, `${input.realm_id_str}/${input.filename}`),
    }
  },
})
