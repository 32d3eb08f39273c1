import { BROWSER_START_MAX_MS, PAGE_DEADLINE_MS, PAGE_WAIT_MAX_MS } from '../../browser/limits.ts'
import { FETCH_DEADLINE_MS, FETCH_WAIT_MAX_MS } from '../../net/limits.ts'
import { JOB_DEADLINE_MS, JOB_RUNS_MAX_COUNT, QUEUE_WAIT_MAX_MS } from '../../sandbox/limits.ts'

/** Longest time of a call that parses what it was given, its turn included. */
export const PARSE_MAX_MS = QUEUE_WAIT_MAX_MS + JOB_RUNS_MAX_COUNT * JOB_DEADLINE_MS

/** Longest time of a call that fetches a document and parses it, its turns included. */
export const READ_MAX_MS = FETCH_WAIT_MAX_MS + FETCH_DEADLINE_MS + PARSE_MAX_MS

/** Longest time of a call that asks chains or providers of prices. */
export const ASK_MAX_MS = 15_000

/** Longest time of a call that has a page in a browser and parses it, its turns included. */
export const RENDER_MAX_MS =
  PAGE_WAIT_MAX_MS + BROWSER_START_MAX_MS + PAGE_DEADLINE_MS + PARSE_MAX_MS
