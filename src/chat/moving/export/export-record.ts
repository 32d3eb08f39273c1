import { z } from 'zod'

/** Name of the background job that writes exports. */
export const EXPORT_JOB = 'chat exports'

/** An export as clients read it. */
export const exportSchema = z.strictObject({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: z.number().describe('When the export was asked for, in UNIX seconds.'),
  deleted_timestamp: z.number().nullable(),
  failed_timestamp: z.number().nullable(),
  export_url: z.string().nullable().describe('Address of the archive; null while there is none.'),
  pending: z.boolean(),
  export_type: z.enum(['public', 'full_with_consent', 'full_without_consent']),
})

/** An export as clients read it. */
export type RequestedExport = z.infer<typeof exportSchema>
