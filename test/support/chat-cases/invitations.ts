import { expect } from 'vitest'
import { about, general, type Probe } from '../chat-access/probe.ts'
import { administrators, governing, isAdministrator, sightOf } from '../chat-access/rules.ts'
import type { CallerIdentity, Place } from '../chat-access/things.ts'
import type { AgentExamples, Stage } from './example.ts'

const invite = async ({ ask }: Stage, email: string): Promise<number> => {
  await ask('send_invites', { invitee_emails: email })
  const { invites } = await ask('get_invites')
  return (invites as { id: number; email?: string }[]).find((one) => one.email === email)!.id
}

const MISSING = [{ invite_id: 99_999 }, /No such invitation/] as const

/** Who comes to the organization, and how. */
export const invitationExamples: AgentExamples = {
  send_invites: {
    call: { invitee_emails: 'new@example.com' },
    shows: { links: [{ email: 'new@example.com', link: expect.stringContaining('/join/') }] },
    fails: [{ invitee_emails: 'bob@example.com' }, /weren't able to invite/],
  },
  create_invite_link: {
    call: {},
    shows: { invite_link: expect.stringContaining('/join/') },
    fails: [{ invite_as: 7 }, /invite_as/],
  },
  get_invites: { call: {}, shows: { invites: expect.any(Array) }, fails: [{ from: -1 }, /from/] },
  revoke_email_invite: {
    call: async (stage) => ({ invite_id: await invite(stage, 'gone@example.com') }),
    shows: {},
    fails: MISSING,
  },
  revoke_invite_link: {
    call: async ({ ask }) => {
      await ask('create_invite_link')
      const { invites } = await ask('get_invites')
      const all = invites as { id: number; is_multiuse: boolean }[]
      return { invite_id: all.find((one) => one.is_multiuse)?.id }
    },
    shows: {},
    fails: MISSING,
  },
  test_welcome_message: {
    call: { welcome_message_custom_text: 'Read the **rules**.' },
    shows: { message_id: expect.any(Number) },
    fails: [{ welcome_message_custom_text: ' ' }, /must not be empty/],
  },
  resend_email_invite: {
    fails: [
      async (stage) => ({ invite_id: await invite(stage, 'again@example.com') }),
      /Wait a minute/,
    ],
  },
}

/** For invitations to a channel: whoever may subscribe others to it; everybody else learns nothing. */
const invitingTo = (asker: CallerIdentity, place: Place) => {
  const isOpen = sightOf(asker, place) === 'content' && !place.startsWith('archived')
  return isOpen && !['guest', 'bot'].includes(asker) ? 'yes' : 'as if missing'
}

/** Who may invite, and manage invitations. */
export const invitationProbes: readonly Probe[] = [
  ...general((asker) => (['guest', 'bot'].includes(asker) ? 'no' : 'yes'), {
    send_invites: { invitee_emails: 'new@b.test' },
  }),
  ...general(() => 'yes', { get_invites: {} }),
  ...general(administrators, {
    create_invite_link: {},
    test_welcome_message: { welcome_message_custom_text: 'x' },
    'send_invites by role': { invitee_emails: 'new@b.test', invite_as: 300 },
  }),
  ...about('channel', invitingTo, {
    'send_invites by channel': ({ id }) => ({ invitee_emails: 'new@b.test', stream_ids: [id] }),
  }),
  ...about(
    'channel',
    (asker, place) => (isAdministrator(asker) ? invitingTo(asker, place) : 'as if missing'),
    { 'create_invite_link by channel': ({ id }) => ({ stream_ids: [id] }) },
  ),
  ...about('invitation', governing, {
    revoke_email_invite: ({ id }) => ({ invite_id: id }),
    resend_email_invite: ({ id }) => ({ invite_id: id }),
  }),
  ...about('link', governing, { revoke_invite_link: ({ id }) => ({ invite_id: id }) }),
]
