import { REFUSED, WAITS, type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const BROWSER_LIMITS: Limits = []
const limit = limitsInto(BROWSER_LIMITS)

const STOPPED = 'the page is stopped, and what it had is read'

export const PAGE_DEADLINE_MS = limit(
  12_000,
  'ms',
  'one page in the browser, its reading included',
  { counts: 'call', over: `${STOPPED}; 504 where it had nothing` },
)

/** Milliseconds for a page to come to rest, of those for its reading. */
export const SETTLE_MAX_MS = 8_000

/** Milliseconds without an answer awaited and without a change of the text after which a page is at rest. */
export const QUIET_MS = 350

/** Milliseconds after which text that hardly changes is at rest, whatever else the page does. */
export const STEADY_MS = 1_500

export const PAGE_REQUESTS_MAX_COUNT = limit(
  300,
  'requests',
  'requests of one page in the browser',
  { counts: 'call', over: STOPPED },
)
export const PAGE_DOWN_MAX_BYTES = limit(
  24_000_000,
  'bytes',
  'what one page in the browser receives, on the wire',
  { counts: 'call', over: STOPPED },
)
export const PAGE_UP_MAX_BYTES = limit(1_000_000, 'bytes', 'what one page in the browser sends', {
  counts: 'call',
  over: STOPPED,
})
export const PAGE_CONNECTIONS_MAX_COUNT = limit(
  64,
  'connections',
  'connections of one page in the browser at once',
  { counts: 'call', over: STOPPED },
)

/** Connections of one page in all. */
export const PAGE_ATTEMPTS_MAX_COUNT = 600

/** How long one page may take, and how much it may ask for: its requests, and its connections, at once and in all. */
export interface PageLimits {
  deadlineMs: number
  requestsMaxCount: number
  connectionsMaxCount: number
  attemptsMaxCount: number
}

/** The limits of every page, unless others are given. */
export const PAGE_LIMITS: PageLimits = {
  deadlineMs: PAGE_DEADLINE_MS,
  requestsMaxCount: PAGE_REQUESTS_MAX_COUNT,
  connectionsMaxCount: PAGE_CONNECTIONS_MAX_COUNT,
  attemptsMaxCount: PAGE_ATTEMPTS_MAX_COUNT,
}

/** Navigations of one page, redirects included. */
export const PAGE_NAVIGATIONS_MAX_COUNT = 20

/** Windows that one page tries to open. */
export const PAGE_POPUPS_MAX_COUNT = 10

/** Dialogs of one page. */
export const PAGE_DIALOGS_MAX_COUNT = 20

/** Elements and texts that are read of one page. */
export const PAGE_NODES_MAX_COUNT = 300_000

/** Characters of HTML that are read of one page. */
export const PAGE_HTML_MAX_CHARS = 4_500_000

/** Frames of which the text is read. */
export const PAGE_FRAMES_MAX_COUNT = 20

export const PAGE_CPU_MAX_S = limit(10, 's', 'processor time of one page in the browser', {
  counts: 'call',
  over: STOPPED,
})
export const BROWSER_MEMORY_MAX_MB = limit(
  1_200,
  'MB',
  'memory of the browser with all its pages',
  { counts: 'server', over: 'its largest process is ended: 422 `unparsable` for that page' },
)
export const PAGES_MAX_COUNT = limit(3, 'pages', 'pages in the browser at once, of all callers', {
  counts: 'server',
  over: `${WAITS}; the next one is of who has fewest, known callers count four times`,
})
export const PAGES_PER_PRINCIPAL_MAX_COUNT = limit(
  2,
  'pages',
  'pages in the browser at once, of one caller',
  { counts: 'principal', over: WAITS },
)
export const PAGES_WAITING_MAX_COUNT = limit(
  32,
  'pages',
  'pages that wait for the browser, of all callers',
  { counts: 'server', over: '503 `unavailable` with `Retry-After`' },
)
export const PAGES_WAITING_PER_PRINCIPAL_MAX_COUNT = limit(
  8,
  'pages',
  'pages that wait for the browser, of one caller',
  { counts: 'principal', over: REFUSED },
)
export const PAGE_WAIT_MAX_MS = limit(20_000, 'ms', 'wait for the browser', {
  counts: 'call',
  over: '429 for who is over their share, else 503',
})
export const BROWSER_PAGES_MAX_COUNT = limit(
  200,
  'pages',
  'pages after which a browser is replaced',
  { counts: 'server', over: 'the next page has another one' },
)

/** Milliseconds without a page after which a browser is ended. */
export const BROWSER_IDLE_MS = 120_000

/** Milliseconds for a browser to start. */
export const BROWSER_START_MAX_MS = 15_000

/** Bytes of one message of a browser. */
export const MESSAGE_MAX_BYTES = 64_000_000

/** Pixels of the window in which pages are read. */
export const WINDOW = { width: 1_280, height: 1_600 }

/** Height to which that window grows, for lists that fill themselves where they are looked at. */
export const WINDOW_MAX_HEIGHT_PX = 12_000

/** How often it grows. */
export const WINDOW_GROWTHS_MAX_COUNT = 3

/** Longest edge of a picture of a page, in pixels: models see no more of one, and what is larger comes in parts. */
export const SHOT_EDGE_MAX_PX = 1_568

/** Bytes of a picture of a page: results carry it twice, in Base64. */
export const SHOT_MAX_BYTES = 360_000
