import { test } from 'vitest'
import { seeds } from '../../../support/full.ts'
import { expectNothingLost, FORMATS } from '../../../support/made-archive-imports.ts'
import { TEST_MAX_MS } from '../../../support/patience.ts'

test.each(FORMATS)(
  'each message of an archive of %s is brought or left out by name, as a trial says',
  async (_, make) => expectNothingLost(make, seeds(1, 40)),
  seeds(TEST_MAX_MS, 900_000),
)
