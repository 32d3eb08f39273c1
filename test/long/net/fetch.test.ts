import { expect, it } from 'vitest'
import { FETCH_DEADLINE_MS } from '../../../src/net/limits.ts'
import { startAdversary } from '../../support/net-adversary.ts'
import type { ChildReport } from '../../support/net-child.ts'
import { runNetChild } from '../../support/net-run-child.ts'
import { startPageServer } from '../../support/page-server.ts'

it('ends a slow answer at the default deadline, and not before', async () => {
  await using adversary = await startAdversary()
  const urls = ['silent', 'slow-until-close', 'slow-body'].map(
    (name) => `${adversary.origin}/${name}`,
  )
  const runs = urls.map(async (url) => {
    const reports: ChildReport[] = []
    for await (const report of runNetChild({ allowHosts: ['127.0.0.1'], urls: [url] })) {
      reports.push(report)
    }
    return reports
  })
  const reports = (await Promise.all(runs)).flat()
  expect(reports).toHaveLength(3)
  for (const { outcome, elapsedMs } of reports) {
    expect(outcome).toBe('upstream_timeout')
    expect(elapsedMs).toBeGreaterThanOrEqual(FETCH_DEADLINE_MS - 50)
    expect(elapsedMs).toBeLessThan(FETCH_DEADLINE_MS + 3000)
  }
})

it('keeps nothing of a fetch: memory stays flat', async () => {
  await using pages = await startPageServer({ '/': { body: 'a'.repeat(10_000) } })
  const task = { allowHosts: ['127.0.0.1'], urls: [pages.url], rounds: 1500 }
  const heaps: number[] = []
  for await (const { outcome, heapBytes } of runNetChild(task)) {
    expect(outcome).toBe('ok')
    heaps.push(heapBytes)
  }
  const [warm = 0] = heaps.slice(300)
  expect(heaps).toHaveLength(1500)
  expect(heaps.at(-1)).toBeLessThan(warm + 4_000_000)
})
