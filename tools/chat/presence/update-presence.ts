import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { PRESENCE_HISTORY_DEFAULT_DAYS } from '../../../src/chat/limits.ts'
import { once } from '../../../src/lib/once.ts'

const loadPresence = once(async () => import('../../../src/chat/presence/update-presence.ts'))

/** Operation `update_presence` (chat spec 4.3): the caller is there; who else is? */
export const updatePresence = defineChatOperation({
  name: 'update_presence',
  title: 'Update presence',
  description: 'Report that the caller is active or idle, and get when the others were last there.',
  http: { method: 'POST', path: '/users/me/presence', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    status: z.string().describe('Either `active` or `idle`.'),
    last_update_id: z
      .int()
      .min(-1)
      .optional()
      .describe('Return only what changed after this update; -1 for everything.'),
    history_limit_days: z
      .int()
      .min(0)
      .default(PRESENCE_HISTORY_DEFAULT_DAYS)
      .describe('How many days back presence goes, unless last_update_id is above 0.'),
    ping_only: z.boolean().default(false).describe('Return no presence data.'),
    new_user_input: z
      .boolean()
      .default(false)
      .describe('Whether the user did something since the last report.'),
    slim_presence: z
      .boolean()
      .default(false)
      .describe('Deprecated: true asks for the modern form.'),
  }),
  output: z.object({
    presence_last_update_id: z.int(),
    server_timestamp: z.number().optional(),
    presences: z.record(z.string(), z.unknown()).optional(),
  }),
  async run({ input, chat, actor }) {
    const { updatePresence: report } = await loadPresence()
    return report(chat, actor, input)
  },
  agent: {
    description: 'Tell others in the chat that you are there, or idle.',
    input: () => ({ status: z.enum(['active', 'idle']).default('active') }),
    output: z.object({}),
    async run({ input }, report, { given, isFull }) {
      await report('ping_only' in given ? input : { ...input, ping_only: !isFull })
      return {}
    },
  },
})
