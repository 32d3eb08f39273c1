import { describe, expect, test } from 'vitest'
import { qrJob } from '../../../src/qr/qr-job.ts'
import { type CallKind, isRight } from '../../support/fairness/good-calls.ts'
import { GOOD_KINDS, type Outcome, type Outcomes } from '../../support/fairness/good.ts'
import type { Holdings } from '../../support/fairness/holdings.ts'
import { marksOf, tableOf } from '../../support/fairness/pages.ts'
import {
  grown,
  GROWTH_MAX,
  RSS_MAX_BYTES,
  tooLarge,
  tooSlow,
  unanswered,
} from '../../support/fairness/verdict.ts'

const outcome = (answered: number, ms = 10): Outcome => ({
  requested: 100,
  answered,
  timesMs: Array.from({ length: answered }, () => ms),
  failures: { '503': 100 - answered },
})

const outcomes = (changed: Partial<Outcomes> = {}): Outcomes => ({
  ...(Object.fromEntries(GOOD_KINDS.map((kind) => [kind, outcome(100)])) as Outcomes),
  ...changed,
})

const nothing: Holdings = { openFiles: 0, sessions: 0, queueRows: 0, storeMib: 0, tempFiles: 0 }

describe('the verdict on a run', () => {
  test('99 of 100 answered are enough, 98 are not, and none asked is none answered', () => {
    expect(unanswered({ outcomes: outcomes({ qr: outcome(99) }) })).toEqual([])
    expect(unanswered({ outcomes: outcomes({ qr: outcome(98) }) })).toEqual([
      'qr: 98 of 100 answered, others {"503":2}',
    ])
    const silent = { requested: 0, answered: 0, timesMs: [], failures: {} }
    expect(unanswered({ outcomes: outcomes({ receive: silent }) })).toHaveLength(1)
  })

  test.each([
    [10, 260, []],
    [10, 261, ['send: p99 261 ms, at most 260']],
    [200, 600, []],
    [200, 601, ['send: p99 601 ms, at most 600']],
  ])('with a p99 of %i ms in calm, %i ms are judged', (calm, attacked, faults) => {
    const [before, now] = [calm, attacked].map((ms) => ({
      outcomes: outcomes({ send: outcome(100, ms) }),
    }))
    expect(tooSlow(now!, before!)).toEqual(faults)
  })

  test.each(Object.keys(GROWTH_MAX) as (keyof Holdings)[])(
    'more %s than may be is growth',
    (what) => {
      const most = { ...nothing, [what]: GROWTH_MAX[what] }
      expect(grown({ before: nothing, after: most })).toEqual([])
      const more = { ...nothing, [what]: GROWTH_MAX[what] + 1 }
      expect(grown({ before: nothing, after: more })).toHaveLength(1)
      expect(grown({ before: nothing, after: { ...nothing, [what]: Number.NaN } })).toHaveLength(1)
    },
  )

  test('a server that is gone has not passed', () => {
    expect(grown({ before: nothing, after: undefined })).toEqual(['the server is gone'])
  })

  test('memory is judged at its peak', () => {
    const watched = (peak: number) => ({
      watched: {
        rss: { start: 1, peak, end: 1, atPeak: [] },
        pssPeak: 0,
        pingsMs: [],
        diedAfterMs: undefined,
      },
    })
    expect(tooLarge(watched(RSS_MAX_BYTES))).toEqual([])
    expect(tooLarge(watched(RSS_MAX_BYTES + 1))).toHaveLength(1)
  })
})

describe('an answer counts with the whole of what was asked for', () => {
  const [name, other] = ['good-1 x 1', 'good-2 x 1']
  const rowsOf = (of: string) => {
    const [head = [], ...rows] = tableOf(of).cells
    return rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at]])))
  }
  const answers: [CallKind, right: object, ...wrong: object[]][] = [
    [
      'extract',
      { markdown: marksOf(name).join(' … ') },
      { markdown: marksOf(other).join(' … ') },
      { markdown: marksOf(name)[0] },
      {},
    ],
    [
      'convert',
      { result: JSON.stringify(rowsOf(name)) },
      { result: JSON.stringify(rowsOf(other)) },
      { result: '[]' },
      { result: 'x' },
    ],
    ['send', { result: 'success', id: 1 }, { result: 'success' }, { result: 'error', id: 1 }],
  ]

  test.each(answers)('%s', async (kind, right, ...wrong) => {
    const judge = async (fields: object, status = 200) =>
      isRight(kind, name, { status, text: JSON.stringify(fields) })
    expect(await judge(right)).toBe(true)
    expect(await judge(right, 503)).toBe(false)
    for (const fields of wrong) expect(await judge(fields)).toBe(false)
  })

  test('qr', async () => {
    const [own, foreign] = await Promise.all(
      [name, other].map(async (text) => qrJob({ text, format: 'svg' })),
    )
    const judge = async (fields: unknown) =>
      isRight('qr', name, { status: 200, text: JSON.stringify(fields) })
    expect(await judge(own)).toBe(true)
    expect(await judge(foreign)).toBe(false)
  })

  test('what is no JSON is no answer', async () => {
    expect(await isRight('send', name, { status: 200, text: '<p>' })).toBe(false)
  })
})
