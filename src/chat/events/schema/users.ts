import { z } from 'zod'
import { USER_SETTING_DEFAULTS, type UserSetting } from '../../personal/user-settings.ts'
import { defineEvent } from './define.ts'
import { userRecord } from './records.ts'

const user_id = z.int()

/** The id of a user, and one change. */
const personChange = z.union([
  z.strictObject({ user_id, full_name: z.string() }),
  z.strictObject({ user_id, email: z.string(), timezone: z.string() }),
  z.strictObject({ user_id, new_email: z.string() }),
  z.strictObject({ user_id, delivery_email: z.string().nullable() }),
  z.strictObject({
    user_id,
    avatar_source: z.enum(['U', 'G', 'J']),
    avatar_url: z.string(),
    avatar_url_medium: z.string(),
    avatar_version: z.int(),
  }),
  z.strictObject({ user_id, role: z.int() }),
  z.strictObject({ user_id, is_active: z.boolean() }),
  z.strictObject({
    user_id,
    custom_profile_field: z.strictObject({
      id: z.int(),
      value: z.string().nullable(),
      rendered_value: z.string().exactOptional(),
    }),
  }),
])

/** Events about accounts. */
export const userEvents = [
  defineEvent(
    { since: 0, sent: 'There is a new account.' },
    z.strictObject({ type: z.literal('realm_user'), op: z.literal('add'), person: userRecord }),
  ),
  defineEvent(
    { since: 0, sent: 'Something about an account was changed; one event for each.' },
    z.strictObject({
      type: z.literal('realm_user'),
      op: z.literal('update'),
      person: personChange,
    }),
  ),
  defineEvent(
    { since: 89, sent: 'The user changed a setting; one event for each.' },
    z.strictObject({
      type: z.literal('user_settings'),
      op: z.literal('update'),
      property: z.enum([
        ...(Object.keys(USER_SETTING_DEFAULTS) as UserSetting[]),
        'email_address_visibility',
      ]),
      value: z.union([z.boolean(), z.int(), z.string()]),
      language_name: z.string().exactOptional(),
    }),
  ),
] as const
