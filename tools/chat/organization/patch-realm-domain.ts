import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `patch_realm_domain` (chat spec 4.7): what counts as one domain. */
export const patchRealmDomain = defineChatOperation({
  name: 'patch_realm_domain',
  title: 'Update domain',
  description: 'Change whether domains below an allowed one count too. For owners.',
  http: { method: 'PATCH', path: '/realm/domains/{domain}', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    domain: z.string().describe('Domain like example.com.'),
    allow_subdomains: z.boolean(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeDomain } = await import('../../../src/chat/organization/change-domains.ts')
    await changeDomain(chat, actor, input)
    return {}
  },
})
