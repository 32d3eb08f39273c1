import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { domainSchema } from '../../../src/chat/organization/domain-record.ts'

/** Operation `get_realm_domains`: domains whose addresses may join. */
export const getRealmDomains = defineChatOperation({
  name: 'get_realm_domains',
  title: 'Get domains',
  description: 'List the domains whose addresses may join.',
  http: { method: 'GET', path: '/realm/domains' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ domains: z.array(domainSchema) }),
  async run({ chat }) {
    const { listDomains } = await import('../../../src/chat/organization/list-records.ts')
    return { domains: await listDomains(chat) }
  },
})
