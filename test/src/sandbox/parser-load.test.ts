// @module-tag full
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STRANGER } from '../../../src/contract/principal.ts'
import { limitsOf } from '../../../src/sandbox/capacity.ts'
import type { PageServer } from '../../support/page-server.ts'
import {
  CALLERS,
  type Form,
  FORMS,
  loadParsers,
  PARSERS,
  startKinds,
} from '../../support/parser-load.ts'
import { hostilePool } from '../../support/sandbox-pool.ts'

const TEST_MAX_MS = 300_000
const MB = 1_000_000
const PATIENCE_MS = 250_000
/** What a parser has loaded once it has done a few jobs of several kinds, measured. */
const LOADED_MB: Readonly<Record<Form, number>> = { source: 64, published: 48 }
/** Of a small cloud server, and of machines where memory is no matter. */
const MEMORY_MB = [512, 1_074, 2_147, 8_590]

/** Jobs of a caller: as many as `extract`, `qr`, `convert` and `read` of five addresses make. */
const JOBS = 8

/**
 * Lets callers have their jobs done at once by parsers as large as those of a form, and says how many were done and what ended parsers. The
 * first round finds none, later ones find them warm.
 */
async function loadRounds(form: Form, cores: number, megabytes: number, rounds: readonly number[]) {
  const { maxRunning, expressMaxRunning, allMaxBytes, eachMaxBytes } = limitsOf({
    cores,
    memory: { bytes: megabytes * MB, from: 'machine' },
  })
  const { run, lines } = hostilePool({
    limits: {
      maxRunning,
      expressMaxRunning,
      allMaxBytes,
      eachMaxBytes,
      queueWaitMaxMs: PATIENCE_MS,
      jobDeadlineMs: PATIENCE_MS,
      startDeadlineMs: PATIENCE_MS,
    },
  })
  const done: number[] = []
  for (const callers of rounds) {
    const jobs = Array.from({ length: callers * JOBS }, async (_, index) => {
      const principal = { ...STRANGER, id: `caller ${index % callers}` }
      return run('loadOnce', LOADED_MB[form], { principal })
    })
    done.push((await Promise.all(jobs)).length)
  }
  return { done, ended: lines.filter(({ msg }) => msg === 'sandbox child ended') }
}

// Each cell with all engines, cold and warm, is test/long/fairness/parser-load.test.ts: here a job takes the memory that its engines take.
describe.each(FORMS)('parsers as large as those from %s', (form) => {
  test.each(PARSERS)(
    '%d of them do all jobs of 20, 10, 4 callers and one',
    async (cores) => {
      const rounds = CALLERS.toReversed()
      expect(await loadRounds(form, cores, 16_000, rounds)).toEqual({
        done: rounds.map((callers) => callers * JOBS),
        ended: [],
      })
    },
    TEST_MAX_MS,
  )
})

test.each(MEMORY_MB)(
  'on eight cores in %d MB all jobs of ten callers are done',
  async (megabytes) => {
    const { done } = await loadRounds('source', 8, megabytes, [10, 10])
    expect(done).toEqual([10 * JOBS, 10 * JOBS])
  },
  TEST_MAX_MS,
)

describe('with all engines', () => {
  let pages: PageServer
  beforeAll(async () => {
    pages = await startKinds()
  })
  afterAll(async () => pages.close())

  // What a first user has: a clone on this machine, and a published server of 1 GB.
  test.each<[form: Form, cores: number, megabytes: number, callers: number]>([
    ['source', availableParallelism(), 16_000, 1],
    ['published', 8, 1_074, 4],
  ])(
    'parsers from %s on %d cores in %d MB answer all of %d callers',
    async (form, cores, megabytes, callers) => {
      const machine = { cores, memory: { bytes: megabytes * MB, from: 'machine' } } as const
      const load = await loadParsers({ form, machine, callers, pages })
      expect(load).toMatchObject({ requested: JOBS * callers, refusals: [] })
    },
    TEST_MAX_MS,
  )
})
