import { cancelled, OperationError, toOperationError } from '../../contract/errors.ts'
import { countChars } from '../../lib/text.ts'
import { MESSAGE_MAX_CHARS } from '../limits.ts'
import { splitContent } from './split-content.ts'

/** Content that a model wants to send, and whether as several messages where one cannot hold it. */
export interface LongContent {
  content: string
  split?: boolean | undefined
}

/**
 * The content of each message that a text is sent as. Throws `invalid_input` with the length, the limit and the number of messages
 * for one that is too long and may not be split: routes would cut it.
 */
export function partsOf({ content, split }: LongContent): string[] {
  // Routes leave out blanks at the end before they count.
  const chars = countChars(content.trimEnd())
  if (chars <= MESSAGE_MAX_CHARS) return [content]
  const parts = splitContent(content, MESSAGE_MAX_CHARS)
  if (split) return parts
  throw new OperationError(
    'invalid_input',
    `content is too long (limit: ${MESSAGE_MAX_CHARS} characters): it has ${chars}. Nothing was sent.`,
    {
      hint: `Shorten it, or set split: true to send it as ${parts.length} messages in order.`,
      fields: { chars, max_chars: MESSAGE_MAX_CHARS, parts: parts.length },
    },
  )
}

/**
 * Sends messages one after the other. Returns their ids. Throws the first failure, with `sent_ids` and what was not sent where
 * some were sent before it.
 */
export async function sendInParts(
  parts: readonly string[],
  signal: AbortSignal,
  send: (content: string) => Promise<{ id: number }>,
): Promise<number[]> {
  const ids: number[] = []
  for (const part of parts) {
    try {
      if (signal.aborted) throw cancelled()
      ids.push((await send(part)).id)
    } catch (thrown) {
      throw ids.length === 0 ? toOperationError(thrown) : stoppedAt(ids, parts.length, thrown)
    }
  }
  return ids
}

function stoppedAt(ids: readonly number[], count: number, thrown: unknown): OperationError {
  const { code, message, hint, fields, specCode, isQuoting } = toOperationError(thrown)
  const sent = `Only ${ids.length} of ${count} parts were sent, as messages ${ids.join(', ')}.`
  return new OperationError(code, `${sent} The next one failed: ${message}`, {
    hint: `${hint === undefined ? '' : `${hint} `}Read message ${ids.at(-1)} and send what comes after it.`,
    fields: { ...fields, sent_ids: ids, parts: count },
    ...(specCode === undefined ? {} : { specCode }),
    isQuoting,
    cause: thrown,
  })
}
