import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_alert_words`: words whose messages the caller is told of. */
export const getAlertWords = defineChatOperation({
  name: 'get_alert_words',
  title: 'Get alert words',
  description: 'List the words that the caller wants to be told of.',
  http: { method: 'GET', path: '/users/me/alert_words' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ alert_words: z.array(z.string()) }),
  async run({ chat, actor }) {
    const { listAlertWords } = await import('../../../src/chat/personal/alert-words.ts')
    return { alert_words: await listAlertWords(chat, actor) }
  },
})
