/**
 * The tag `full` (vitest.config.ts): tests of half a second or more, the Postgres twins and large seeds. `npm test` leaves them
 * out, `npm run test:all` does not.
 */
import { TestRunner } from 'vitest'

/** Whether this run is one of everything, not the loop. */
export function isFull(): boolean {
  return TestRunner.matchesTags(['full'])
}

/** How often something random is tried: a few times in the loop, many in a run of everything. */
export function seeds(few: number, many: number): number {
  return isFull() ? many : few
}
