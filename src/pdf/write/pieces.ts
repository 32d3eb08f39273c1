import { PART_MAX_CHARS } from '../../markdown/limits.ts'
import { requireCursor, makeCursor, readCursor } from '../../markdown/parts/cursor.ts'
import { givePart, type More } from '../../markdown/parts/parts.ts'
import type { PartedDocument, RecentDocuments } from '../../markdown/parts/recent-documents.ts'
import { pagesFrom, selectPages } from '../page-ranges.ts'

/**
 * Characters after which reading stops where parts are asked for: the pages that follow are read when a cursor asks for them. The
 * largest part fits into one piece.
 */
export const PIECE_CHARS = PART_MAX_CHARS

const FORMAT = /^p(\d{1,6})~([\d.]+)$/

/** Which piece of a document a call asks for. */
export interface PieceQuestion {
  pages?: string | undefined
  maxPages?: number | undefined
  maxChars?: number | undefined
  cursor?: string | undefined
}

/** A piece of a document as it was read; `continuesAt` is the page with which the next one begins. */
export interface PieceRead extends PartedDocument {
  continuesAt?: number | undefined
}

/** How a piece is read. */
export interface PieceReading {
  /** Where to stop; undefined for the whole document. */
  enoughChars: number | undefined
  /** Whether it is not the first. */
  isContinued: boolean
}

/** A call for a part of a document. */
export interface PieceRequest<Question extends PieceQuestion, D extends PieceRead> {
  question: Question
  keyOf(question: Question): string
  recent: RecentDocuments<D>
  owner: string
  now: number
  read(question: Question, reading: PieceReading): Promise<D>
}

/** Where a part stands: the pages of its piece and the characters before it there. */
interface Place {
  pages: string | undefined
  from: number
}

type GivenPart<D extends PieceRead> = D & More

/** Throws `invalid_input` for a cursor of another call. */
export function requirePieceCursor<Question extends PieceQuestion>(
  question: Question,
  keyOf: (question: Question) => string,
): void {
  const at = readPieceCursor(question.cursor)
  if (!at) requireCursor(keyOf(question), question.cursor)
  else readCursor(pieceKey(pieceFrom(question, at.first), keyOf), at.inner)
}

/**
 * Gives a part of a document, of which only as many pages are read as it needs and a few more. Without a size and a cursor all of it
 * is read at once; the errors are those of `givePart`.
 */
export async function givePiece<Question extends PieceQuestion, D extends PieceRead>({
  question,
  keyOf,
  read,
  ...request
}: PieceRequest<Question, D>): Promise<{ part: GivenPart<D>; place: Place }> {
  const { cursor, maxChars, pages } = question
  const at = readPieceCursor(cursor)
  if (!at && (cursor !== undefined || maxChars === undefined)) {
    const key = keyOf(question)
    const reading = { enoughChars: undefined, isContinued: false }
    const part = await givePart<D>({
      ...request,
      key,
      cursor,
      maxChars,
      read: async () => read(question, reading),
    })
    const from = cursor === undefined ? 0 : readCursor(key, cursor).offset
    return { part, place: { pages, from } }
  }
  const first = at?.first ?? 1
  const own = at ? pieceFrom(question, first) : question
  const key = pieceKey(own, keyOf)
  const from = at ? readCursor(key, at.inner).offset : 0
  const reading = { enoughChars: PIECE_CHARS, isContinued: first > 1 }
  const part = await givePart<D>({
    ...request,
    key,
    cursor: from === 0 ? undefined : at?.inner,
    maxChars,
    read: async () => read(own, reading),
  })
  return { part: continued(part, first, question, keyOf), place: { pages: own.pages, from } }
}

/** The part with the cursor for what follows it, in its piece or after it. */
function continued<Question extends PieceQuestion, D extends PieceRead>(
  { nextCursor, charsLeft, ...part }: GivenPart<D>,
  first: number,
  question: Question,
  keyOf: (question: Question) => string,
): GivenPart<D> {
  const { continuesAt } = part as PieceRead
  if (nextCursor !== undefined) {
    // How much follows is only known where the piece is the last one.
    const left = continuesAt === undefined && charsLeft !== undefined ? { charsLeft } : {}
    return { ...part, nextCursor: `p${first}~${nextCursor}`, ...left } as GivenPart<D>
  }
  if (continuesAt === undefined) return part as GivenPart<D>
  const next = makeCursor(pieceKey(pieceFrom(question, continuesAt), keyOf), '', 0)
  return {
    ...part,
    markdown: part.markdown === '' ? '' : `${part.markdown}\n\n`,
    truncated: true,
    nextCursor: `p${continuesAt}~${next}`,
  } as GivenPart<D>
}

function readPieceCursor(cursor = ''): { first: number; inner: string } | undefined {
  const [, first, inner = ''] = FORMAT.exec(cursor) ?? []
  return first === undefined ? undefined : { first: Number(first), inner }
}

/** The question, of the pages from one on. */
function pieceFrom<Question extends PieceQuestion>(question: Question, first: number): Question {
  if (first <= 1) return question
  const { pages, maxPages } = question
  const before = selectPages(pages, first - 1, { mayBeNone: true }).length
  const left = maxPages === undefined ? {} : { maxPages: Math.max(1, maxPages - before) }
  return { ...question, pages: pagesFrom(pages, first), ...left }
}

function pieceKey<Question extends PieceQuestion>(
  question: Question,
  keyOf: (question: Question) => string,
): string {
  return `${keyOf(question)} in pieces`
}
