import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveThrough, steps } from '../../support/visibility.ts'

test('whatever happens for long, nobody hears or reads what is not his', async () => {
  await fc.assert(
    fc.asyncProperty(steps({ minLength: 60, maxLength: 120 }), async (history) => {
      expect(await liveThrough(history)).toEqual([])
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
