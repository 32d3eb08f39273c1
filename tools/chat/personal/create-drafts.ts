import { z } from 'zod'
import { conversationInputs, messageText } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { draftInput } from '../../../src/chat/personal/draft-record.ts'

/** Operation `create_drafts` (chat spec 4.6): more drafts. */
export const createDrafts = defineChatOperation({
  name: 'create_drafts',
  title: 'Create drafts',
  description: 'Store drafts of the caller, either all or none. Returns their ids.',
  http: { method: 'POST', path: '/drafts' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'standard',
  input: z.object({
    drafts: z.array(draftInput).describe('Drafts: type, to, topic, content.'),
  }),
  output: z.object({ ids: z.array(z.int()) }),
  async run({ input, chat, actor }) {
    const { addDrafts } = await import('../../../src/chat/personal/change-drafts.ts')
    return { ids: await addDrafts(chat, actor, input.drafts) }
  },
  agent: {
    description: 'Keep a draft of a chat message for later.',
    input: () => ({
      ...conversationInputs,
      content: messageText.describe('Markdown.'),
    }),
    output: z.object({ id: z.int() }),
    text: ({ id }) => `Kept as draft ${id}.`,
    async run(call, create) {
      const { resolveDestination } = await import('../../../src/chat/agent/names.ts')
      const { type, to, topic = '' } = await resolveDestination(call, call.input)
      const kind = type === 'channel' ? ('stream' as const) : ('private' as const)
      const draft = { type: kind, to: [to].flat(), topic, content: call.input.content }
      const { ids } = await create({ drafts: [draft] })
      return { id: ids[0] ?? 0 }
    },
  },
})
