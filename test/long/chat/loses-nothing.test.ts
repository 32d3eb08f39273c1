import { test } from 'vitest'
import { DAMAGED_FORMATS, expectDamageNamed } from '../../support/damaged-archive-imports.ts'
import { expectNothingLost, FORMATS } from '../../support/made-archive-imports.ts'

test.each(FORMATS)(
  'each message of 200 archives of %s is brought or left out by name, as a trial says',
  async (_, make) => expectNothingLost(make, 200),
  900_000,
)

test.each(DAMAGED_FORMATS)(
  'each of 200 archives of %s with random bytes in it is counted or refused by name',
  async (_, make) => expectDamageNamed(make, 200),
  900_000,
)
