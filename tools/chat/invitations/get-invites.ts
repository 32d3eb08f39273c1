import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_invites`: invitations that can still be used. */
export const getInvites = defineChatOperation({
  name: 'get_invites',
  title: 'List invitations',
  description: 'List open invitations: your own, for administrators all.',
  http: { method: 'GET', path: '/invites' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({
    invites: z.array(
      z.object({
        id: z.int(),
        invited_by_user_id: z.int().nullable(),
        invited: z.int(),
        expiry_date: z.int().nullable(),
        invited_as: z.int(),
        is_multiuse: z.boolean(),
        notify_referrer_on_join: z.boolean(),
        email: z.string().optional(),
        link_url: z.string().optional(),
        times_used: z.int().optional(),
        max_uses: z.int().nullable().optional(),
      }),
    ),
  }),
  async run({ chat, actor }) {
    const { listInvitations } = await import('../../../src/chat/invitations/manage-invitations.ts')
    return { invites: await listInvitations(chat, actor) }
  },
})
