import { PART_MAX_CHARS } from '../limits.ts'
import { citingPage } from './cited-definitions.ts'
import { requireContinuation, makeCursor, readCursor } from './cursor.ts'
import { pageAt } from './paging.ts'
import type { PartedDocument, RecentDocuments } from './recent-documents.ts'

/** The requested part of a document. */
export interface PartRequest<D extends PartedDocument> {
  /** Identifies this document with these options; a cursor belongs to one. */
  key: string
  /** `nextCursor` of the part before; absent for the first. */
  cursor?: string | undefined
  /** Size of the part; absent for all the rest. */
  maxChars?: number | undefined
  /** Size of the part in estimated tokens (see `charsWithin`), in place of `maxChars`. */
  maxTokens?: number | undefined
  /** Whether links name their addresses by reference: a part then carries the definitions that it cites. */
  hasReferences?: boolean | undefined
  recent: RecentDocuments<D>
  /** Who asks: nobody is given what another has read. */
  owner: string
  /** Now, in milliseconds. */
  now: number
  /** Reads the whole document anew. */
  read(): Promise<D>
}

/** Text added to a part after which more follows. */
export interface More {
  truncated?: true
  nextCursor?: string
  /** Characters of the document after this part. */
  charsLeft?: number
}

/** First character after ASCII, of which about four make a token. */
const ASCII_END = 0x80
/** First character after the alphabets of Europe and the Near East, of which two make a token. */
const ALPHABETS_END = 0x900
/** First of the range with more accented Latin and Greek letters, and typographic punctuation. */
const TYPOGRAPHY_START = 0x1e00
const TYPOGRAPHY_END = 0x2070

/**
 * Gives one part of a document: from memory when an earlier part was given lately, else read anew.
 * Throws `invalid_input` on a cursor of another call, and where the document has changed meanwhile.
 */
export async function givePart<D extends PartedDocument>(
  request: PartRequest<D>,
): Promise<D & More> {
  const { key, cursor, recent, owner, now } = request
  const position = cursor === undefined ? undefined : readCursor(key, cursor)
  const remembered = position && recent.get(owner, key, now)
  const document = remembered ?? (await request.read())
  const { markdown } = document
  if (position) requireContinuation(markdown, position)
  const from = position?.offset ?? 0
  const cut = request.hasReferences ? citingPage : pageAt
  const { end, markdown: text } = cut(markdown, from, sizeOf(request, markdown, from))
  const part = { ...document, markdown: text }
  if (end === markdown.length) return part
  if (!remembered) recent.set(owner, key, document, now)
  const charsLeft = markdown.length - end
  return { ...part, truncated: true, nextCursor: makeCursor(key, markdown, end), charsLeft }
}

function sizeOf<D extends PartedDocument>(
  { maxChars, maxTokens }: PartRequest<D>,
  markdown: string,
  from: number,
): number {
  if (maxTokens === undefined) return maxChars ?? Number.POSITIVE_INFINITY
  return Math.min(PART_MAX_CHARS, charsWithin(markdown, from, maxTokens))
}

/** Quarters of a token that one UTF-16 unit counts; everything else is a token by itself. */
function quartersOf(code: number): number {
  if (code < ASCII_END) return 1
  const isAlphabetic = code < ALPHABETS_END || (code >= TYPOGRAPHY_START && code < TYPOGRAPHY_END)
  return isAlphabetic ? 2 : 4
}

/** How many characters from `from` on fit into so many tokens, as estimated: no tokenizer of any model is asked. */
export function charsWithin(text: string, from: number, maxTokens: number): number {
  let left = 4 * maxTokens
  let at = from
  while (at < text.length) {
    left -= quartersOf(text.charCodeAt(at))
    if (left < 0) break
    at += 1
  }
  return at - from
}
