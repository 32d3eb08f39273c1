import type { Reporter, TestModule } from 'vitest/node'

/** Fails a run in which a test was skipped: in the gate, what was not run is not known to hold. */
export class RefuseSkipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children, relativeModuleId }) =>
      [...children.allTests('skipped')].map(({ fullName }) => `${relativeModuleId} > ${fullName}`),
    )
    if (skipped.length === 0) return
    process.stderr.write(`These tests were skipped:\n${skipped.join('\n')}\n`)
    process.exitCode = 1
  }
}
