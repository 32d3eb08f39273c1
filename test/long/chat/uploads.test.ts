import { expect, test } from 'vitest'
import { uploadUnderFire } from '../../support/tus-kill.ts'

/** What a server may take beyond what it has at rest, whatever the size of the file. */
const MEMORY_MAX_BYTES = 128 * 1024 * 1024

test('500 MB over tus, the server killed five times, arrive byte by byte with flat memory', async () => {
  const report = await uploadUnderFire(500, 5)
  const grown = report.maxRssBytes - report.idleRssBytes
  process.stderr.write(`${JSON.stringify({ ...report, grown })}\n`)
  expect(report).toMatchObject({ kills: 5, isExact: true, sentBytes: 500 * 1024 * 1024 })
  expect(report.resumedAt.at(-1)).toBeGreaterThan(0)
  expect(grown).toBeLessThan(MEMORY_MAX_BYTES)
}, 600_000)
