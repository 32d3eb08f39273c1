import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { draftInput } from '../../../src/chat/own/draft-record.ts'

/** Operation `create_drafts` (chat spec 4.6): more drafts. */
export const createDrafts = defineChatOperation({
  name: 'create_drafts',
  title: 'Create drafts',
  description: 'Store drafts of the caller, either all or none. Answers their ids.',
  http: { method: 'POST', path: '/drafts' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    drafts: z.array(draftInput).describe('Drafts: type, to, topic, content.'),
  }),
  output: z.object({ ids: z.array(z.int()) }),
  async run({ input, chat, actor }) {
    const { addDrafts } = await import('../../../src/chat/actions/own/change-drafts.ts')
    return { ids: await addDrafts(chat, actor, input.drafts) }
  },
})
