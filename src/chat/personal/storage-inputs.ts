import { z } from 'zod'
import { STORED_VALUES_MAX_COUNT } from '../limits.ts'

/** The names of stored values that a call concerns. */
export const storageNames = {
  keys: z
    .array(z.string())
    .max(STORED_VALUES_MAX_COUNT)
    .optional()
    .describe('Names of the texts; default all.'),
}
