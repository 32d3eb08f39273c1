import { expect, test } from 'vitest'
import { workshop } from '../../support/seller.ts'
import { buyBetweenBlocks, withinBlocks } from '../../support/stage.ts'

test('[35] [17] a call is answered within two blocks of two seconds, as Base has them', async () => {
  expect(await buyBetweenBlocks(2, workshop())).toEqual(withinBlocks(2))
})
