import { z } from 'zod'
import { ROLES } from '../groups/system-groups.ts'
import { CALL_MAX_CHANNELS } from '../limits.ts'
import {
  INVITATION_LIFE_MAX_MINUTES,
  INVITATION_LIFE_MINUTES,
  WELCOME_MAX_CHARS,
} from './limits.ts'

const ids = z.array(z.int()).max(CALL_MAX_CHANNELS)

/** What both kinds of invitation say. */
export const invitationInputs = {
  invite_expires_in_minutes: z
    .int()
    .min(1)
    .max(INVITATION_LIFE_MAX_MINUTES)
    .nullable()
    .default(INVITATION_LIFE_MINUTES)
    .describe('Minutes until the invitation ends, by default ten days; null for never.'),
  invite_as: z
    .int()
    .default(ROLES.member)
    .describe(
      'Role of invited people: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    ),
  stream_ids: ids.default([]).describe('Ids of the channels that invited people will be in.'),
  group_ids: ids.default([]).describe('Ids of the groups that invited people will be in.'),
  include_realm_default_subscriptions: z
    .boolean()
    .default(false)
    .describe('Subscribe invited people to the default channels, too.'),
  welcome_message_custom_text: z
    .string()
    .max(WELCOME_MAX_CHARS)
    .optional()
    .describe('Text of the welcome message, in place of the one of the organization.'),
} as const
