import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { linkifierSchema } from '../../../src/chat/organization/linkifier-record.ts'

/** Operation `get_linkifiers` (chat spec 4.7): the patterns of the organization. */
export const getLinkifiers = defineChatOperation({
  name: 'get_linkifiers',
  title: 'Get linkifiers',
  description: 'List the patterns that make links of text, in order.',
  http: { method: 'GET', path: '/realm/linkifiers', isSpecified: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({}),
  output: z.object({ linkifiers: z.array(linkifierSchema) }),
  async run({ chat }) {
    const { listLinkifiers } = await import('../../../src/chat/organization/list-records.ts')
    return { linkifiers: await listLinkifiers(chat) }
  },
})
