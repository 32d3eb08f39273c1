import { z } from 'zod'

/** Parameters of every operation that answers user records (spec 4.4). */
export const userOptions = {
  client_extavatar: z
    .boolean()
    .default(true)
    .describe('Leave out avatar addresses that the client computes itself.'),
  include_custom_profile_fields: z.boolean().default(false).describe('Add profile_data.'),
}
