import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { ALERT_WORD_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `remove_alert_words`: fewer words. */
export const removeAlertWords = defineChatOperation({
  name: 'remove_alert_words',
  title: 'Remove alert words',
  description: 'Remove words that mark messages for the caller. Returns those that remain.',
  http: { method: 'DELETE', path: '/users/me/alert_words' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    alert_words: z.array(nameUpTo(ALERT_WORD_MAX_CHARS)).describe('Words or phrases to remove.'),
  }),
  output: z.object({ alert_words: z.array(z.string()) }),
  async run({ input, chat, actor }) {
    const { removeAlertWords: act } = await import('../../../src/chat/personal/alert-words.ts')
    return { alert_words: await act(chat, actor, input.alert_words) }
  },
})
