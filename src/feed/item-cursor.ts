import { createHash } from 'node:crypto'
import { OperationError } from '../contract/errors.ts'
import type { Position } from './selection.ts'

const DIGEST_BYTES = 9
const FORMAT = /^f1\.(\d{1,9})\.([\w-]{12})\.([\w-]{12})$/

/** What a cursor belongs to: an address, and what is selected there. */
interface FeedQuestion {
  url: string
  since?: string | undefined
  cursor?: string | undefined
}

/** The cursor for the items after a position; good for the same question only. */
export function makeItemCursor(question: FeedQuestion, { offset, last }: Position): string {
  return Buffer.from(`f1.${offset}.${digest(question)}.${last}`).toString('base64url')
}

/** The position of the cursor in a question, if it has one; throws `invalid_input` on the cursor of another. */
export function readItemCursor(question: FeedQuestion): Position | undefined {
  const { cursor } = question
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, offset = '', ofKey, last = ''] = FORMAT.exec(text) ?? []
  if (ofKey !== digest(question)) {
    throw new OperationError('invalid_input', 'The cursor does not belong to this call.', {
      hint: 'Pass `nextCursor` of the previous answer unchanged, with the same url and since; or leave it out to begin anew.',
    })
  }
  return { offset: Number(offset), last }
}

function digest({ url, since }: FeedQuestion): string {
  const key = JSON.stringify([url, since])
  return createHash('sha256').update(key).digest().subarray(0, DIGEST_BYTES).toString('base64url')
}
