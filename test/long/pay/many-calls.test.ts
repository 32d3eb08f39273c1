import { expect, test } from 'vitest'
import { buyMany, eachOnce } from '../../support/many-calls.ts'
import { type Market, openMarket } from '../../support/market.ts'

let market: Market
const { payTo } = openMarket((opened) => {
  market = opened
})

test('[33] 256 calls, 32 at a time: each settled exactly once', async () => {
  expect(await buyMany(market, payTo, { calls: 256, atOnce: 32 })).toEqual(eachOnce(256))
})
