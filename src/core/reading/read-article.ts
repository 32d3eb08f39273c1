import { OperationError } from '../../contract/errors.ts'
import type { Fetched } from '../../contract/net.ts'
import { bytesRead, type Call } from '../../contract/operation.ts'
import { contentKind } from '../../extract/content-kind.ts'
import { type RequestedChoice, resolveChoice } from '../../extract/engine.ts'
import type { ExtractJobOutput } from '../../extract/extract-job.ts'
import { EXTRACT_JOB } from '../../extract/jobs.ts'
import { readFollowing } from '../../extract/refresh.ts'
import {
  badStatus,
  EMPTY_SHELL,
  isReadable,
  STATUS_MIN_BAD,
  unsupported,
} from '../../extract/refusals.ts'
import { blocked, CONSENT, isChallengeAnswer } from '../../extract/walls/page-walls.ts'
import { browserFor, namesView, type Renderer, renderPage, requireBrowser } from './rendering.ts'

const ACCEPT =
  'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.6, application/json;q=0.5, */*;q=0.1'

/** Words up to which an application may only say that it has failed, and how many times as many a server's text has that stands for it. */
const FAILED_MAX_WORDS = 40
const WHOLE_MIN_TIMES = 2

/** Whether a page is shown in a browser: where it seems to need one, never, or in any case. */
export type RenderChoice = 'auto' | 'never' | 'always'

/** Input of a call that reads a page. */
export interface ArticleQuestion extends RequestedChoice {
  url: string
  head?: boolean | undefined
  /** Seconds that a copy may be old. */
  maxAge?: number | undefined
  render?: RenderChoice | undefined
  waitFor?: string | undefined
  open?: boolean | undefined
}

/** An article with what was true when it was fetched. */
export interface ReadArticle extends Omit<ExtractJobOutput, 'refresh'> {
  url: string
  fetchedAt: string
  fromCache?: true
  age?: number
  /** The text is that of a browser. */
  rendered?: true
  /** Set where a rendered page goes on, or was stopped at a limit. */
  truncated?: true
  /** Set where a rendered page still shows what stands for what is to come. */
  unfinished?: true
}

/**
 * Reads the article at an address: from what its server sends, or from what a browser makes of that where the page needs one and
 * the call may use it. Throws what the sandbox's job and the browser throw.
 */
export async function readArticle(call: Call<ArticleQuestion>): Promise<ReadArticle> {
  const { url, render, waitFor, open } = call.input
  call.services.sandbox.prepare()
  const choice = render ?? (waitFor === undefined && open !== true ? 'auto' : 'always')
  if (choice === 'always') return readWithBrowser(call, await requireBrowser(call, 'reading'))
  const plain = await outcomeOf(readPlain(call, namesView(url)))
  if (choice === 'never' || !lacksText(plain)) return valueOf(plain)
  const { isInnerAddress } = await import('../../documents/inner-address.ts')
  // No browser opens archives.
  const browser = isInnerAddress(url) ? undefined : await browserFor(call)
  if (!browser) return valueOf(plain)
  const rendered = await outcomeOf(readRendered(call, browser))
  if (call.signal.aborted) return valueOf(rendered)
  if (!('value' in rendered)) return valueOf(withBrowserFailure(plain, rendered.thrown))
  const isLess = 'value' in plain && plain.value.wordCount > rendered.value.wordCount
  return isLess ? plain.value : rendered.value
}

/**
 * Reads the article at an address as a browser shows it; where that is next to nothing, as what an application says that has failed,
 * and the server sent a whole text, that text.
 */
export async function readWithBrowser(
  call: Call<ArticleQuestion>,
  browser: Renderer,
): Promise<ReadArticle> {
  const rendered = await readRendered(call, browser)
  const { selector, waitFor, open } = call.input
  const isChosen = selector !== undefined || waitFor !== undefined || open === true
  if (isChosen || rendered.wordCount > FAILED_MAX_WORDS) return rendered
  const plain = await outcomeOf(readPlain(call, false))
  const isWhole = 'value' in plain && wordsIn(plain.value) >= WHOLE_MIN_TIMES * FAILED_MAX_WORDS
  return isWhole ? plain.value : rendered
}

/** Words that are no numbers: counters have all digits in their source, of which a browser shows a few. */
function wordsIn({ wordCount, markdown }: ReadArticle): number {
  return wordCount - (markdown.match(/(?<!\S)\d+(?!\S)/g)?.length ?? 0)
}

async function readRendered(call: Call<ArticleQuestion>, browser: Renderer): Promise<ReadArticle> {
  const { input, services, signal } = call
  const page = await renderPage(browser, input.url, {
    signal,
    waitFor: input.waitFor,
    open: input.open,
  })
  const { notShown: lacking = [], truncated, unfinished } = page
  const { notShown: held = [], ...article } = await extract(call, page, { isRendered: true }).catch(
    (thrown: unknown) => {
      throw truncated || unfinished ? endedEarly(thrown, lacking) : thrown
    },
  )
  const notShown = [...lacking, ...held]
  return {
    url: page.url,
    fetchedAt: services.now().toISOString(),
    ...article,
    rendered: true,
    ...(truncated ? { truncated } : {}),
    ...(unfinished ? { unfinished } : {}),
    ...(notShown.length > 0 ? { notShown } : {}),
  }
}

/** The error for a page that had no text when its time or another limit ended it. */
function endedEarly(thrown: unknown, lacking: readonly string[]): unknown {
  if (!(thrown instanceof OperationError) || thrown.code !== 'unparsable') return thrown
  const message = 'The page showed no text before its time or another limit ended it.'
  return new OperationError('unparsable', message, {
    hint: 'Call it with waitFor, a CSS selector of what it shows, or use another source.',
    fields: { notShown: lacking },
    cause: thrown,
  })
}

async function readPlain(call: Call<ArticleQuestion>, isView: boolean): Promise<ReadArticle> {
  const { input, services, signal, principal } = call
  const { maxAge: maxAgeS } = input
  const { fetched, page } = await readFollowing(
    input.url,
    async (url, from) =>
      services.fetch(url, {
        signal,
        unpacks: true,
        accept: ACCEPT,
        ...(from ? { from } : {}),
        ...(maxAgeS === undefined ? {} : { cache: { maxAgeS, owner: principal.id } }),
        progress: (done, total) => call.progress(bytesRead(done, total)),
      }),
    async (found) => extract(call, found, { isView }),
  )
  const { url, stored } = fetched
  const { refresh: _followed, ...article } = page
  const cached = stored ? { fromCache: true as const, age: stored.ageS } : {}
  return { url, fetchedAt: (stored?.at ?? services.now()).toISOString(), ...cached, ...article }
}

async function extract(
  { input, services, signal }: Call<ArticleQuestion>,
  fetched: Fetched,
  seen: { isRendered?: boolean; isView?: boolean },
): Promise<ExtractJobOutput> {
  const now = services.now().getTime()
  const article = await services.sandbox.run(
    EXTRACT_JOB,
    { ...jobOf(fetched), ...resolveChoice(input), ...seen, cites: input.head ?? false, now },
    { signal },
  )
  if (input.head === true) article.siteName ??= new URL(fetched.url).hostname
  return article
}

function jobOf(fetched: Fetched) {
  const { url, status, headers, held, body } = fetched
  const kind = contentKind(fetched)
  if (isChallengeAnswer(headers)) throw blocked()
  // The page of an error status may be a bot wall, which only its text tells.
  if (status >= STATUS_MIN_BAD && kind !== 'html') throw badStatus(status)
  if (!isReadable(kind)) throw unsupported(kind)
  return { url, status, kind, contentType: headers['content-type'] ?? '', bytes: held ?? body }
}

type Outcome<T> = { value: T } | { thrown: unknown }

async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (thrown) {
    return { thrown }
  }
}

function valueOf<T>(outcome: Outcome<T>): T {
  if ('value' in outcome) return outcome.value
  throw outcome.thrown
}

/** Whether a browser may find text that is not in what the server sent. */
function lacksText(plain: Outcome<ReadArticle>): boolean {
  if ('value' in plain) return plain.value.needsJs === true || plain.value.isShort === true
  const { thrown } = plain
  if (!(thrown instanceof OperationError)) return false
  if (thrown.code === 'needs_javascript' || thrown.fields[EMPTY_SHELL] === true) return true
  return thrown.code === 'page_blocked' && thrown.fields['reason'] === CONSENT
}

/** The plain outcome; where it is none, with what the browser met in its place. */
function withBrowserFailure(plain: Outcome<ReadArticle>, thrown: unknown): Outcome<ReadArticle> {
  if ('value' in plain || !(thrown instanceof OperationError)) return plain
  if (plain.thrown instanceof OperationError && plain.thrown.fields[EMPTY_SHELL]) return plain
  const { code, message } = thrown
  return {
    thrown: new OperationError(
      'needs_javascript',
      `The page shows nothing without scripts. In a browser: ${message}`,
      {
        hint: thrown.hint ?? 'Use another source for the same content.',
        fields: { rendering: code },
        cause: thrown,
      },
    ),
  }
}
