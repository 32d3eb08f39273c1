import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { largePdf, openDocumentStage } from '../../support/large-documents.ts'

const CALLS = 64
const DOCUMENT_BYTES = 49_000_000
const ALL_MAX_BYTES = 800_000_000
const MAIN_GROWTH_AFTER_MAX_BYTES = 50_000_000
/** Time for the collector of a process that has nothing to do. */
const REST_MS = 2_000

test.skipIf(process.platform !== 'linux')(
  '64 calls with 49 MB each stay under 800 MB of all processes together, and as many again leave nothing behind',
  async () => {
    await using stage = await openDocumentStage(largePdf(DOCUMENT_BYTES))
    const { result, peak } = await stage.peakWhile(async () => stage.readAtOnce(CALLS))
    const answered = result.filter(({ status }) => status === 200)
    expect(answered.every(({ markdown }) => markdown === 'Large.')).toBe(true)
    expect(answered.length).toBeGreaterThan(0)
    const refused = result.filter(({ status }) => status !== 200)
    expect(
      refused.filter(({ status, retryAfter }) => ![429, 503].includes(status) || !retryAfter),
    ).toEqual([])
    expect(peak.all).toBeLessThan(ALL_MAX_BYTES)
    await sleep(REST_MS)
    const before = stage.resident()
    await stage.readAtOnce(CALLS)
    await sleep(REST_MS)
    expect(stage.resident().main - before.main).toBeLessThan(MAIN_GROWTH_AFTER_MAX_BYTES)
  },
)
