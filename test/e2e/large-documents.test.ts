// @module-tag full
import { expect, test } from 'vitest'
import { largePdf, openDocumentStage } from '../support/large-documents.ts'

const CALLS = 8
const DOCUMENT_BYTES = 24_000_000
/** What the collector leaves lying about of buffers that sockets were read into; four documents would be more. */
const MAIN_GROWTH_MAX_BYTES = 80_000_000

test.skipIf(process.platform !== 'linux')(
  'large documents pass by the memory of the server that fetches them',
  async () => {
    await using stage = await openDocumentStage(largePdf(DOCUMENT_BYTES))
    // The first calls load what all others use.
    await stage.readAtOnce(2)
    const before = stage.resident()
    const { result, peak } = await stage.peakWhile(async () => stage.readAtOnce(CALLS))
    expect(result.map(({ status, markdown }) => [status, markdown])).toEqual(
      Array.from({ length: CALLS }, () => [200, 'Large.']),
    )
    expect(peak.main - before.main).toBeLessThan(MAIN_GROWTH_MAX_BYTES)
  },
)
