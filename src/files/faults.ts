import { OperationError, StoreUnusable } from '../contract/errors.ts'
import { fileFaultOf } from '../lib/file-faults.ts'

/** When it is worth to try again on a full disk, in seconds: somebody has to make room. */
const FULL_RETRY_SECONDS = 60

const HINT_SETTING =
  'This is a setting of the server, and waiting does not help: the operator should let it write its data folder (--data-dir) or that for uploads (--upload-store).'

/** Runs a file operation; any error becomes `unavailable`, since the caller is not at fault. */
export async function guardStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const kind = fileFaultOf(cause)
    if (kind === 'full') throw diskFull(cause)
    if (kind === 'setting') {
      throw new StoreUnusable('The folder for files cannot be used.', { hint: HINT_SETTING, cause })
    }
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
