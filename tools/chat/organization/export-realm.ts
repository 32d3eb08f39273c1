import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `export_realm`: an archive that other servers can import. */
export const exportRealm = defineChatOperation({
  name: 'export_realm',
  title: 'Export organization',
  description:
    'Have an archive written of what everybody can see, or also of what those can see who allow it. For administrators.',
  http: { method: 'POST', path: '/export/realm' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    export_type: z
      .enum(['public', 'full_with_consent', 'full_without_consent'])
      .default('public')
      .describe('What to export; `full_without_consent` is for the operator only.'),
  }),
  output: z.object({ id: z.int() }),
  async run({ input, chat, actor }) {
    const { requestExport } = await import('../../../src/chat/moving/export/requested-exports.ts')
    return { id: await requestExport(chat, actor, input.export_type) }
  },
})
