import { beforeAll, describe, expect, test } from 'vitest'
import type { GeneratedPage } from '../../../bench/newcomer/page.ts'
import { readOurs } from '../../../bench/newcomer/readers.ts'
import { Tally } from '../../../bench/newcomer/tally.ts'
import { makeTrainPage } from '../../../bench/newcomer/train/index.ts'

/** Neither those of the bench nor those of the trainer. */
const SEEDS = [11, 12, 13]
/** Each template three times a seed. */
const PAGES_COUNT = 51
/** Of a sample as small as this; over all pages of the bench it is a third of it. */
const LOST_MAX_SHARE = 0.006
const NOISE_MAX_SHARE = 0.005

/** Pages such as a newcomer tries first, of which all that must be kept is known. */
const pages: GeneratedPage[] = SEEDS.flatMap((seed) =>
  Array.from({ length: PAGES_COUNT }, (_, number) => makeTrainPage(seed, number)),
)

describe('generated pages', () => {
  const tally = new Tally()
  const faults: string[] = []

  beforeAll(async () => {
    for (const page of pages) {
      const measured = tally.add(page, await readOurs(page))
      for (const { structure, fate } of measured?.failures ?? []) {
        faults.push(`${page.id}: ${structure.kind} ${fate}: ${structure.parts.join(' / ')}`)
      }
    }
  })

  test('have no structure that is kept in part, and hardly any that is lost', () => {
    const { whole, partly, lost } = tally.fates
    expect(faults.filter((fault) => fault.includes(' partly: '))).toEqual([])
    expect(partly).toBe(0)
    expect(lost, faults.join('\n')).toBeLessThanOrEqual(LOST_MAX_SHARE * (whole + lost))
  })

  test('keep no heading without what it heads, and their own heading always', () => {
    expect(tally.headingsAlone).toBe(0)
    expect(tally.headingsKept).toBe(tally.headings)
  })

  test('keep hardly a word of menus, footers and the like', () => {
    expect(tally.noiseWords).toBeLessThanOrEqual(NOISE_MAX_SHARE * tally.words)
  })

  test('are refused where they have no content, and only there', () => {
    expect(tally.emptyRefused).toBe(tally.emptyPages)
    expect(tally.falseRefusals).toBe(0)
  })
})
