import { Session } from 'node:inspector/promises'

/** Counts calls. */
export interface CallCounter extends AsyncDisposable {
  /** How often functions of the package are called by some work: unlike time, the same on every machine. */
  count(work: () => void): Promise<number>
}

/** Counts calls of the functions of a package from now on, which makes all code much slower. */
export async function startCounting(packageName: string): Promise<CallCounter> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  /** Calls since this was last asked. */
  const calls = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.includes(`/node_modules/${packageName}/`))
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
  }
  return {
    async count(work) {
      await calls()
      work()
      return calls()
    },
    async [Symbol.asyncDispose]() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}
