import { OperationError } from '../contract/errors.ts'
import { decodeHtml } from '../lib/decode.ts'
import { cleanLine, cleanText } from '../lib/text.ts'
import { countWords } from '../markdown/word-count.ts'
import { parsePage, type PageTree } from '../markup/html/parse-page.ts'
import { loadModel } from './content/model/load-model.ts'
import type { Article, Choice, LeftOut, MarkdownStyle } from './engine.ts'
import { loadEngine } from './load-engine.ts'
import { writePlainDocument } from './markdown/plain-documents.ts'
import { pageFlags, type PageFlags } from './page-flags.ts'
import { type CitedFacts, citedFacts } from './page-info/describe-page.ts'
import { type HeldDocument, heldDocuments, wordsOfHeld } from './page-info/held-documents.ts'
import { saysNotFound } from './page-info/not-found.ts'
import { baseAddress } from './page-info/page-address.ts'
import { startScan } from './page-info/scan/scan-page.ts'
import { immediateRefresh } from './refresh.ts'
import { badStatus, mayServeApplication, STATUS_MIN_BAD, type ReadableKind } from './refusals.ts'
import { inPlaceOfContent } from './walls/empty-page.ts'
import { measurePageText, type PageText } from './walls/page-text.ts'
import {
  blocked,
  consentAsked,
  isEmptyShell,
  isWall,
  mayBeFilled,
  needsJavascript,
} from './walls/page-walls.ts'

const TITLE_MAX_CHARS = 500
/** Characters of prose above which a page is not asked whether it has anything of its own. */
const ASKED_PROSE_MAX_CHARS = 2000
/** Words up to which a page with scripts is thought to lack some, and characters over which it is not asked. */
const THIN_MAX_WORDS = 60
const THIN_MAX_CHARS = 4_000
/** Words from which on a text is the whole of its page, whatever places scripts may fill besides: lists of links have no prose. */
const WHOLE_MIN_WORDS = 300
/** A letter, a digit, a sign or a picture: less is no answer. */
const SHOWS_SOMETHING = /[\p{L}\p{N}\p{S}]|!\[/u

/** Characters of prose of a page that is no mere notice of its error status. */
const APPLICATION_MIN_CHARS = 100
/** Characters at the beginning of a text that say that it is such a notice. */
const HEADING_MAX_CHARS = 80

const SHORT = { isShort: true } as const

const WHOLE: Choice = { exclude: [], focus: 'balanced', include: [] }

/** What the sandbox needs to turn one fetched document into an article. */
export interface ExtractJobInput extends MarkdownStyle, Partial<Choice> {
  /** Address of the last hop. */
  url: string
  /** HTTP status: the page of an error status is only asked whether it is a bot wall. */
  status: number
  kind: ReadableKind
  contentType: string
  bytes: Uint8Array
  /** Whether a browser has run the scripts of the page: what it lacks then, it has not. */
  isRendered?: boolean
  /** Whether the address that was asked for leads, by its fragment, to a view that only scripts show. */
  isView?: boolean
  /** Whether the facts of a citation are wanted, which takes time; `now` is in milliseconds, the clock's when absent. */
  cites?: boolean
  now?: number
}

/** The whole article; paging is the caller's business. Documents that are no pages have no flags. */
export interface ExtractJobOutput extends PageFlags, CitedFacts {
  title: string
  markdown: string
  wordCount: number
  /** Target of an immediate redirect; the page is then not read further. */
  refresh: string
  /** What the page shows and `markdown` lacks; absent where that is nothing, and where a selector chose. */
  removed?: LeftOut
  /** What the page shows from other addresses, with these, and `markdown` lacks. */
  notShown?: string[]
  /** HTTP status, where the page was served with that of an error. */
  status?: number
  /** Set where there is so little text, and there are scripts, that a browser may well show more. */
  isShort?: true
}

/** Returns `extractJob` when all that it needs for pages is loaded. */
export async function loadExtractJob(): Promise<typeof extractJob> {
  await Promise.all([loadEngine(), loadModel()])
  return extractJob
}

/**
 * Reads one document: the main content of a page, or a Markdown, text, JSON or XML document as it is; or returns the target of an
 * immediate redirect. Throws `page_blocked`, also for a page that only asks for consent, `needs_javascript`, `upstream_refused` or
 * `upstream_failed` for an error status, `unparsable` where there is no text but that of menus or nothing matches the selector.
 */
export async function extractJob(input: ExtractJobInput): Promise<ExtractJobOutput> {
  const read: ReadDocument =
    input.kind === 'html' ? await readPage(input) : writePlainDocument(input.kind, input)
  const { title, markdown, refresh = '', ...flags } = read
  const cleaned = cleanText(markdown).trim()
  if (cleaned === '' && refresh === '') throw noText()
  return {
    title: cleanLine(title, TITLE_MAX_CHARS),
    markdown: cleaned,
    wordCount: countWords(cleaned),
    refresh,
    ...flags,
  }
}

interface ReadDocument extends Article, PageFlags, CitedFacts {
  refresh?: string
  isShort?: true
  removed?: LeftOut
  notShown?: string[]
  status?: number
}

async function readPage(input: ExtractJobInput): Promise<ReadDocument> {
  const { url, status, isRendered = false } = input
  const source = decodeHtml(input.bytes, input.contentType)
  const hasSelectors = input.selector !== undefined || (input.exclude?.length ?? 0) > 0
  const scan = input.cites === true ? startScan() : undefined
  const tree = parsePage(source, hasSelectors, scan?.sink)
  const text = measurePageText(tree)
  if (isWall(source, text)) throw blocked()
  if (status >= STATUS_MIN_BAD && !(isRendered && showsApplication(status, tree, text))) {
    const isShell = mayServeApplication(status) && tree.scripts > 0 && isEmptyShell(source, text)
    throw badStatus(status, isShell)
  }
  const baseUrl = baseAddress(tree.baseHref, url)
  const refresh = isRendered ? '' : immediateRefresh(tree.refresh, baseUrl, url)
  if (refresh !== '') return { title: tree.title, markdown: '', refresh }
  const mayShowMore = tree.scripts > 0 && !isRendered
  if (mayShowMore && isEmptyShell(source, text)) throw needsJavascript()
  const held = heldDocuments(source, baseUrl)
  const ownContent = input.selector === undefined && held.length === 0
  if (ownContent) requireContent(tree, text, mayShowMore)
  const engine = await loadEngine()
  const {
    facts,
    types,
    isThread,
    removed = {},
    ...article
  } = await engine({ tree, url, baseUrl }, input, {
    ...WHOLE,
    ...input,
  })
  if (input.selector === undefined && !SHOWS_SOMETHING.test(article.markdown)) {
    article.markdown = held.map(({ url: address }) => `<${address}>`).join('\n\n')
  }
  if (input.selector === undefined && !SHOWS_SOMETHING.test(article.markdown)) {
    // Only the page frame is present; `unparsable` would wrongly mean that there is no content.
    throw mayShowMore ? needsJavascript() : noText()
  }
  const place = { url, now: input.now ?? Date.now() }
  const cited = scan ? citedFacts(scan.scanner.end(), place) : {}
  const { needsJs: looksEmpty, ...flags } = pageFlags(source, tree, text, {
    ...facts,
    types,
    isThread,
  })
  const isWhole = countWords(article.markdown) >= WHOLE_MIN_WORDS
  const needsJs = mayShowMore && ((looksEmpty === true && !isWhole) || input.isView === true)
  const isThinPage = input.selector === undefined && isThin(article.markdown)
  const hasFrames = !isRendered && held.some(({ kind }) => kind === 'frame')
  const isShort = isThinPage && (hasFrames || (mayShowMore && mayBeFilled(source, text)))
  const hints = { ...(needsJs ? { needsJs } : {}), ...(isShort ? SHORT : {}) }
  const left = Object.keys(removed).length > 0 ? { removed } : {}
  const notShown = held.filter((one) => lacks(one, article.markdown)).map(wordsOfHeld)
  const elsewhere = {
    ...(notShown.length > 0 ? { notShown } : {}),
    ...(status >= STATUS_MIN_BAD ? { status } : {}),
  }
  return { ...article, ...flags, ...hints, ...left, ...elsewhere, ...cited }
}

/** Throws for a page that only asks for consent, or shows only what stands around content. */
function requireContent(tree: PageTree, { proseChars }: PageText, mayShowMore: boolean): void {
  if (proseChars > ASKED_PROSE_MAX_CHARS) return
  const substitute = inPlaceOfContent(tree)
  if (substitute === undefined) return
  if (substitute === 'consent') throw consentAsked()
  throw mayShowMore ? needsJavascript(substitute) : noText(substitute)
}

/** Whether a document of another address is neither read nor linked. */
function lacks({ kind, url }: HeldDocument, markdown: string): boolean {
  return kind === 'document' || !markdown.includes(url)
}

/** Whether a rendered page has a text of its own although it was served with an error status. */
function showsApplication(
  status: number,
  { title }: PageTree,
  { proseChars, sample }: PageText,
): boolean {
  if (!mayServeApplication(status) || proseChars < APPLICATION_MIN_CHARS) return false
  return !saysNotFound([title, sample.slice(0, HEADING_MAX_CHARS)], proseChars)
}

/** Whether there are so few words that scripts may well add most of them. */
function isThin(markdown: string): boolean {
  return markdown.length < THIN_MAX_CHARS && countWords(markdown) < THIN_MAX_WORDS
}

function noText(contents: 'no text' | 'only menus and the like' = 'no text'): OperationError {
  return new OperationError('unparsable', `The page holds ${contents}.`, {
    hint: 'Do not repeat the call; use another address for the same content.',
  })
}
