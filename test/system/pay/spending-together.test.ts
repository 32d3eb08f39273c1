import { expect, test } from 'vitest'
import { spendTogether, tenOf } from '../../support/buyer-processes.ts'
import { facilitator, startChainAndFacilitator, usdc } from '../../support/chain-and-facilitator.ts'
import { newAddress } from '../../support/seller.ts'

const payTo = newAddress()
startChainAndFacilitator(payTo)

test('six processes, of which three pay any service, together spend what their budget says', async () => {
  const market = { usdc, payTo, facilitator }
  expect(await spendTogether(market, { processes: 6, callsOfEach: 4 })).toEqual(tenOf(24))
})
