import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { ALERT_WORD_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `add_alert_words`: more words. */
export const addAlertWords = defineChatOperation({
  name: 'add_alert_words',
  title: 'Add alert words',
  description: 'Add words that mark messages for the caller. Returns all of them.',
  http: { method: 'POST', path: '/users/me/alert_words' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    alert_words: z
      .array(nameUpTo(ALERT_WORD_MAX_CHARS))
      .describe('Words or phrases to be told of.'),
  }),
  output: z.object({ alert_words: z.array(z.string()) }),
  async run({ input, chat, actor }) {
    const { addAlertWords: act } = await import('../../../src/chat/personal/alert-words.ts')
    return { alert_words: await act(chat, actor, input.alert_words) }
  },
})
