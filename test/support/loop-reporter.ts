import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { isLoop } from './full-files.ts'

/** From here on a test of the loop is named at the end of the run: it should be quicker, or tagged `full`. */
const SLOW_MS = 1_000

/** Names the slow tests of a run of the loop, and never fails it: a machine may be busy. */
export class LoopReporter implements Reporter {
  #isLoop = false

  onInit(vitest: Vitest): void {
    this.#isLoop = isLoop(vitest)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#isLoop) return
    const slow = modules
      .flatMap(({ children, relativeModuleId }) =>
        [...children.allTests()].map((test) => ({
          name: `${relativeModuleId} > ${test.fullName}`,
          ms: test.diagnostic()?.duration ?? 0,
        })),
      )
      .filter(({ ms }) => ms >= SLOW_MS)
      .toSorted((a, b) => b.ms - a.ms)
    if (slow.length === 0) return
    const lines = slow.map(({ name, ms }) => `${(ms / 1_000).toFixed(1)} s  ${name}`)
    process.stdout.write(`Slow tests without the tag full:\n${lines.join('\n')}\n`)
  }
}
