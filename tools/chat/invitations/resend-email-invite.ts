import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `resend_email_invite`: sends an invitation again, with a new link. */
export const resendEmailInvite = defineChatOperation({
  name: 'resend_email_invite',
  title: 'Send an invitation again',
  description: 'Send an invitation by e-mail again. Its earlier links stop working.',
  http: { method: 'POST', path: '/invites/{invite_id}/resend' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({ invite_id: z.int().describe('Id that get_invites tells.') }),
  output: z.object({
    timestamp: z.int().describe('When the invitation was sent, in UNIX seconds.'),
    link: z
      .string()
      .optional()
      .describe('Links to pass on; for administrators, where the server sends no mail.'),
  }),
  async run({ input, chat, actor }) {
    const { resendInvitation } = await import('../../../src/chat/invitations/manage-invitations.ts')
    return resendInvitation(chat, actor, input.invite_id)
  },
})
