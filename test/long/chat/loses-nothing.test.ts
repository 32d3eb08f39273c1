import { test } from 'vitest'
import { expectNothingLost, FORMATS } from '../../support/made-archive-imports.ts'

test.each(FORMATS)(
  'each message of 200 archives of %s is brought or left out by name, as a trial says',
  async (_, make) => expectNothingLost(make, 200),
  900_000,
)
