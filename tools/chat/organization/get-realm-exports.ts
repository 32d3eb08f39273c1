import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { exportSchema } from '../../../src/chat/moving/export/export-record.ts'

/** Operation `get_realm_exports`: the archives that were asked for, and where they are. */
export const getRealmExports = defineChatOperation({
  name: 'get_realm_exports',
  title: 'List exports',
  description: 'List the archives of the organization that were asked for. For administrators.',
  http: { method: 'GET', path: '/export/realm' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ exports: z.array(exportSchema) }),
  async run({ chat, actor }) {
    const { listExports } = await import('../../../src/chat/moving/export/requested-exports.ts')
    return { exports: await listExports(chat, actor) }
  },
})
