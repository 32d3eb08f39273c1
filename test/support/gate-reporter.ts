import type { Reporter, TestModule } from 'vitest/node'

/**
 * Fails a run in which a test was skipped: in the gate, what was not run is not known to hold. Names the tests that
 * passed only when they were run again, which are faults of their own.
 */
export class GateReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const repeated = listTests(modules, (test) => test.diagnostic()?.flaky === true)
    if (repeated.length > 0)
      process.stderr.write(
        `These tests passed only when run again, mend them:\n${repeated.join('\n')}\n`,
      )
    const skipped = listTests(modules, (test) => test.result().state === 'skipped')
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
