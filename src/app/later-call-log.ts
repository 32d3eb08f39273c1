import type { CallLog, CallLogParts } from './call-log.ts'

/** A log of calls that the first call loads: a start has none. */
export function makeLaterCallLog(parts: CallLogParts): Pick<CallLog, 'follow' | 'close'> {
  let opening: Promise<CallLog> | undefined
  const open = async (): Promise<CallLog> => {
    const { CallLog } = await import('./call-log.ts')
    return new CallLog(parts)
  }
  return {
    follow(course) {
      opening ??= open()
      const following = opening.then((log) => log.follow(course))
      return (ending) => void following.then((end) => end(ending))
    },
    async close() {
      const log = await opening
      await log?.close()
    },
  }
}
