import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { viewSchema } from '../../../src/chat/personal/view-record.ts'

/** Operation `get_navigation_views`: views in the menu of the caller. */
export const getNavigationViews = defineChatOperation({
  name: 'get_navigation_views',
  title: 'Get navigation views',
  description: 'List the views that the caller pinned, hid or added to the menu.',
  http: { method: 'GET', path: '/navigation_views' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ navigation_views: z.array(viewSchema) }),
  async run({ chat, actor }) {
    const { listViews } = await import('../../../src/chat/personal/change-views.ts')
    return { navigation_views: await listViews(chat, actor) }
  },
})
