import { z } from 'zod'

/** A user as clients see it (spec 2.1). */
export const userSchema = z.object({
  user_id: z.int(),
  delivery_email: z.string().nullable(),
  email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  bot_type: z.int().nullable(),
  bot_owner_id: z.int().nullable(),
  role: z.int(),
  timezone: z.string(),
  avatar_url: z.string().nullable(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  is_deleted: z.literal(true).optional(),
  profile_data: z.record(z.string(), z.unknown()).optional(),
})

/** A user as clients see it. */
export type UserRecord = z.infer<typeof userSchema>

/** Parameters of every operation that returns user records (spec 4.4). */
export const userOptions = {
  client_extavatar: z
    .boolean()
    .default(true)
    .describe('Leave out avatar addresses that the client computes itself.'),
  include_custom_profile_fields: z
    .boolean()
    .default(false)
    .describe('Add profile_data to accounts.'),
}

/** Changes to an account as parameters. */
export const userChangeInputs = {
  full_name: z.string().optional(),
  role: z
    .int()
    .optional()
    .describe('Role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  profile_data: z
    .array(z.object({ id: z.int(), value: z.union([z.string(), z.array(z.int()), z.null()]) }))
    .optional()
    .describe('Values, each with the id of its field.'),
}
