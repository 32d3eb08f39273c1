import {
  BROWSER_MEMORY_MAX_MB,
  BROWSER_PAGES_MAX_COUNT,
  PAGE_CONNECTIONS_MAX_COUNT,
  PAGE_CPU_MAX_S,
  PAGE_DEADLINE_MS,
  PAGE_DOWN_MAX_BYTES,
  PAGE_REQUESTS_MAX_COUNT,
  PAGE_UP_MAX_BYTES,
  PAGE_WAIT_MAX_MS,
  PAGES_MAX_COUNT,
  PAGES_PER_PRINCIPAL_MAX_COUNT,
  PAGES_WAITING_MAX_COUNT,
  PAGES_WAITING_PER_PRINCIPAL_MAX_COUNT,
} from '../../browser/limits.ts'
import { REFUSED, type Share } from './share.ts'

const WAITS = 'it waits its turn'
const STOPPED = 'the page is stopped, and what it had is read'

/** What pages in the browser take. */
export const browserShares: readonly Share[] = [
  {
    meaning: 'pages in the browser at once, of all callers',
    value: PAGES_MAX_COUNT,
    unit: 'pages',
    counts: 'server',
    over: `${WAITS}; the next one is of who has fewest, known callers count four times`,
  },
  {
    meaning: 'pages in the browser at once, of one caller',
    value: PAGES_PER_PRINCIPAL_MAX_COUNT,
    unit: 'pages',
    counts: 'principal',
    over: WAITS,
  },
  {
    meaning: 'pages that wait for the browser, of all callers',
    value: PAGES_WAITING_MAX_COUNT,
    unit: 'pages',
    counts: 'server',
    over: '503 `unavailable` with `Retry-After`',
  },
  {
    meaning: 'pages that wait for the browser, of one caller',
    value: PAGES_WAITING_PER_PRINCIPAL_MAX_COUNT,
    unit: 'pages',
    counts: 'principal',
    over: REFUSED,
  },
  {
    meaning: 'wait for the browser',
    value: PAGE_WAIT_MAX_MS,
    unit: 'ms',
    counts: 'call',
    over: '429 for who is over their share, else 503',
  },
  {
    meaning: 'one page in the browser, its reading included',
    value: PAGE_DEADLINE_MS,
    unit: 'ms',
    counts: 'call',
    over: `${STOPPED}; 504 where it had nothing`,
  },
  {
    meaning: 'processor time of one page in the browser',
    value: PAGE_CPU_MAX_S,
    unit: 's',
    counts: 'call',
    over: STOPPED,
  },
  {
    meaning: 'requests of one page in the browser',
    value: PAGE_REQUESTS_MAX_COUNT,
    unit: 'requests',
    counts: 'call',
    over: STOPPED,
  },
  {
    meaning: 'connections of one page in the browser at once',
    value: PAGE_CONNECTIONS_MAX_COUNT,
    unit: 'connections',
    counts: 'call',
    over: STOPPED,
  },
  {
    meaning: 'what one page in the browser receives, on the wire',
    value: PAGE_DOWN_MAX_BYTES,
    unit: 'bytes',
    counts: 'call',
    over: STOPPED,
  },
  {
    meaning: 'what one page in the browser sends',
    value: PAGE_UP_MAX_BYTES,
    unit: 'bytes',
    counts: 'call',
    over: STOPPED,
  },
  {
    meaning: 'memory of the browser with all its pages',
    value: BROWSER_MEMORY_MAX_MB,
    unit: 'MB',
    counts: 'server',
    over: 'its largest process is ended: 422 `unparsable` for that page',
  },
  {
    meaning: 'pages after which a browser is replaced',
    value: BROWSER_PAGES_MAX_COUNT,
    unit: 'pages',
    counts: 'server',
    over: 'the next page has another one',
  },
]
