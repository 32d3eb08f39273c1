import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `revoke_email_invite`: ends an invitation by e-mail. */
export const revokeEmailInvite = defineChatOperation({
  name: 'revoke_email_invite',
  title: 'Revoke an invitation by e-mail',
  description: 'Revoke an invitation that was sent by e-mail.',
  http: { method: 'DELETE', path: '/invites/{invite_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({ invite_id: z.int().describe('Id that get_invites tells.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { revokeInvitation } = await import('../../../src/chat/invitations/manage-invitations.ts')
    await revokeInvitation(chat, actor, input.invite_id, { isLink: false })
    return {}
  },
})
