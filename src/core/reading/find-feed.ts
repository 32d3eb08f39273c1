import { type ErrorCode, OperationError } from '../../contract/errors.ts'
import type { Fetched } from '../../contract/net.ts'
import { bytesRead, type Call } from '../../contract/operation.ts'
import { contentKind } from '../../extract/content-kind.ts'
import { PAGE_INFO_JOB } from '../../extract/jobs.ts'
import { pageOf } from '../../extract/page-info/page-answer.ts'
import { STATUS_MIN_BAD } from '../../extract/refusals.ts'
import { blocked, isChallengeAnswer } from '../../extract/walls/page-walls.ts'
import type { FeedJobOutput } from '../../feed/feed-job.ts'
import { FEED_JOB } from '../../feed/jobs.ts'
import { FEED_MAX_BYTES } from '../../feed/limits.ts'
import { noFeedIn } from '../../feed/refusals.ts'
import type { Position } from '../../feed/selection.ts'
import { parseSince } from '../../feed/since.ts'

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.5, */*;q=0.1'
/** Feeds that a page names and that are tried. */
const NAMED_MAX_COUNT = 10
/** Usual addresses that are tried at once. */
const USUAL_AT_ONCE = 4
/** Time after which no further address of a page is tried. */
const SEARCH_MAX_MS = 20_000

/** Input of a call that reads a feed. */
export interface FeedQuestion {
  url: string
  limit?: number | undefined
  since?: string | undefined
  content?: boolean | undefined
}

/** A feed that a page names and that could not be read, and why. */
export interface DeadFeed {
  url: string
  code: ErrorCode
}

/** A feed, and how it was found. */
export interface FoundFeed {
  feed: Extract<FeedJobOutput, { kind: 'feed' }>
  /** Address of the feed that was read. */
  url: string
  /** Other feeds that the page names, read or not. */
  others: string[]
  dead: DeadFeed[]
  /** Whether the page names none that can be read, and this one stands where the software of sites keeps them. */
  isUsual: boolean
}

/** Failures of one address that say nothing of the next. */
const DEAD: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'url_not_allowed',
  'too_large',
  'unparsable',
  'unsupported_content',
  'needs_javascript',
  'upstream_failed',
  'upstream_refused',
  'upstream_timeout',
  'page_blocked',
])

/**
 * Reads the feed at an address; of a page there, the first of the feeds that it names which can be read, else one at a usual
 * address of the site. No page is followed twice. Throws what the address itself causes, and `unsupported_content`.
 */
export async function requireFeed(
  call: Call<FeedQuestion>,
  after: Position | undefined,
): Promise<FoundFeed> {
  const { url } = call.input
  const answer = await fetchFeed(call, url)
  const read = await readFeed(call, answer, after)
  if (read.kind === 'feed') {
    return {
      feed: read,
      url: answer.url,
      others: [],
      dead: [],
      isUsual: false,
    }
  }
  return new FeedSearch(call, after).ofPage(answer, read)
}

class FeedSearch {
  readonly #call: Call<FeedQuestion>
  readonly #after: Position | undefined
  readonly #dead: DeadFeed[] = []
  readonly #end = performance.now() + SEARCH_MAX_MS
  #firstFailure: OperationError | undefined

  constructor(call: Call<FeedQuestion>, after: Position | undefined) {
    this.#call = call
    this.#after = after
  }

  async ofPage(
    answer: Fetched,
    { feeds, usual }: Extract<FeedJobOutput, { kind: 'page' }>,
  ): Promise<FoundFeed> {
    for (const url of feeds.slice(0, NAMED_MAX_COUNT)) {
      if (this.#isLate) break
      const found = await this.#named(url)
      if (found) {
        const others = feeds.filter((other) => other !== url)
        return { ...found, others, dead: this.#dead, isUsual: false }
      }
    }
    // Of a bot check this is the end.
    const refusal = this.#firstFailure ?? (await noFeed(this.#call, answer))
    const found = mayHaveFeeds(answer, refusal) ? await this.#usual(usual) : undefined
    if (found) return { ...found, others: feeds, dead: this.#dead, isUsual: true }
    throw this.#dead.length === 0 ? refusal : withDead(refusal, this.#dead)
  }

  get #isLate(): boolean {
    return performance.now() > this.#end
  }

  async #named(url: string): Promise<Pick<FoundFeed, 'feed' | 'url'> | undefined> {
    try {
      const answer = await fetchFeed(this.#call, url)
      const feed = await readFeed(this.#call, answer, this.#after)
      if (feed.kind === 'feed') return { feed, url: answer.url }
      throw await noFeed(this.#call, answer)
    } catch (thrown) {
      const failure = deadFeed(thrown)
      this.#dead.push({ url, code: failure.code })
      this.#firstFailure ??= failure
      return undefined
    }
  }

  async #usual(addresses: readonly string[]): Promise<Pick<FoundFeed, 'feed' | 'url'> | undefined> {
    for (let at = 0; at < addresses.length && !this.#isLate; at += USUAL_AT_ONCE) {
      const tried = addresses.slice(at, at + USUAL_AT_ONCE)
      const found = await Promise.all(tried.map(async (url) => this.#guess(url)))
      const first = found.find((one) => one !== undefined)
      if (first) return first
    }
    return undefined
  }

  async #guess(url: string): Promise<Pick<FoundFeed, 'feed' | 'url'> | undefined> {
    try {
      const answer = await fetchAny(this.#call, url)
      const isFeed = answer.status < STATUS_MIN_BAD && contentKind(answer) !== 'html'
      const feed = isFeed ? await readFeed(this.#call, answer, this.#after) : undefined
      if (feed?.kind === 'feed') return { feed, url: answer.url }
      answer.held?.release()
      return undefined
    } catch (thrown) {
      deadFeed(thrown)
      return undefined
    }
  }
}

/** The failure of one address among several; anything else is thrown on. */
function deadFeed(thrown: unknown): OperationError {
  if (thrown instanceof OperationError && DEAD.has(thrown.code)) return thrown
  throw thrown
}

function withDead({ code, message, hint, fields }: OperationError, dead: DeadFeed[]): Error {
  return new OperationError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    fields: { ...fields, unreadFeeds: dead },
  })
}

function mayHaveFeeds(answer: Fetched, refusal: OperationError): boolean {
  return contentKind(answer) === 'html' && refusal.code !== 'page_blocked'
}

async function fetchAny(call: Call<FeedQuestion>, url: string): Promise<Fetched> {
  const { services, signal } = call
  services.sandbox.prepare()
  return services.fetch(url, {
    signal,
    unpacks: true,
    accept: ACCEPT,
    maxBytes: FEED_MAX_BYTES,
    progress: (done, total) => call.progress(bytesRead(done, total)),
  })
}

async function fetchFeed(call: Call<FeedQuestion>, url: string): Promise<Fetched> {
  const fetched = await fetchAny(call, url)
  if (isChallengeAnswer(fetched.headers)) throw blocked()
  // Of an error status this throws in any case: which error, the page tells.
  if (fetched.status >= STATUS_MIN_BAD) {
    await call.services.sandbox.run(PAGE_INFO_JOB, pageOf(fetched), { signal: call.signal })
  }
  return fetched
}

async function readFeed(
  { input, services, signal }: Call<FeedQuestion>,
  { url, headers, held, body }: Fetched,
  after: Position | undefined,
): Promise<FeedJobOutput> {
  const { limit, content = false } = input
  const since = input.since === undefined ? undefined : parseSince(input.since, services.now())
  const { 'content-type': contentType = '', link } = headers
  const job = { url, contentType, link, bytes: held ?? body, limit, since, after, content }
  return services.sandbox.run(FEED_JOB, job, { signal })
}

/** The error for a document that is no feed and names none; of a web page, which may be a bot wall, the page's own. */
async function noFeed(
  { services, signal }: Call<FeedQuestion>,
  fetched: Fetched,
): Promise<OperationError> {
  const kind = contentKind(fetched)
  try {
    if (kind === 'html') await services.sandbox.run(PAGE_INFO_JOB, pageOf(fetched), { signal })
  } catch (thrown) {
    return deadFeed(thrown)
  }
  return noFeedIn(kind)
}
