import { createHash } from 'node:crypto'
import { OperationError } from '../contract/errors.ts'
import type { Position } from './selection.ts'

const DIGEST_BYTES = 9
const FORMAT = /^f1\.(\d{1,9})\.([\w-]{12})\.([\w-]{12})$/

/** The cursor for the items after a position; good for the same `key`, the address and what it selects, only. */
export function makeItemCursor(key: string, { offset, last }: Position): string {
  return Buffer.from(`f1.${offset}.${digest(key)}.${last}`).toString('base64url')
}

/** Reads a cursor made for `key`; throws `invalid_input` on any other. */
export function readItemCursor(key: string, cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, offset = '', ofKey, last = ''] = FORMAT.exec(text) ?? []
  if (ofKey !== digest(key)) {
    throw new OperationError('invalid_input', 'The cursor does not belong to this call.', {
      hint: 'Pass `nextCursor` of the previous answer unchanged, with the same url and since; or leave it out to begin anew.',
    })
  }
  return { offset: Number(offset), last }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest().subarray(0, DIGEST_BYTES).toString('base64url')
}
