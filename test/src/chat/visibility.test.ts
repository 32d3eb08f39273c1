import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeds } from '../../support/full.ts'
import { liveThrough, steps } from '../../support/visibility.ts'

test('whatever happens, everybody gets and reads exactly what they may see', async () => {
  await fc.assert(
    fc.asyncProperty(steps({ minLength: 40, maxLength: 60 }), async (history) => {
      expect(await liveThrough(history)).toEqual([])
    }),
    { numRuns: seeds(1, 4), endOnFailure: true },
  )
})
