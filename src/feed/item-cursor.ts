import { createHash } from 'node:crypto'
import { OperationError } from '../contract/errors.ts'
import type { Position } from './selection.ts'

const DIGEST_BYTES = 9
/** Longest address of a feed that a cursor carries. */
const ADDRESS_MAX_CHARS = 1_500
const FORMAT = /^f1\.(\d{1,9})\.([\w-]{12})\.([\w-]{12})(?:\.([\w-]{1,6000}))?$/

/** Address and selection of a feed, to which a cursor belongs. */
interface FeedQuestion {
  url: string
  since?: string | undefined
  cursor?: string | undefined
}

/** Where the next items are: a position, and the feed where it was found by way of the address that was asked. */
export interface ItemPosition extends Position {
  feedUrl?: string | undefined
}

/** The cursor for the items after a position; good for the same question only. */
export function makeItemCursor(
  question: FeedQuestion,
  { offset, last, feedUrl }: ItemPosition,
): string {
  const isCarried = feedUrl !== undefined && feedUrl.length <= ADDRESS_MAX_CHARS
  const address = isCarried ? `.${Buffer.from(feedUrl).toString('base64url')}` : ''
  const text = `f1.${offset}.${digest(question, address)}.${last}${address}`
  return Buffer.from(text).toString('base64url')
}

/** The position of the cursor in a question, if it has one; throws `invalid_input` on the cursor of another. */
export function readItemCursor(question: FeedQuestion): ItemPosition | undefined {
  const { cursor } = question
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, offset = '', ofKey, last = '', address] = FORMAT.exec(text) ?? []
  if (ofKey !== digest(question, address === undefined ? '' : `.${address}`)) {
    throw new OperationError('invalid_input', 'The cursor does not belong to this call.', {
      hint: 'Pass `nextCursor` of the previous answer unchanged, with the same url and since; or leave it out to begin anew.',
    })
  }
  const feedUrl = address && Buffer.from(address, 'base64url').toString()
  return { offset: Number(offset), last, ...(feedUrl ? { feedUrl } : {}) }
}

function digest({ url, since }: FeedQuestion, address: string): string {
  const key = JSON.stringify([url, since]) + address
  return createHash('sha256').update(key).digest().subarray(0, DIGEST_BYTES).toString('base64url')
}
