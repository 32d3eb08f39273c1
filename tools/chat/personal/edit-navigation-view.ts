import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `edit_navigation_view` (chat spec 4.7): where and how a view is shown. */
export const editNavigationView = defineChatOperation({
  name: 'edit_navigation_view',
  title: 'Edit navigation view',
  description: 'Pin, hide or rename a view in the menu of the caller.',
  http: { method: 'PATCH', path: '/navigation_views/{fragment+}', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    fragment: z.string().describe('URL hash without #.'),
    is_pinned: z.boolean().optional().describe('false hides the view.'),
    name: z.string().optional().describe('New name, of custom views only.'),
  }),
  output: z.object({}),
  async run({ input: { fragment, ...change }, chat, actor }) {
    const { editView } = await import('../../../src/chat/personal/change-views.ts')
    await editView(chat, actor, fragment, change)
    return {}
  },
})
