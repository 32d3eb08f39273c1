import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attacks, startAdversary, type Adversary } from '../../support/net-adversary.ts'
import type { ChildReport } from '../../support/net-child.ts'
import { runNetChild } from '../../support/net-run-child.ts'

const DEADLINE_MS = 600
const RSS_GROWTH_MAX_BYTES = 64_000_000
const SOCKET_CLOSE_MAX_MS = 100

describe('a hostile server', () => {
  let adversary: Adversary
  const reports = new Map<string, ChildReport & { closedAfterMs: number }>()

  beforeAll(async () => {
    adversary = await startAdversary()
    const names = Object.keys(attacks)
    // The first one loads and warms everything up; its figures are not used.
    const urls = ['nothing-at-all', ...names].map((name) => `${adversary.origin}/${name}`)
    const task = { allowHosts: ['127.0.0.1'], deadlineMs: DEADLINE_MS, urls }
    for await (const report of runNetChild(task)) {
      const reportedAt = performance.now()
      const name = report.url.slice(adversary.origin.length + 1)
      const closedAfterMs = (await adversary.closedAt(name)) - reportedAt
      reports.set(name, { ...report, closedAfterMs })
    }
  })
  afterAll(() => adversary[Symbol.asyncDispose]())

  it.each(Object.entries(attacks))('%s ends in its error, small and closed', (name, { code }) => {
    const report = reports.get(name)
    expect(report).toMatchObject({ outcome: code })
    expect(report?.rssGrowthBytes).toBeLessThan(RSS_GROWTH_MAX_BYTES)
    expect(report?.closedAfterMs).toBeLessThan(SOCKET_CLOSE_MAX_MS)
  })
})
