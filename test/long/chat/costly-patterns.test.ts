import { test } from 'vitest'
import { expectBoundedPatterns } from '../../support/costly-patterns.ts'

test('costly patterns are refused, or find their way through any line', async () => {
  await expectBoundedPatterns()
})
