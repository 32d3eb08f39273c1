import fc from 'fast-check'
import { test } from 'vitest'
import { uploadHistories } from '../../../support/upload-histories.ts'

test('whatever happens to uploads, what is counted is what they take and what is reserved', async () => {
  await fc.assert(uploadHistories(), { numRuns: 10 })
})
