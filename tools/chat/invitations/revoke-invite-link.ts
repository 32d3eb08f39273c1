import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `revoke_invite_link`: ends a link by which many may join. */
export const revokeInviteLink = defineChatOperation({
  name: 'revoke_invite_link',
  title: 'Revoke an invitation link',
  description: 'Revoke a link by which people join.',
  http: { method: 'DELETE', path: '/invites/multiuse/{invite_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({ invite_id: z.int().describe('Id that get_invites tells.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { revokeInvitation } = await import('../../../src/chat/invitations/manage-invitations.ts')
    await revokeInvitation(chat, actor, input.invite_id, { isLink: true })
    return {}
  },
})
