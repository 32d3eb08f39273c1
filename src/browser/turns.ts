import { FetchTurns } from '../net/fetch/fetch-turns.ts'
import {
  PAGE_WAIT_MAX_MS,
  PAGES_MAX_COUNT,
  PAGES_PER_PRINCIPAL_MAX_COUNT,
  PAGES_WAITING_MAX_COUNT,
  PAGES_WAITING_PER_PRINCIPAL_MAX_COUNT,
} from './limits.ts'

/** Whose page is next: of the principal that has fewest open for its weight. */
export function createPageTurns(): FetchTurns {
  return new FetchTurns({
    maxCount: PAGES_MAX_COUNT,
    perPrincipalMaxCount: PAGES_PER_PRINCIPAL_MAX_COUNT,
    reservedCount: PAGES_MAX_COUNT - PAGES_PER_PRINCIPAL_MAX_COUNT,
    waitingMaxCount: PAGES_WAITING_MAX_COUNT,
    waitingPerPrincipalMaxCount: PAGES_WAITING_PER_PRINCIPAL_MAX_COUNT,
    waitMaxMs: PAGE_WAIT_MAX_MS,
  })
}
