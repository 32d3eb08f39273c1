import { expect, test } from 'vitest'
import { workshop } from '../../support/seller.ts'
import { buyBetweenBlocks, WITHIN_BLOCKS } from '../../support/stage.ts'

test('[35] [17] the same with blocks of two seconds, as Base has them', async () => {
  expect(await buyBetweenBlocks(2, workshop())).toEqual(WITHIN_BLOCKS)
})
