import { OperationError } from '../contract/errors.ts'

/** Does something with stored files; whatever it throws is `unavailable`, for it is no fault of the caller. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new OperationError('unavailable', 'Files cannot be stored or read at the moment.', {
      hint: 'Try again later; the log of the server holds the cause.',
      cause,
    })
  }
}
