import { said } from '../../../src/app/limits.ts'

/** Limits on what callers have in common. */
export const shares = said.filter((limit) => 'counts' in limit)
