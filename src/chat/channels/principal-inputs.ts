import { z } from 'zod'

/** Users named by id or, as older clients do, by API e-mail. */
export const principals = z.union([z.array(z.int()), z.array(z.string())])

/** Users as `principals` takes them. */
export type Principals = z.infer<typeof principals>
