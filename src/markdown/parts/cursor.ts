import { createHash } from 'node:crypto'
import { OperationError } from '../../contract/errors.ts'

const CHECK_DIGITS = 6

const FORMAT = /^(\d{1,9})\.(\d{6})\.(\d{6})$/

/** Where the next part of a document begins, and what the parts before it were. */
export interface Position {
  offset: number
  /** Check digits of the text before the offset. */
  before: string
}

/** The cursor for the part that begins at `offset`; good for the same address and options only. */
export function makeCursor(key: string, markdown: string, offset: number): string {
  return `${offset}.${hashDigits(key)}.${hashDigits(markdown.slice(0, offset))}`
}

/** Reads a cursor made for `key`; throws `invalid_input` on any other. */
export function readCursor(key: string, cursor: string): Position {
  const [, offset = '', ofKey, before = ''] = FORMAT.exec(cursor) ?? []
  if (ofKey !== hashDigits(key)) {
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
  if (offset > 0 && offset < markdown.length && before === hashDigits(markdown.slice(0, offset)))
    return
  throw new OperationError('invalid_input', 'The document has changed since the cursor was made.', {
    hint: 'Begin anew without the cursor.',
  })
}

/** Digits that nearly every other text has others of: models copy them without a fault, and six cost two tokens. */
export function hashDigits(text: string): string {
  const number = createHash('sha256').update(text).digest().readUInt32BE()
  return String(number % 10 ** CHECK_DIGITS).padStart(CHECK_DIGITS, '0')
}
