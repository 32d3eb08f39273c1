import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_realm_domain`: one domain less. */
export const deleteRealmDomain = defineChatOperation({
  name: 'delete_realm_domain',
  title: 'Delete domain',
  description: 'Remove a domain whose addresses may join. For owners.',
  http: { method: 'DELETE', path: '/realm/domains/{domain}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    domain: z.string().describe('Domain like example.com.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeDomain } = await import('../../../src/chat/organization/change-domains.ts')
    await removeDomain(chat, actor, input.domain)
    return {}
  },
})
