import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveThrough, steps } from '../../support/visibility.ts'

test('whatever happens for long, nobody gets or reads what they may not see', async () => {
  await fc.assert(
    fc.asyncProperty(steps({ minLength: 60, maxLength: 120 }), async (history) => {
      expect(await liveThrough(history)).toEqual([])
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
