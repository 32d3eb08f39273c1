import { decodeHtml } from '../lib/decode.ts'
import { parsePage } from '../markup/html/parse-page.ts'
import { PAGE_MAX_BYTES } from './limits.ts'
import { describePage, type PageDescription } from './page-info/describe-page.ts'
import type { PageScan } from './page-info/scan/page-scan.ts'
import { scanPage } from './page-info/scan/scan-page.ts'
import { badStatus, STATUS_MIN_BAD } from './refusals.ts'
import { measurePageText } from './walls/page-text.ts'
import { blocked, isWall } from './walls/page-walls.ts'

/** Longer pages are no bot checks, and are not searched for one. */
const WALL_MAX_WORDS = 500
const WALL_MAX_CHARS = 200_000

/** What the sandbox needs to describe one fetched page. */
export interface PageInfoJobInput {
  /** Address of the last hop. */
  url: string
  /** HTTP status. An error status ends in an error; the page decides which one. */
  status: number
  /** False when `bytes` is only the beginning of the page. */
  complete: boolean
  /** Value of the Content-Type header, empty when there was none. */
  contentType: string
  /** The HTML, or its beginning. */
  bytes: Uint8Array
  /** Now, in milliseconds; the clock's when absent. */
  now?: number
}

/** What a page says of itself. */
export interface PageInfoJobOutput extends PageDescription {
  /** Set where the page neither describes itself nor has a text, so that scripts may add both. */
  needsJs?: true
}

/** Words up to which a page with scripts is thought to lack some. */
const THIN_MAX_WORDS = 60
/** Last characters of a document in which its end is looked for. */
const END_MAX_CHARS = 500

/** Bot checks are recognized by their text, so the head alone is never taken for one. */
function requirePage(source: string, { status, complete }: PageInfoJobInput, scan: PageScan): void {
  const isBad = status >= STATUS_MIN_BAD
  const isShort =
    scan.prose.words + scan.prose.ideographs < WALL_MAX_WORDS && source.length < WALL_MAX_CHARS
  if ((complete || isBad) && isShort && isWall(source, measurePageText(parsePage(source))))
    throw blocked()
  if (isBad) throw badStatus(status)
}

/**
 * Describes one page in a single pass over the first `PAGE_MAX_BYTES` of its HTML. Throws `page_blocked` for a bot
 * check, `upstream_refused` or `upstream_failed` for any other page with an error status.
 */
export async function pageInfoJob(input: PageInfoJobInput): Promise<PageInfoJobOutput> {
  const { url, contentType, bytes } = input
  const source = decodeHtml(bytes.subarray(0, PAGE_MAX_BYTES), contentType)
  const scan = scanPage(source)
  requirePage(source, input, scan)
  const described = describePage(scan, { url, now: input.now ?? Date.now() })
  const isWhole = input.complete || /<\/(?:body|html)\s*>/i.test(source.slice(-END_MAX_CHARS))
  const lacks =
    isWhole &&
    described.cardDescription === '' &&
    scan.prose.words + scan.prose.ideographs < THIN_MAX_WORDS &&
    /<script\b/i.test(source)
  return { ...described, ...(lacks ? { needsJs: true } : {}) }
}
