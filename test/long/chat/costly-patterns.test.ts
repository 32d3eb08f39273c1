import { test } from 'vitest'
import { tryCostlyPatterns } from '../../support/costly-patterns.ts'

test('costly patterns are refused, or find their way through any line', async () => {
  await tryCostlyPatterns()
})
