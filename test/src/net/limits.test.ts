import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attacks, startAdversary, type Adversary } from '../../support/net-adversary.ts'
import type { ChildReport } from '../../support/net-child.ts'
import { runNetChild } from '../../support/net-run-child.ts'

/** For those that end by it; the others have the time that a busy machine takes. */
const DEADLINE_MS = 600
const LONG_DEADLINE_MS = 60_000
const RSS_GROWTH_MAX_BYTES = 64_000_000

describe('a hostile server', () => {
  let adversary: Adversary
  const reports = new Map<string, ChildReport & { isSoonClosed: boolean }>()

  beforeAll(async () => {
    adversary = await startAdversary()
    const run = async (deadlineMs: number, names: readonly string[]) => {
      // The first one loads and warms everything up; its figures are not used.
      const urls = ['reset', ...names].map((name) => `${adversary.origin}/${name}`)
      for await (const report of runNetChild({ allowHosts: ['127.0.0.1'], deadlineMs, urls })) {
        const name = report.url.slice(adversary.origin.length + 1)
        if (!adversary.wasAsked(name)) continue
        reports.set(name, { ...report, isSoonClosed: await adversary.isSoonClosed(name) })
      }
    }
    const isSlow = ([, { code }]: [string, { code: string }]) => code === 'upstream_timeout'
    const { slow = [], others = [] } = Object.groupBy(Object.entries(attacks), (attack) =>
      isSlow(attack) ? 'slow' : 'others',
    )
    const nameOf = ([name]: [string, unknown]) => name
    let left = slow.map(nameOf)
    for (let deadlineMs = DEADLINE_MS; left.length > 0; deadlineMs *= 4) {
      await run(deadlineMs, left)
      left = left.filter((name) => !adversary.wasAsked(name))
    }
    await run(LONG_DEADLINE_MS, others.map(nameOf))
  })
  afterAll(() => adversary[Symbol.asyncDispose]())

  it.each(Object.entries(attacks))('%s ends in its error, small and closed', (name, { code }) => {
    const report = reports.get(name)
    expect(report).toMatchObject({ outcome: code })
    expect(report?.rssGrowthBytes).toBeLessThan(RSS_GROWTH_MAX_BYTES)
    expect(report?.isSoonClosed).toBe(true)
  })
})
