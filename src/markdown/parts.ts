import { citingPage } from './cited-definitions.ts'
import { assertContinues, makeCursor, readCursor } from './cursor.ts'
import { PART_MAX_CHARS } from './limits.ts'
import { pageAt } from './paging.ts'
import type { PartedDocument, RecentDocuments } from './recent-documents.ts'
import { charsWithin } from './token-budget.ts'

/** What part of which document is asked for. */
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

/** What is added to a part after which more follows. */
export interface More {
  truncated?: true
  nextCursor?: string
  /** Characters of the document after this part. */
  charsLeft?: number
}

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
  if (position) assertContinues(markdown, position)
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
