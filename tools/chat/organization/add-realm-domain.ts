import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `add_realm_domain` (chat spec 4.7): one more domain. */
export const addRealmDomain = defineChatOperation({
  name: 'add_realm_domain',
  title: 'Add domain',
  description: 'Add a domain whose addresses may join. For owners.',
  http: { method: 'POST', path: '/realm/domains', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'more',
  input: z.object({
    domain: z.string().describe('Domain like example.com.'),
    allow_subdomains: z.boolean(),
  }),
  output: z.object({ new_domain: z.tuple([z.int(), z.string()]) }),
  async run({ input, chat, actor }) {
    const { addDomain } = await import('../../../src/chat/organization/change-domains.ts')
    const { id, domain } = await addDomain(chat, actor, input)
    return { new_domain: [id, domain] as [number, string] }
  },
})
