import { z } from 'zod'
import { pictureOfModel } from '../../../src/chat/agent/upload.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `upload_realm_icon`: the icon of the organization. */
export const uploadRealmIcon = defineChatOperation({
  name: 'upload_realm_icon',
  title: 'Upload organization icon',
  description:
    'Show the picture of a multipart body as icon of the organization. For administrators.',
  http: { method: 'POST', path: '/realm/icon', takesFile: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({}),
  async run({ chat, actor, file, services: { sandbox }, signal }) {
    const { uploadRealmPicture } = await import('../../../src/chat/organization/realm-pictures.ts')
    await uploadRealmPicture(chat, actor, 'icon', file, { sandbox, signal })
    return {}
  },
  agent: pictureOfModel,
})
