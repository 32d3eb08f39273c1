import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { invitationInputs } from '../../../src/chat/invitations/inputs.ts'

/** Operation `create_invite_link`: a link by which many may join. */
export const createInviteLink = defineChatOperation({
  name: 'create_invite_link',
  title: 'Make an invitation link',
  description: 'Make a link by which anybody who has it can join the organization.',
  http: { method: 'POST', path: '/invites/multiuse' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    ...invitationInputs,
    max_uses: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('How many people may use the link.'),
  }),
  output: z.object({ invite_link: z.string() }),
  async run({ input, chat, actor }) {
    const { makeInviteLink } = await import('../../../src/chat/invitations/invite-by-link.ts')
    return { invite_link: await makeInviteLink(chat, actor, input) }
  },
})
