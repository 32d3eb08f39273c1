import { test } from 'vitest'
import { DAMAGED_FORMATS, expectDamageNamed } from '../../../support/damaged-archive-imports.ts'
import { seeds } from '../../../support/full.ts'

test.each(DAMAGED_FORMATS)(
  'an archive of %s with random bytes in it, in its files or around them, is counted or refused by name',
  async (_, make) => expectDamageNamed(make, seeds(2, 40)),
)
