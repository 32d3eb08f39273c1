import { expect, test } from 'vitest'
import { BAD_TERMS, TRICKS } from '../../support/hostile-services.ts'
import { testHostileServices } from '../../support/hostile-suite.ts'
import { openPurse } from '../../support/purse.ts'
import { newAddress } from '../../support/seller.ts'

test('there are 35 of them at least', () => {
  expect(Object.keys({ ...BAD_TERMS, ...TRICKS }).length).toBeGreaterThanOrEqual(35)
})

testHostileServices(openPurse(newAddress()))
