import { OperationError } from '../contract/errors.ts'

/** Runs a file operation; any error becomes `unavailable`, since the caller is not at fault. */
export async function guardStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new OperationError('unavailable', 'Files cannot be stored or read at the moment.', {
      hint: 'Try again later; the log of the server holds the cause.',
      cause,
    })
  }
}
