import { afterEach, describe, expect, it } from 'vitest'
import { callWith } from '../../../support/call.ts'
import {
  LIMITED,
  recorded,
  type Replay,
  startPriceProviders,
} from '../../../support/price-providers.ts'
import {
  ask,
  bitstampSays,
  coinbaseSays,
  endQuestions,
  ETH,
  WELL,
} from '../../../support/price-questions.ts'

afterEach(endQuestions)

describe('other currencies', () => {
  it('are quoted directly where they are traded', async () => {
    const { price } = await ask(
      { 'coinbase/v2/prices/ETH-EUR/spot': recorded('coinbase.eth-eur') },
      { vs: 'EUR' },
    )
    expect(await price).toMatchObject({ price: '2251.44', vs: 'EUR', source: 'coinbase' })
  })

  it('go through the dollar where they are not, by exact arithmetic', async () => {
    const { price } = await ask(
      { ...WELL, 'coinbase/v2/exchange-rates?currency=JPY': recorded('coinbase.rates-jpy') },
      { vs: 'JPY' },
    )
    // 2430.58 / 0.00638162 to 18 digits, by another program.
    expect(await price).toMatchObject({ price: '380871.941607303475', source: 'kraken / coinbase' })
  })

  it('may be another asset', async () => {
    const { price } = await ask(
      { ...WELL, 'kraken/0/public/Ticker?pair=XBTUSD': recorded('kraken.btc-usd') },
      { vs: 'BTC' },
    )
    expect((await price).price).toBe('0.024801811426723034')
  })

  it.each([
    ['XXQ', 'unknown_symbol'],
    ['ETH', 'invalid_input'],
  ])('are refused when they are %s', async (vs, code) => {
    await expect((await ask(WELL, { vs })).price).rejects.toMatchObject({ code, status: 400 })
  })
})

describe('how close quotes must be', () => {
  const stable = (a: string, b: string): Record<string, Replay> => ({
    'coinbase/v2/prices/DAI-USD/spot': recorded('coinbase.eth-usd')
      .replace('ETH', 'DAI')
      .replace('2430.115', a),
    'bitstamp/api/v2/ticker/daiusd/': bitstampSays(b),
  })

  it('is half a percent for a stablecoin', async () => {
    expect(await (await ask(stable('1.000', '1.005'), { symbol: 'DAI' })).price).toMatchObject({
      price: '1',
    })
    await expect(
      (await ask(stable('1.000', '1.0051'), { symbol: 'dai' })).price,
    ).rejects.toMatchObject({ code: 'providers_disagree' })
  })

  it('is one percent for a major asset, and three for a minor one', async () => {
    const two = (a: string, b: string): Record<string, Replay> => ({
      [ETH.coinbase]: coinbaseSays(a),
      [ETH.bitstamp]: bitstampSays(b),
    })
    expect((await (await ask(two('100', '101'))).price).agreed).toHaveLength(2)
    await expect((await ask(two('100', '101.01'))).price).rejects.toMatchObject({
      code: 'providers_disagree',
    })
    const minor = {
      'coingecko/api/v3/search?query=KAITO': recorded('coingecko.search-kaito'),
      [ETH.coingecko.replace('ethereum', 'kaito')]: recorded('coingecko.kaito'),
      [ETH.defillama.replace('ethereum', 'kaito')]: recorded('defillama.kaito'),
    }
    expect(await (await ask(minor, { symbol: 'KAITO' })).price).toMatchObject({
      price: '1.02',
      id: 'coingecko:kaito',
      symbol: 'KAITO',
    })
  })
})

describe('what a symbol means', () => {
  const search = (name: string): Record<string, Replay> => ({
    'coingecko/api/v3/search?query=GMT': recorded(`coingecko.${name}`),
  })

  it('is refused with candidates when several assets of weight have it', async () => {
    const { price } = await ask(search('search-gmt'), { symbol: 'GMT' })
    await expect(price).rejects.toMatchObject({
      code: 'ambiguous_symbol',
      status: 400,
      hint: expect.stringContaining('coingecko:stepn, coingecko:gmt-token') as string,
      fields: { candidates: ['coingecko:stepn', 'coingecko:gmt-token', 'coingecko:gmt-fake'] },
    })
    await expect(price).rejects.not.toMatchObject({
      hint: expect.stringContaining('Ignore') as string,
    })
  })

  it('is unknown when nobody has it, and a 502 when that cannot be told', async () => {
    await expect((await ask(search('search-none'), { symbol: 'GMT' })).price).rejects.toMatchObject(
      { code: 'unknown_symbol' },
    )
    await expect((await ask({}, { symbol: 'GMT' })).price).rejects.toMatchObject({
      code: 'upstream_failed',
    })
  })

  it.each(['eip155:1/slip44:60', 'coingecko:ethereum', ' eth ', 'ETH'])(
    'is beyond doubt in %j',
    async (symbol) => {
      expect(await (await ask(WELL, { symbol })).price).toMatchObject({
        id: 'coingecko:ethereum',
        symbol: 'ETH',
        price: '2430.58',
      })
    },
  )

  it('may be a contract', async () => {
    const contract = '0x6b175474e89094c44da98b954eedeac495271d0e'
    const { price } = await ask(
      {
        [`coingecko/api/v3/simple/token_price/ethereum?contract_addresses=${contract}&vs_currencies=usd&include_last_updated_at=true&precision=full`]:
          recorded('coingecko.contract'),
        [`defillama/prices/current/ethereum:${contract}`]: recorded('defillama.contract'),
      },
      { symbol: `eip155:1/erc20:${contract}` },
    )
    expect(await price).toMatchObject({
      price: '0.05000000000000001',
      id: `eip155:1/erc20:${contract}`,
    })
  })

  it.each([
    'eip155:5/slip44:60',
    'eip155:1/erc20:0x12',
    'coingecko:../x',
    'a b',
    'ETH/USD',
    'ef:gh',
  ])('is not in %j', async (symbol) => {
    await expect((await ask({}, { symbol })).price).rejects.toMatchObject({
      code: 'unknown_symbol',
    })
  })
})

describe('asking', () => {
  it('happens once for many at the same time, and not again while the answer is fresh', async () => {
    await using providers = await startPriceProviders(WELL)
    await using caller = callWith({ onChain: { priceSources: providers.priceSources } })
    const onchain = await caller.services.onchain()
    const signal = new AbortController().signal
    const many = await Promise.all(
      Array.from({ length: 10 }, async () => onchain.price({ symbol: 'ETH', vs: 'USD' }, signal)),
    )
    await onchain.price({ symbol: 'ETH', vs: 'USD' }, signal)
    expect(new Set(many.map(({ price }) => price)).size).toBe(1)
    expect(providers.requests()).toHaveLength(3)
  })

  it('shows a key to its provider only', async () => {
    const { price, providers } = await ask(
      { ...WELL, [ETH.coinbase]: LIMITED, [ETH.kraken]: LIMITED },
      { priceKeys: { coingecko: 'CG-key' } },
    )
    await price
    const withKey = providers.server.requests.filter(({ headers }) =>
      JSON.stringify(headers).includes('CG-key'),
    )
    expect(withKey.map(({ path }) => path)).toEqual([`/${ETH.coingecko}`])
  })

  it('goes to the chosen providers only', async () => {
    const providers = await startPriceProviders(WELL)
    await using _ = providers
    const { price } = await ask(
      {},
      {
        priceSources: {
          okx: providers.priceSources['okx'],
          kraken: providers.priceSources['kraken'],
        },
      },
    )
    expect((await price).agreed.toSorted()).toEqual(['kraken', 'okx'])
    await expect(
      (await ask({}, { symbol: 'GMT', priceSources: { kraken: 'http://127.0.0.1:9' } })).price,
    ).rejects.toMatchObject({ code: 'unknown_symbol' })
  })
})
