import { z } from 'zod'
import { CALL_MAX_USERS } from '../limits.ts'

/** Users named by id or, as older clients do, by API e-mail. */
export const principals = z.union([
  z.array(z.int()).max(CALL_MAX_USERS),
  z.array(z.string()).max(CALL_MAX_USERS),
])

/** Users as `principals` takes them. */
export type Principals = z.infer<typeof principals>
