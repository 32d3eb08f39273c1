import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { compose, type Composed } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/app/config/config.ts'
import { OperationError } from '../../src/contract/errors.ts'
import { type AnyOperation, defineOperation, type Services } from '../../src/contract/operation.ts'

const effects = { readOnly: true, destructive: false, idempotent: true, openWorld: false }

/** Returns its input; free. */
export const echo = defineOperation({
  name: 'echo',
  title: 'Echo',
  description: 'Answer the text that was sent.',
  toolset: 'web',
  http: { method: 'POST', path: '/echo' },
  effects,
  input: z.object({
    text: z.string().max(2_000_000),
    times: z.int().min(1).max(3).default(1).describe('How often to repeat the text.'),
  }),
  output: z.object({ text: z.string(), caller: z.string().nullable() }),
  agent: { defaults: { times: 2 }, text: ({ text }) => `said: ${text.slice(0, 100)}` },
  async run({ input, caller }) {
    return { text: input.text.repeat(input.times), caller: caller ?? null }
  },
})

/** Returns its input; has a price. Counts its runs, so that a test sees unpaid work. */
export const runsOfSold = { count: 0 }
export const sold = defineOperation({
  name: 'sold',
  title: 'Sold',
  description: 'Answer the text that was sent, for money.',
  toolset: 'web',
  http: { method: 'POST', path: '/sold' },
  price: '0.002',
  effects: { ...effects, openWorld: true },
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
  async run({ input }) {
    runsOfSold.count += 1
    return { text: input.text }
  },
})

/** Runs slowly, reports progress, and stops when aborted. */
export const slow = defineOperation({
  name: 'slow',
  title: 'Slow',
  description: 'Count up slowly.',
  toolset: 'web',
  http: { method: 'POST', path: '/slow' },
  effects: { ...effects, readOnly: false },
  input: z.object({ steps: z.int(), stepMs: z.int() }),
  output: z.object({ steps: z.int() }),
  async run({ input, signal, progress }) {
    for (let done = 1; done <= input.steps; done++) {
      await delay(input.stepMs, undefined, { signal })
      progress({ done, total: input.steps, message: `step ${done}` })
    }
    return { steps: input.steps }
  },
})

/** Fails in the way that was asked for. */
export const failing = defineOperation({
  name: 'failing',
  title: 'Failing',
  description: 'Fail in the way that was asked for.',
  toolset: 'web',
  http: { method: 'POST', path: '/failing' },
  effects,
  input: z.object({ how: z.enum(['typed', 'untyped', 'bad output']) }),
  output: z.object({ text: z.string() }),
  async run({ input }) {
    if (input.how === 'typed') {
      throw new OperationError('upstream_failed', 'The other server failed.', {
        hint: 'Try another page.',
        fields: { status: 500 },
        cause: new Error('secret-cause'),
      })
    }
    if (input.how === 'untyped') throw new TypeError('secret-cause')
    return {} as { text: string }
  },
})

/** Sold, and about an address that it says it would fetch. */
export const fetching = defineOperation({
  name: 'fetching',
  title: 'Fetching',
  description: 'Answer the address that was sent, for money.',
  toolset: 'web',
  http: { method: 'POST', path: '/fetching' },
  price: '0.001',
  effects: { ...effects, openWorld: true },
  input: z.object({ url: z.url({ protocol: /^https?$/ }) }),
  output: z.object({ url: z.string() }),
  run: async ({ input }) => input,
})

/** A catalogue for tests of the surfaces. */
export const sampleOperations: readonly AnyOperation[] = [echo, sold, slow, failing]

const temp = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
process.once('exit', () => rmSync(temp, { recursive: true, force: true }))

/** Real services with a store of their own and a silent log. */
export function testServices(): Services {
  return testInstance().services
}

/** A real instance with a store of its own and a silent log. */
export function testInstance(): Composed {
  const config = loadConfig({
    flags: { 'log-level': 'silent', 'data-dir': join(temp, randomUUID()) },
    env: {},
  })
  return compose(config, 'silent')
}
