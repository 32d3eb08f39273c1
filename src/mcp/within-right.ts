import type { Services } from '../contract/operation.ts'
import { currentVisit } from './visit.ts'

/**
 * Runs a call until the right ends by which its request was let in: then it is aborted, and fails as the next request does. Calls
 * outlive their requests as tasks.
 */
export async function withinRight<T>(
  { chat }: Pick<Services, 'chat'>,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const right = currentVisit()?.right
  if (!right) return run(signal)
  const ended = new AbortController()
  const service = await chat()
  const letGo = service.holdRight(right, (error) => ended.abort(error))
  try {
    return await run(AbortSignal.any([signal, ended.signal]))
  } catch (thrown) {
    if (ended.signal.aborted) throw ended.signal.reason
    // It may have failed because of that end, which is looked for only now and then.
    throw signal.aborted ? thrown : ((await service.findRightEnd(right)) ?? thrown)
  } finally {
    letGo()
  }
}
