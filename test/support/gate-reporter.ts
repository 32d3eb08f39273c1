import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { isLoop } from './full-files.ts'

/**
 * Fails a run in which a test was skipped: in the gate, what was not run is not known to hold. Writes the tests that
 * were run again, whether they passed then or not, to a file that the gate shows at its end.
 */
export class GateReporter implements Reporter {
  readonly #retriedFile: string | undefined
  #isLoop = false

  constructor(retriedFile: string | undefined) {
    this.#retriedFile = retriedFile
  }

  onInit(vitest: Vitest): void {
    this.#isLoop = isLoop(vitest)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = listTests(modules, (test) => (test.diagnostic()?.retryCount ?? 0) > 0)
    if (this.#retriedFile !== undefined && retried.length > 0) {
      appendFileSync(this.#retriedFile, `${retried.join('\n')}\n`)
    }
    // What the loop leaves out is not skipped: it runs elsewhere.
    const isElsewhere = ({ tags }: Test) => this.#isLoop && tags.includes('full')
    const skipped = listTests(
      modules,
      (test) => test.result().state === 'skipped' && !isElsewhere(test),
    )
    if (skipped.length === 0) return
    process.stderr.write(`These tests were skipped:\n${skipped.join('\n')}\n`)
    process.exitCode = 1
  }
}

type Test = ReturnType<TestModule['children']['allTests']> extends Iterable<infer T> ? T : never

function listTests(modules: readonly TestModule[], picks: (test: Test) => boolean): string[] {
  return modules.flatMap(({ children, relativeModuleId }) =>
    [...children.allTests()]
      .filter(picks)
      .map(({ fullName }) => `${relativeModuleId} > ${fullName}`),
  )
}
