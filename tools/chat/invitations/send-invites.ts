import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { invitationInputs } from '../../../src/chat/invitations/inputs.ts'

/** Operation `send_invites`: invitations by e-mail. */
export const sendInvites = defineChatOperation({
  name: 'send_invites',
  title: 'Invite people by e-mail',
  description: 'Invite people to the organization by e-mail.',
  http: { method: 'POST', path: '/invites' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    invitee_emails: z.string().describe('E-mail addresses, separated by commas or lines.'),
    ...invitationInputs,
    notify_referrer_on_join: z
      .boolean()
      .default(true)
      .describe('Tell the caller when somebody accepts.'),
  }),
  output: z.object({
    links: z
      .array(z.object({ email: z.string(), link: z.string() }))
      .optional()
      .describe('Links to pass on; for administrators, where the server sends no mail.'),
  }),
  async run({ input, chat, actor }) {
    const { inviteByMail } = await import('../../../src/chat/invitations/invite-by-mail.ts')
    return inviteByMail(chat, actor, input)
  },
})
