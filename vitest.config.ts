import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { leaveOutFullFiles } from './test/support/full-files.ts'
import { GateReporter } from './test/support/gate-reporter.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { LoopReporter } from './test/support/loop-reporter.ts'
import { PATIENCE_MS, TEST_MAX_MS } from './test/support/patience.ts'

/** Looks for secrets in everything that a run leaves behind, and at every chat event of its processes. */
const WATCH = ['test/support/canary-watch.ts', 'test/support/event-watch.ts']

/** Looks at every chat event of the tests' own processes. */
const EVERY_TEST = ['test/support/event-setup.ts']

/** Node loads TypeScript itself, and nothing is mocked: transforming all modules for vite cost seconds before the first test. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }

/** For projects whose files share what is loaded (`isolate`): loading it anew for each of them took half of the time. */
const CLEAN = 'test/support/clean-globals.ts'

/** Suites that cost most for what they show beside others: they run with the system tests. */
const COSTLY = [
  'test/e2e/{bundle,chat/large-answers,package,serve/fairness}.test.ts',
  'test/src/pay/buyer/buyer-processes.test.ts',
]

/** Suites whose cost grows with clients, arrangements and operations: they run with the system tests with all of them. */
const COMBINED = [
  'test/e2e/chat/{agents,files,live,remote}.test.ts',
  'test/e2e/{answer-race,buying,cli,instructions,selling,stdio}.test.ts',
  'test/e2e/{text,tolerant-arguments,toolsets}.test.ts',
  'test/tools/chat/remote-tools.test.ts',
]

/** Suites beside the source that start the program all the same. */
const STARTING = 'test/tools/chat/{agent,remote,tolerant}-tools.test.ts'

/** For the loop, and what runs its files: whether a machine is slow or busy is no fault of a test. */
const PATIENT = {
  expect: { poll: { timeout: PATIENCE_MS } },
  testTimeout: TEST_MAX_MS,
  hookTimeout: TEST_MAX_MS,
}
const WAIT_PATIENTLY = 'test/support/wait-patiently.ts'

/** For what takes minutes. */
const LONG = {
  ...PATIENT,
  setupFiles: [WAIT_PATIENTLY],
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

/** For tests that start the program, as it is published. */
const PROGRAMS = {
  globalSetup: [...WATCH, 'test/support/built-program.ts'],
  isolate: false,
  experimental: NATIVE,
  setupFiles: [
    ...EVERY_TEST,
    'test/support/use-built-program.ts',
    'test/support/keep-form-data.ts',
    WAIT_PATIENTLY,
    CLEAN,
  ],
  ...PATIENT,
}

/** Where the gate (`.ci/run`) wants the names of tests that passed only when they were run again. */
const GATE_RETRIED = process.env['GATE_RETRIED']

export default defineConfig({
  plugins: [leaveOutFullFiles()],
  test: {
    tags: [
      {
        name: 'full',
        description:
          'Takes half a second or more, or shows on Postgres what the loop shows on SQLite.',
      },
    ],
    reporters: [
      'default',
      new LoopReporter(),
      ...(process.env['CI'] ? [new GateReporter(GATE_RETRIED)] : []),
    ],
    // In the gate alone, which names what needed it at its end.
    retry: GATE_RETRIED === undefined ? 0 : 1,
    // One more than there are processors: most of the time goes into waiting for child processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: WATCH,
          isolate: false,
          experimental: NATIVE,
          setupFiles: [...EVERY_TEST, WAIT_PATIENTLY, CLEAN],
          include: ['test/{src,tools,chain,requirements,bench}/**/*.test.ts'],
          exclude: [STARTING, ...COSTLY],
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'surface',
          isolate: false,
          experimental: NATIVE,
          setupFiles: [CLEAN],
          include: ['test/surface/**/*.test.ts'],
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'e2e',
          ...PROGRAMS,
          include: ['test/{e2e,conformance}/**/*.test.ts', STARTING],
          // The gate runs these with all combinations, and not with some of them besides.
          exclude: GATE_RETRIED === undefined ? COSTLY : [...COSTLY, ...COMBINED],
        },
      },
      {
        test: {
          name: 'combinations',
          provide: { everyCombination: true },
          ...PROGRAMS,
          include: [
            ...COMBINED,
            'test/src/chat/access-matrix.test.ts',
            'test/src/sandbox/bombs.test.ts',
            ...COSTLY,
          ],
        },
      },
      {
        test: {
          name: 'system',
          globalSetup: WATCH,
          ...LONG,
          include: ['test/system/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          globalSetup: WATCH,
          ...LONG,
          include: ['test/web/**/*.test.ts', 'test/system/pages/page.test.ts'],
        },
      },
      {
        test: {
          // What people do on the page, in another browser than `web` has.
          name: 'firefox',
          globalSetup: WATCH,
          ...LONG,
          provide: { browserName: 'firefox' },
          include: ['test/web/{field,flows,navigation,notices,people,reading,writing}.test.ts'],
        },
      },
      {
        test: {
          name: 'long',
          globalSetup: WATCH,
          ...LONG,
          include: ['test/long/**/*.test.ts'],
          exclude: ['test/long/fairness/**'],
          testTimeout: 600_000,
        },
      },
      // Alone, after the others: it compares times.
      {
        test: {
          name: 'load',
          ...PROGRAMS,
          include: ['test/long/fairness/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{js,ts}', 'tools/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      // What the tests reach in their own processes, a little less: programs that they start are not measured.
      thresholds: { statements: 91, branches: 84, functions: 90, lines: 92 },
    },
  },
})
