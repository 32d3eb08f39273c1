import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_navigation_view`: one view less. */
export const removeNavigationView = defineChatOperation({
  name: 'remove_navigation_view',
  title: 'Remove navigation view',
  description: 'Remove a view from the menu of the caller; a built-in one is shown as usual again.',
  http: { method: 'DELETE', path: '/navigation_views/{fragment+}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    fragment: z.string().describe('URL hash of the view, without `#`.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeView } = await import('../../../src/chat/personal/change-views.ts')
    await removeView(chat, actor, input.fragment)
    return {}
  },
})
