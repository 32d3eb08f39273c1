import { defineConfig } from 'vitest/config'

/** Looks for secrets in everything that a run leaves behind, and at every chat event of its processes. */
const WATCH = ['test/support/canary-watch.ts', 'test/support/event-watch.ts']

/** Looks at every chat event of the tests' own processes. */
const EVERY_TEST = ['test/support/event-setup.ts']

export default defineConfig({
  test: {
    // Most of the time goes into waiting for child processes.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: WATCH,
          setupFiles: EVERY_TEST,
          include: ['test/{src,tools,chain,requirements,bench}/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'surface', include: ['test/surface/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'e2e',
          globalSetup: WATCH,
          setupFiles: EVERY_TEST,
          include: ['test/{e2e,conformance}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'long', include: ['test/long/**/*.test.ts'], testTimeout: 600_000 } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**', 'tools/**'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
})
