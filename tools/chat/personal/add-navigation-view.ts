import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { VIEW_NAME_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `add_navigation_view`: one more view. */
export const addNavigationView = defineChatOperation({
  name: 'add_navigation_view',
  title: 'Add navigation view',
  description: 'Add a view to the menu of the caller, or pin or hide a built-in one.',
  http: { method: 'POST', path: '/navigation_views' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    fragment: z.string().describe('URL hash of the view, without `#`.'),
    is_pinned: z.boolean().describe('Whether the view is pinned or hidden in the menu.'),
    name: nameUpTo(VIEW_NAME_MAX_CHARS)
      .nullable()
      .optional()
      .describe('Name of a custom view, which needs one; built-in views have their own.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { addView } = await import('../../../src/chat/personal/change-views.ts')
    await addView(chat, actor, input)
    return {}
  },
})
