import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { storageNames } from '../../../src/chat/personal/storage-inputs.ts'

/** Operation `get_storage`: what a program keeps with its account. */
export const getStorage = defineChatOperation({
  name: 'get_storage',
  title: 'Get storage',
  description: 'Read texts that the caller keeps under names.',
  http: { method: 'GET', path: '/bot_storage' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object(storageNames),
  output: z.object({ storage: z.record(z.string(), z.string()) }),
  async run({ input, chat, actor }) {
    const { getValues } = await import('../../../src/chat/personal/stored-values.ts')
    return { storage: await getValues(chat, actor, input.keys) }
  },
})
