import { OperationError } from '../errors.ts'
import { cleanLine, cleanText } from '../text.ts'
import { decodeHtml } from '../decode.ts'
import { loadEngine, type MarkdownStyle } from './engine.ts'
import { baseAddress } from './page-info/page-address.ts'
import { blocked, isEmptyShell, isWall, needsJavascript } from './page-walls.ts'
import { pageText } from './page-text.ts'
import { passedThrough } from './passed-through.ts'
import { badStatus, STATUS_MIN_BAD, type ReadableKind } from './refusals.ts'
import { countWords } from '../markdown/word-count.ts'
import { parsePage } from './tree/parse-page.ts'

const TITLE_MAX_CHARS = 500

/** What the sandbox needs to turn one fetched document into an article. */
export interface ExtractJobInput extends MarkdownStyle {
  /** Address of the last hop. */
  url: string
  /** HTTP status: the page of an error status is only asked whether it is a bot wall. */
  status: number
  kind: ReadableKind
  contentType: string
  bytes: Uint8Array
}

/** The whole article; paging is the caller's business. */
export interface ExtractJobOutput {
  title: string
  markdown: string
  wordCount: number
}

/**
 * Reads one document: the main content of a page, or a Markdown, text, JSON or XML document as it is.
 * Throws `page_blocked`, `needs_javascript`, `upstream_refused` or `upstream_failed` for an error status, `unparsable` where
 * there is no text at all.
 */
export async function extractJob(input: ExtractJobInput): Promise<ExtractJobOutput> {
  const { title, markdown } =
    input.kind === 'html' ? await readPage(input) : passedThrough(input.kind, input)
  const cleaned = cleanText(markdown).trim()
  if (cleaned === '') throw noText()
  return {
    title: cleanLine(title, TITLE_MAX_CHARS),
    markdown: cleaned,
    wordCount: countWords(cleaned),
  }
}

async function readPage(input: ExtractJobInput): Promise<{ title: string; markdown: string }> {
  const source = decodeHtml(input.bytes, input.contentType)
  const tree = parsePage(source)
  const text = pageText(tree)
  if (isWall(source, text)) throw blocked()
  if (input.status >= STATUS_MIN_BAD) throw badStatus(input.status)
  if (isEmptyShell(source, text)) throw needsJavascript()
  const engine = await loadEngine()
  const { url, links, images } = input
  return engine({ tree, url, baseUrl: baseAddress(tree.baseHref, url) }, { links, images })
}

function noText(): OperationError {
  return new OperationError('unparsable', 'The page holds no text.', {
    hint: 'Do not repeat the call; use another address for the same content.',
  })
}
