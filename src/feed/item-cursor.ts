import { OperationError } from '../contract/errors.ts'
import { hashDigits } from '../markdown/parts/cursor.ts'
import type { Position } from './selection.ts'

const FORMAT = /^(\d{1,9})\.(\d{6})\.(\d{6})$/

/** Address and selection of a feed, to which a cursor belongs. */
interface FeedQuestion {
  url: string
  since?: string | undefined
  cursor?: string | undefined
}

/** The cursor for the items after a position; good for the same question only. */
export function makeItemCursor(question: FeedQuestion, { offset, last }: Position): string {
  return `${offset}.${digitsOfQuestion(question)}.${last}`
}

/** The position of the cursor in a question, if it has one; throws `invalid_input` on the cursor of another. */
export function readItemCursor(question: FeedQuestion): Position | undefined {
  const { cursor } = question
  if (cursor === undefined) return undefined
  const [, offset = '', ofKey, last = ''] = FORMAT.exec(cursor) ?? []
  if (ofKey !== digitsOfQuestion(question)) {
    throw new OperationError('invalid_input', 'The cursor does not belong to this call.', {
      hint: 'Pass `nextCursor` of the previous answer unchanged, with the same url and since; or leave it out to begin anew.',
    })
  }
  return { offset: Number(offset), last }
}

function digitsOfQuestion({ url, since }: FeedQuestion): string {
  return hashDigits(JSON.stringify(['feed', url, since]))
}
