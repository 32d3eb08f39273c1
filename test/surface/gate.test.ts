import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A folder that is gone after the test. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Runs a command; returns its exit code and the lines of its output. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, lines: stdout.trim().split('\n') }
}

/** Runs the gate with other programs in place of npm and git. */
function runGate(npm: string) {
  const programs = folder()
  const begin = '#!/usr/bin/env bash\nset -eu\n'
  const executable = { mode: 0o755 }
  writeFileSync(join(programs, 'npm'), `${begin}echo "npm $*"\n${npm}\n`, executable)
  writeFileSync(join(programs, 'git'), `${begin}echo "git $*"\n`, executable)
  return run(join(root, '.ci/run'), [], { PATH: `${programs}${delimiter}${process.env['PATH']}` })
}

test('the gate tells at its very end that no test had to be run again', () => {
  const { status, lines } = runGate('')
  expect(status).toBe(0)
  expect(lines.at(-1)).toBe('No test had to be run again.')
  expect(lines).toContain('git diff --exit-code')
})

test.each([
  ['whose last step passes', '', 0],
  ['one of whose steps fails', '[ "$*" != "run docs" ] || exit 3', 3],
])(
  'a gate %s names what was run again by any of its steps, and ends as it would',
  (_, end, code) => {
    const says = (step: string, name: string) =>
      `[ "$*" != "${step}" ] || echo '${name}' >> "$GATE_RETRIED"`
    const steps = [
      says('run test:all -- --coverage', 'a.test.ts > a'),
      says('run test:system', 'b.test.ts > b'),
    ]
    const { status, lines } = runGate([...steps, end].join('\n'))
    expect(status).toBe(code)
    expect(lines.slice(-3)).toEqual([
      'Tests that had to be run again, mend them first:',
      'a.test.ts > a',
      'b.test.ts > b',
    ])
  },
)

test(
  'a test that passes the second time fails the run, but for the gate, which writes its name down, as of one that fails twice',
  { tags: 'full' },
  () => {
    const place = folder()
    writeFileSync(
      join(place, 'flaky.test.ts'),
      `import { expect, test } from 'vitest'
let runs = 0
test('second time', () => expect((runs += 1)).toBe(2))
test('at once', () => {})`,
    )
    const retried = join(place, 'retried')
    const reporter = JSON.stringify(join(root, 'test/support/gate-reporter.ts'))
    writeFileSync(
      join(place, 'vitest.config.ts'),
      `import config from ${JSON.stringify(join(root, 'vitest.config.ts'))}
import { GateReporter } from ${reporter}
export default { test: { retry: config.test.retry, reporters: config.test.reporters } }`,
    )
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--root', place, '--config', join(place, 'vitest.config.ts')]
    const gate = run(process.execPath, args, { CI: 'true', GATE_RETRIED: retried })
    expect(gate.status, gate.lines.join('\n')).toBe(0)
    expect(readFileSync(retried, 'utf8')).toBe('flaky.test.ts > second time\n')
    writeFileSync(
      join(place, 'red.test.ts'),
      `import { expect, test } from 'vitest'\ntest('never', () => expect(1).toBe(2))`,
    )
    expect(run(process.execPath, args, { CI: 'true', GATE_RETRIED: retried }).status).toBe(1)
    expect(readFileSync(retried, 'utf8')).toContain('red.test.ts > never\n')
    expect(run(process.execPath, args, { CI: 'true', GATE_RETRIED: undefined }).status).toBe(1)
  },
)
