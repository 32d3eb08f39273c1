import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_realm_export_consents`: who lets their private data be exported. */
export const getRealmExportConsents = defineChatOperation({
  name: 'get_realm_export_consents',
  title: 'List consents to exports',
  description: 'List who lets their private data be exported. For administrators.',
  http: { method: 'GET', path: '/export/realm/consents' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({
    export_consents: z.array(z.object({ user_id: z.int(), consented: z.boolean() })),
  }),
  async run({ chat, actor }) {
    const { listConsents } = await import('../../../src/chat/moving/export/requested-exports.ts')
    return { export_consents: await listConsents(chat, actor) }
  },
})
