import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { STORED_NAME_MAX_CHARS, STORED_VALUES_MAX_COUNT } from '../../../src/chat/limits.ts'

/** Operation `update_storage`: a program keeps something with its account. */
export const updateStorage = defineChatOperation({
  name: 'update_storage',
  title: 'Update storage',
  description: 'Keep texts under names, for later calls of the caller.',
  http: { method: 'PUT', path: '/bot_storage' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    storage: z
      .record(z.string().min(1).max(STORED_NAME_MAX_CHARS), z.string())
      .refine((sent) => Object.keys(sent).length <= STORED_VALUES_MAX_COUNT, 'Too many')
      .describe('Texts to keep, by name.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { setValues } = await import('../../../src/chat/personal/stored-values.ts')
    await setValues(chat, actor, input.storage)
    return {}
  },
})
