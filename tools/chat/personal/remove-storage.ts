import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { storageNames } from '../../../src/chat/personal/storage-inputs.ts'

/** Operation `remove_storage`: a program forgets what it kept with its account. */
export const removeStorage = defineChatOperation({
  name: 'remove_storage',
  title: 'Remove storage',
  description: 'Forget texts that the caller keeps under names.',
  http: { method: 'DELETE', path: '/bot_storage' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object(storageNames),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeValues } = await import('../../../src/chat/personal/stored-values.ts')
    await removeValues(chat, actor, input.keys)
    return {}
  },
})
