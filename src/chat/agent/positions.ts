import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import type { ReadingClock } from '../../lib/written-time.ts'

/** A place in the history of messages, as models write it: a message id, or a time. Published as text; an id may be a number. */
export const idOrTime = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string(),
)

/** A place in the history of messages. */
export type Position = { id: number } | { timeMs: number }

const ID = /^\d{1,15}$/

/** Reads a message id, or a time by the caller's clock. Throws `invalid_input` with examples; `name` is that of the field. */
export async function readPosition(
  name: string,
  written: string,
  clock: () => Promise<ReadingClock>,
): Promise<Position> {
  const text = written.trim()
  if (ID.test(text)) return { id: Number(text) }
  const read = await clock()
  const { readWrittenTime } = await import('../../lib/written-time.ts')
  const timeMs = readWrittenTime(text, read)
  if (timeMs !== undefined) return { timeMs: Math.max(timeMs, 0) }
  throw new OperationError('invalid_input', `${name} is neither a message id nor a known time.`, {
    hint: `Write e.g. 2026-01-31, 2026-01-31T18:00Z, yesterday, monday 14:00, 2 days ago or 30 minutes ago. Without a zone it is in ${read.zone || 'UTC'}.`,
  })
}
