import { expect, it } from 'vitest'
import { measurePage } from '../../../../bench/newcomer/measure.ts'
import { readOurs } from '../../../../bench/newcomer/readers.ts'
import { makeTrainPage } from '../../../../bench/newcomer/train/index.ts'

/** Generated lists of changes that were taken for threads: the seed is that of the bench. */
const LISTS_OF_CHANGES = [22, 515, 1025]

it.each(LISTS_OF_CHANGES)(
  'list of changes %i is no thread: versions and dates stay over what they head',
  async (number) => {
    const page = makeTrainPage(7001, number)
    const { text } = await readOurs(page)
    expect(page.structures.length).toBeGreaterThan(4)
    expect(measurePage(page, text).failures).toEqual([])
  },
)
