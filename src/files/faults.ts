import { OperationError } from '../contract/errors.ts'

/** When it is worth to try again on a full disk, in seconds: somebody has to make room. */
const FULL_RETRY_SECONDS = 60

/** What file systems say when they are full: no space, or none for this user. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Runs a file operation; any error becomes `unavailable`, since the caller is not at fault. */
export async function guardStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (FULL.has((cause as NodeJS.ErrnoException).code ?? '')) throw diskFull(cause)
    throw new OperationError('unavailable', 'Files cannot be stored or read at the moment.', {
      hint: 'Try again later; the log of the server holds the cause.',
      cause,
    })
  }
}

/** The error for a file that would take what is kept free for the database, or more. */
export function diskFull(cause?: unknown): OperationError {
  return new OperationError('unavailable', 'The disk for files is full.', {
    hint: 'Try again later; if it persists, the operator should make room (`bellhop doctor`).',
    fields: { 'retry-after': FULL_RETRY_SECONDS },
    cause,
  })
}
