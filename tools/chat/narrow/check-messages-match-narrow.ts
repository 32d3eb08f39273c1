import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { readTerms, termSchema } from '../../../src/chat/narrow/term.ts'

/** Operation `check_messages_match_narrow` (chat spec 4.2): which messages fit a narrow, and how. */
export const checkMessagesMatchNarrow = defineChatOperation({
  name: 'check_messages_match_narrow',
  title: 'Check messages against a narrow',
  description: 'Tell which messages fit a narrow, and mark what a search found.',
  http: { method: 'GET', path: '/messages/matches_narrow', isSpecified: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    msg_ids: z.array(z.int()),
    narrow: z.array(termSchema).describe('Terms that the messages must fit.'),
  }),
  output: z.object({
    messages: z.record(
      z.string(),
      z.object({ match_content: z.string(), match_subject: z.string() }),
    ),
  }),
  async run({ input, chat, actor }) {
    const { matchMessages } = await import('../../../src/chat/narrow/match-messages.ts')
    return { messages: await matchMessages(chat, actor, input.msg_ids, readTerms(input.narrow)) }
  },
})
