import { z } from 'zod'
import { STORED_VALUES_MAX_COUNT } from '../limits.ts'

/** Which of the texts that a program keeps with its account a call is about. */
export const storageNames = {
  keys: z.array(z.string()).max(STORED_VALUES_MAX_COUNT).optional().describe('Names; default all.'),
}
