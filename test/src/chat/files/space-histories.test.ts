import fc from 'fast-check'
import { test } from 'vitest'
import { seeds } from '../../../support/full.ts'
import { uploadHistories } from '../../../support/upload-histories.ts'

test('whatever happens to uploads, what is counted is what they take and what is reserved', async () => {
  await fc.assert(uploadHistories(), { numRuns: seeds(2, 10) })
})
