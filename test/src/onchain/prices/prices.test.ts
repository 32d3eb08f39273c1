import { afterEach, describe, expect, it } from 'vitest'
import type { Price } from '../../../../src/contract/onchain.ts'
import { HANGS, LIMITED, recorded, type Replay } from '../../../support/price-providers.ts'
import {
  ask,
  bitstampSays,
  coinbaseSays,
  endQuestions,
  ETH,
  krakenSays,
  NONE,
  TETHER,
  WELL,
} from '../../../support/price-questions.ts'

afterEach(endQuestions)

describe('a price', () => {
  it('is the middle of three quotes that agree, digit by digit as it was given, after one wave', async () => {
    const { price, providers } = await ask(WELL)
    expect(await price).toEqual({
      symbol: 'ETH',
      vs: 'USD',
      price: '2430.58',
      source: 'kraken',
      id: 'coingecko:ethereum',
      asOf: '2026-01-02T03:04:05.678Z',
      agreed: ['coinbase', 'kraken', 'bitstamp'],
    })
    expect(providers.requests().toSorted()).toEqual([ETH.bitstamp, ETH.coinbase, ETH.kraken])
  })

  it('tells the time of the quote where the provider does', async () => {
    const { price } = await ask({
      ...NONE,
      [ETH.bitstamp]: WELL[ETH.bitstamp] ?? '',
      [ETH.defillama]: recorded('defillama.eth'),
    })
    expect(await price).toMatchObject({
      source: 'defillama',
      price: '2430.4700000000003',
      asOf: '2026-01-02T03:03:25.000Z',
    })
  })

  it.each([
    ['a fifth above the others', coinbaseSays('2916.2')],
    ['a thousand times the others', coinbaseSays('2430115')],
    ['zero', coinbaseSays('0.00')],
    ['negative', coinbaseSays('-2430.1')],
    ['no number', coinbaseSays('NaN')],
    ['in words', coinbaseSays('1e999')],
    ['that of another asset', recorded('coinbase.eth-usd').replace('ETH', 'ETC')],
    ['in another currency', recorded('coinbase.eth-usd').replace('USD', 'EUR')],
    ['not there', recorded('coinbase.not-found')],
    ['no JSON', '<html>'],
    ['nested without end', '['.repeat(100_000)],
    ['300 KB long', `${' '.repeat(300_000)}${recorded('coinbase.eth-usd')}`],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
    ['of a server error', { status: 500, body: recorded('coinbase.eth-usd') }],
  ] satisfies [string, Replay][])(
    'does without a quote that is %s, still in one wave',
    async (_, answer) => {
      const { price, providers } = await ask({ ...WELL, [ETH.coinbase]: answer })
      expect(await price).toMatchObject({ price: '2430.58', agreed: ['kraken', 'bitstamp'] })
      expect(providers.requests()).toHaveLength(3)
      expect(providers.requests()).not.toContain('elsewhere')
    },
  )

  it.each([
    ['kraken answers 200 with an error', ETH.kraken, recorded('kraken.unknown-pair')],
    ['kraken is limited', ETH.kraken, recorded('kraken.limited')],
    ['bitstamp is five minutes old', ETH.bitstamp, recorded('bitstamp.stale')],
    [
      'bitstamp is from the future',
      ETH.bitstamp,
      recorded('bitstamp.eth-usd').replace('1767323042', '1767329999'),
    ],
  ])('does without %s', async (_, path, answer) => {
    const { price } = await ask({ ...WELL, [path]: answer })
    const result = await price
    expect(result.agreed).toHaveLength(2)
    expect(result.agreed).not.toContain(path.split('/')[0])
  })

  it('asks the second wave when the first gives too little', async () => {
    const { price, providers } = await ask({
      ...WELL,
      [ETH.coinbase]: LIMITED,
      [ETH.kraken]: LIMITED,
    })
    // The middle one of the four is derived through USDT: the dollar quote next to it is given.
    expect(await price).toMatchObject({
      agreed: ['coingecko', 'binance', 'defillama', 'bitstamp'],
      price: '2429.98',
    })
    expect(providers.requests().filter((path) => !/USDT-?USD/.test(path))).toHaveLength(6)
  })

  it('goes on at once when the whole first wave hangs', { tags: 'full' }, async () => {
    const { price } = await ask({
      ...WELL,
      [ETH.coinbase]: HANGS,
      [ETH.kraken]: HANGS,
      [ETH.bitstamp]: HANGS,
    })
    expect(await price).toMatchObject({ agreed: ['coingecko', 'binance', 'defillama'] })
  })

  it('is refused when two are a fifth apart and nobody else answers', async () => {
    const { price } = await ask({
      ...NONE,
      [ETH.coinbase]: coinbaseSays('2400'),
      [ETH.kraken]: krakenSays('2880'),
    })
    await expect(price).rejects.toMatchObject({
      code: 'providers_disagree',
      status: 502,
      retryable: true,
    })
  })

  it('is refused when two pairs contradict each other, and decided by a fifth voice', async () => {
    const torn = {
      ...NONE,
      [ETH.coinbase]: coinbaseSays('2400'),
      [ETH.kraken]: krakenSays('2880'),
      [ETH.bitstamp]: bitstampSays('3456'),
      [ETH.defillama]: recorded('defillama.eth').replace('2430.4700000000003', '2881'),
    }
    const decided = await (await ask(torn)).price
    expect(decided).toMatchObject({ agreed: ['kraken', 'defillama'] })
    const tie = {
      ...torn,
      [ETH.coingecko]: recorded('coingecko.eth-usd').replace('2429.98', '2401'),
    }
    await expect((await ask(tie)).price).rejects.toMatchObject({ code: 'providers_disagree' })
    const settled = {
      ...tie,
      [ETH.okx]: recorded('okx.eth-usdt').replace('2430.9"', '2882"'),
      [TETHER]: recorded('kraken.usdt-usd'),
    }
    expect(await (await ask(settled)).price).toMatchObject({
      price: '2881',
      agreed: ['kraken', 'defillama', 'okx'],
    })
  })

  it('stands alone, and says so, when one provider is left', async () => {
    const { price } = await ask({ ...NONE, [ETH.coinbase]: recorded('coinbase.eth-usd') })
    expect(await price).toMatchObject({
      price: '2430.115',
      source: 'coinbase',
      agreed: ['coinbase'],
      sources: 1,
      confidence: 'low',
    })
  })

  it('is refused where the operator wants more providers than there are', async () => {
    const alone = { ...NONE, [ETH.coinbase]: recorded('coinbase.eth-usd') }
    const { price } = await ask(alone, { priceSourcesMinCount: 2 })
    await expect(price).rejects.toMatchObject({
      code: 'providers_disagree',
      fields: { sources: 1 },
    })
    const { price: agreed } = await ask(WELL, { priceSourcesMinCount: 2 })
    expect((await agreed).confidence).toBeUndefined()
  })

  it.each(['FRAX', 'frax', 'LUNA'])('of %s asks back, before anybody is asked', async (symbol) => {
    const { price, providers } = await ask(WELL, { symbol })
    await expect(price).rejects.toMatchObject({
      code: 'ambiguous_symbol',
      status: 400,
      fields: { candidates: expect.arrayContaining([expect.stringMatching(/^coingecko:/)]) },
    })
    expect(providers.requests()).toEqual([])
  })

  it.each(['0.00', '-1'])('is never %s, not even when nobody else answers', async (amount) => {
    const { price } = await ask({ ...NONE, [ETH.coinbase]: coinbaseSays(amount) })
    await expect(price).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('is a retryable 502 when nobody answers', async () => {
    const { price } = await ask(NONE)
    await expect(price).rejects.toMatchObject({
      code: 'upstream_failed',
      status: 502,
      retryable: true,
    })
  })

  it('does not believe a provider that does not believe itself', async () => {
    const { price } = await ask({ ...NONE, [ETH.defillama]: recorded('defillama.eth-unsure') })
    await expect(price).rejects.toMatchObject({ code: 'upstream_failed' })
  })
})

describe('the digits of a price', () => {
  const tiny = (body: string, path: string): Promise<Price> =>
    ask({ [path]: body }, { symbol: 'PEPE' }).then(({ price }) => price)
  const GECKO = ETH.coingecko.replace('ethereum', 'pepe')
  const LLAMA = ETH.defillama.replace('ethereum', 'pepe')

  it('are written out without exponent, and none is lost', async () => {
    expect((await tiny(recorded('defillama.tiny'), LLAMA)).price).toBe('0.000000012345678901234567')
    expect((await tiny(recorded('coingecko.long-digits'), GECKO)).price).toBe(
      '0.00000001234567890123456789012',
    )
  })
})

describe('quotes in USDT', () => {
  const only = {
    ...NONE,
    [ETH.binance]: recorded('binance.eth-usdt'),
    [ETH.okx]: recorded('okx.eth-usdt'),
  }

  it('count for the dollar by the price of USDT, exactly', async () => {
    const { price } = await ask({ ...only, [TETHER]: recorded('kraken.usdt-usd') })
    // 2430.58 × 0.99984
    expect(await price).toMatchObject({
      price: '2430.1911072',
      source: 'binance',
      agreed: ['binance', 'okx'],
    })
  })

  it('count for nothing where the price of USDT is not known', async () => {
    await expect((await ask(only)).price).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('are taken as they are when USDT is asked for', async () => {
    const { price } = await ask(only, { vs: 'usdt' })
    expect(await price).toMatchObject({ price: '2430.58', vs: 'USDT' })
  })

  it('give way to a quote in dollars beside them', async () => {
    const { price } = await ask({
      ...only,
      [TETHER]: recorded('kraken.usdt-usd'),
      [ETH.bitstamp]: recorded('bitstamp.eth-usd'),
    })
    expect(await price).toMatchObject({ price: '2431.07', source: 'bitstamp' })
  })
})
