import { z } from 'zod'
import { pictureFields, pictureOf } from '../../../src/chat/agent/upload.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `upload_realm_logo`: the logo of the organization. */
export const uploadRealmLogo = defineChatOperation({
  name: 'upload_realm_logo',
  title: 'Upload organization logo',
  description:
    'Show the picture of a multipart body as logo of the organization. For administrators.',
  http: { method: 'POST', path: '/realm/logo', takesFile: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    night: z.boolean().default(false).describe('Whether the logo for dark themes is meant.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor, file, services: { sandbox }, signal }) {
    const { uploadRealmPicture } = await import('../../../src/chat/organization/realm-pictures.ts')
    await uploadRealmPicture(chat, actor, input.night ? 'night_logo' : 'logo', file, {
      sandbox,
      signal,
    })
    return {}
  },
  agent: {
    input: ({ night }) => ({ night, ...pictureFields }),
    run: async (call, upload) => upload({ night: call.input.night }, await pictureOf(call)),
  },
})
