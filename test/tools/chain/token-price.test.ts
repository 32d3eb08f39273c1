import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gas } from '../../../tools/chain/gas.ts'
import { tokenPrice } from '../../../tools/chain/token-price.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith, type Caller } from '../../support/call.ts'
import {
  type PriceProviders,
  recorded,
  startPriceProviders,
} from '../../support/price-providers.ts'

let providers: PriceProviders
let caller: Caller
const ask = async (input: unknown): Promise<Record<string, unknown>> =>
  caller.call(tokenPrice, input)

beforeAll(async () => {
  providers = await startPriceProviders({
    'coinbase/v2/prices/ETH-USD/spot': recorded('coinbase.eth-usd'),
    'kraken/0/public/Ticker?pair=ETHUSD': recorded('kraken.eth-usd'),
    'bitstamp/api/v2/ticker/ethusd/': recorded('bitstamp.eth-usd'),
    'coinbase/v2/prices/ETH-EUR/spot': recorded('coinbase.eth-eur'),
  })
  caller = callWith({ onChain: { priceSources: providers.priceSources } })
})
afterAll(async () => {
  await caller.close()
  await providers.close()
})

describe('token_price', () => {
  it('answers the price of a symbol in dollars, with the provider whose quote it is', async () => {
    verifies('utility:2.2:PriceResult.symbol', 'utility:2.2:PriceResult.vs')
    verifies('utility:2.2:PriceResult.price', 'utility:2.2:PriceResult.source')
    verifies('utility:4.8:symbol', 'utility:4.8:vs:default', 'utility:4.8:response')
    expect(await ask({ symbol: 'eth' })).toEqual({
      symbol: 'ETH',
      vs: 'USD',
      price: '2430.58',
      source: 'kraken',
      id: 'coingecko:ethereum',
      asOf: '2026-01-02T03:04:05.678Z',
      agreed: ['coinbase', 'kraken', 'bitstamp'],
    })
  })

  it('takes another quote currency', async () => {
    verifies('utility:4.8:vs')
    expect(await ask({ symbol: 'ETH', vs: 'eur' })).toMatchObject({ vs: 'EUR', price: '2251.44' })
  })

  it('is what the spec says it is', async () => {
    verifies('utility:4.8:path', 'utility:4.8:price')
    expect(tokenPrice).toMatchObject({
      name: 'token_price',
      price: '0.002',
      http: { method: 'POST', path: '/token-price' },
    })
  })

  it.each([
    [{}, 'invalid_input'],
    [{ symbol: 7 }, 'invalid_input'],
    [{ symbol: '' }, 'unknown_symbol'],
    [{ symbol: 'x'.repeat(121) }, 'unknown_symbol'],
    [{ symbol: 'ef:gh' }, 'unknown_symbol'],
    [{ symbol: 'ETH', vs: '' }, 'unknown_symbol'],
    [{ symbol: 'ETH', vs: 'US$' }, 'unknown_symbol'],
  ])('refuses %j', async (input, code) => {
    await expect(ask(input)).rejects.toMatchObject({ code, status: 400 })
  })

  it('says why no provider could be asked', async () => {
    const closed = await startPriceProviders({})
    await closed.close()
    await using alone = callWith({
      onChain: {
        endpoints: { ethereum: [closed.server.origin] },
        priceSources: closed.priceSources,
      },
    })
    await expect(alone.call(tokenPrice, { symbol: 'ETH' })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringMatching(/^No price provider .* refused the connection/),
    })
    await expect(alone.call(gas, {})).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringMatching(/^No endpoint of the network .* refused the connection/),
    })
  })
})
