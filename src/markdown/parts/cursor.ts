import { createHash } from 'node:crypto'
import { OperationError } from '../../contract/errors.ts'

/** Longest cursor that is read. */
const CURSOR_MAX_CHARS = 120

const DIGEST_BYTES = 9
const FORMAT = /^v1\.(\d{1,9})\.([\w-]{12})\.([\w-]{12})$/

/** Where the next part of a document begins, and what the parts before it were. */
export interface Position {
  offset: number
  /** Digest of the text before the offset. */
  before: string
}

/** The cursor for the part that begins at `offset`; good for the same address and options only. */
export function makeCursor(key: string, markdown: string, offset: number): string {
  const text = `v1.${offset}.${digest(key)}.${digest(markdown.slice(0, offset))}`
  return Buffer.from(text).toString('base64url')
}

/** Reads a cursor made for `key`; throws `invalid_input` on any other. */
export function readCursor(key: string, cursor: string): Position {
  const match = FORMAT.exec(
    Buffer.from(cursor.slice(0, CURSOR_MAX_CHARS), 'base64url').toString('latin1'),
  )
  const [, offset = '', ofKey, before = ''] = match ?? []
  if (ofKey !== digest(key)) {
    throw new OperationError('invalid_input', 'The cursor does not belong to this call.', {
      hint: 'Pass `nextCursor` of the previous answer unchanged, with the same other arguments; or leave it out to begin anew.',
    })
  }
  return { offset: Number(offset), before }
}

/** Throws `invalid_input` for the cursor of another document; without a cursor there is nothing wrong. */
export function requireCursor(key: string, cursor: string | undefined): void {
  if (cursor !== undefined) readCursor(key, cursor)
}

/**
 * Checks that the parts already given are still what the document begins with, so that going on neither
 * repeats nor leaves out text; throws `invalid_input` otherwise.
 */
export function requireContinuation(markdown: string, { offset, before }: Position): void {
  if (offset > 0 && offset < markdown.length && before === digest(markdown.slice(0, offset))) return
  throw new OperationError('invalid_input', 'The document has changed since the cursor was made.', {
    hint: 'Begin anew without the cursor.',
  })
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('base64url')
}
