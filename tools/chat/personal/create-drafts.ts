import { z } from 'zod'
import {
  conversationInputs,
  messageText,
  replaceable,
  type WrittenConversation,
} from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'
import type { AnyChatCall } from '../../../src/chat/kernel/types.ts'
import { draftInput, type DraftWish, uncutDraft } from '../../../src/chat/personal/draft-record.ts'

/** Operation `create_drafts` (chat spec 4.6): more drafts. */
export const createDrafts = defineChatOperation({
  name: 'create_drafts',
  title: 'Create drafts',
  description: 'Store drafts of the caller, either all or none. Returns their ids.',
  http: { method: 'POST', path: '/drafts', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'more',
  input: z.object({
    drafts: z.array(draftInput).describe('Drafts, each with type, to, topic and content.'),
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
      content: replaceable(messageText.describe('Text in Markdown.')),
    }),
    replaced: { content: 'drafts' },
    takes: { drafts: z.array(uncutDraft) },
    output: z.object({
      id: z.int(),
      ids: z.array(z.int()).optional().describe('Ids of all drafts, where there are several.'),
    }),
    text: ({ id, ids = [id] }) =>
      ids.length === 0 ? 'Kept none.' : `Kept as draft ${ids.join(', ')}.`,
    async run(call, create) {
      const { ids } = await create(await draftOf(call))
      const [id = 0] = ids
      return { id, ...(ids.length === 1 ? {} : { ids }) }
    },
  },
})

/** The draft that a model writes; none where the call holds drafts as the route takes them. */
async function draftOf(
  call: AnyChatCall<WrittenConversation & { content: string | undefined }>,
): Promise<{ drafts?: DraftWish[] }> {
  const { content, channel, topic: place, people } = call.input
  if (content === undefined) {
    if ((channel ?? place ?? people) === undefined) return {}
    throw badRequest('Give content and its place, or drafts.')
  }
  const { resolveDestination } = await import('../../../src/chat/agent/names.ts')
  const { type, to, topic = '' } = await resolveDestination(call, call.input)
  const kind = type === 'channel' ? ('stream' as const) : ('private' as const)
  return { drafts: [{ type: kind, to: [to].flat(), topic, content }] }
}
