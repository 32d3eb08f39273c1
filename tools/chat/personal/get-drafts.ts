import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { draftSchema } from '../../../src/chat/personal/draft-record.ts'

/** Operation `get_drafts`: what the caller has not sent yet. */
export const getDrafts = defineChatOperation({
  name: 'get_drafts',
  title: 'Get drafts',
  description: 'List the drafts of the caller, the one that was edited last at the end.',
  http: { method: 'GET', path: '/drafts' },
  answersMuch: true,
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ count: z.int(), drafts: z.array(draftSchema) }),
  async run({ chat, actor }) {
    const { listDrafts } = await import('../../../src/chat/personal/change-drafts.ts')
    const drafts = await listDrafts(chat, actor)
    return { count: drafts.length, drafts }
  },
})
