import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_custom_emoji`: emoji that the organization has added. */
export const getCustomEmoji = defineChatOperation({
  name: 'get_custom_emoji',
  title: 'Get custom emoji',
  description: 'List the custom emoji of the organization by id, deactivated ones included.',
  http: { method: 'GET', path: '/realm/emoji' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ emoji: z.record(z.string(), z.unknown()) }),
  async run({ chat }) {
    const { listEmoji } = await import('../../../src/chat/organization/list-records.ts')
    return { emoji: await listEmoji(chat) }
  },
})
