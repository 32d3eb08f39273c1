/** Milliseconds for one page, from its address to its text. */
export const PAGE_DEADLINE_MS = 12_000

/** Milliseconds of these for a page to come to rest. */
export const SETTLE_MAX_MS = 8_000

/** Milliseconds without an answer awaited and without a change of the text after which a page is at rest. */
export const QUIET_MS = 350

/** Milliseconds after which text that hardly changes is at rest, whatever else the page does. */
export const STEADY_MS = 1_500

/** Requests of one page. */
export const PAGE_REQUESTS_MAX_COUNT = 300

/** Bytes that one page receives, on the wire. */
export const PAGE_DOWN_MAX_BYTES = 24_000_000

/** Bytes that one page sends. */
export const PAGE_UP_MAX_BYTES = 1_000_000

/** Connections of one page at once. */
export const PAGE_CONNECTIONS_MAX_COUNT = 64

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

/** Seconds of processor time of one page. */
export const PAGE_CPU_MAX_S = 10

/** Memory of the browser with all its pages. */
export const BROWSER_MEMORY_MAX_MB = 1_200

/** Pages that are open at once, of all principals and of one. */
export const PAGES_MAX_COUNT = 3
export const PAGES_PER_PRINCIPAL_MAX_COUNT = 2

/** Pages that wait for their turn, of all principals and of one. */
export const PAGES_WAITING_MAX_COUNT = 32
export const PAGES_WAITING_PER_PRINCIPAL_MAX_COUNT = 8

/** Milliseconds that a page may wait for its turn. */
export const PAGE_WAIT_MAX_MS = 20_000

/** Pages after which a browser is replaced. */
export const BROWSER_PAGES_MAX_COUNT = 200

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

/** Pixels of a picture of a page. */
export const SHOT_MAX_WIDTH_PX = 2_000
export const SHOT_MAX_HEIGHT_PX = 4_000

/** Bytes of such a picture. */
export const SHOT_MAX_BYTES = 5_000_000
