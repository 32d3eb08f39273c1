import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { realmInputs } from '../../../src/chat/organization/inputs.ts'

/** Operation `update_realm`: settings of the organization, which the rules of chat spec 4.2 name. */
export const updateRealm = defineChatOperation({
  name: 'update_realm',
  title: 'Update organization settings',
  description: 'Change settings and permissions of the organization. For administrators.',
  http: { method: 'PATCH', path: '/realm' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object(realmInputs),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { updateRealm: change } = await import('../../../src/chat/organization/update-realm.ts')
    await change(chat, actor, input)
    return {}
  },
})
