import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { ASK_MAX_MS } from '../../src/core/run/call-times.ts'
import { requirePriceQuestion } from '../../src/onchain/require-questions.ts'

/** Operation `token_price` (utility spec 4.8): the spot price of an asset that at least two providers stand for. */
export const tokenPrice = defineOperation({
  name: 'token_price',
  title: 'Token price',
  description: 'Get the exact spot price of a crypto asset, as several providers agree.',
  toolset: 'chain',
  http: { method: 'POST', path: '/token-price' },
  price: '0.002',
  takesMaxMs: ASK_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z.object({
    symbol: z.string().describe('E.g. ETH, coingecko:ethereum, eip155:1/erc20:0x…'),
    vs: z.string().default('USD').describe('Currency of the price.'),
  }),
  output: z.object({
    symbol: z.string(),
    vs: z.string(),
    price: z.string(),
    source: z.string().describe('Provider that named this price.'),
    id: z.string().describe('Canonical id of the asset.'),
    asOf: z.string().describe('Time of the price, in ISO 8601.'),
    agreed: z.array(z.string()).describe('Providers that agree.'),
    sources: z.int().optional(),
    confidence: z
      .enum(['low'])
      .optional()
      .describe('Present where only one provider named a price.'),
  }),
  example: {
    input: { symbol: 'ETH' },
    output: {
      symbol: 'ETH',
      vs: 'USD',
      price: '2430.58',
      source: 'kraken',
      id: 'coingecko:ethereum',
      asOf: '2026-01-31T12:00:00.000Z',
      agreed: ['coinbase', 'kraken'],
    },
  },
  check: requirePriceQuestion,
  async run({ input, services, signal }) {
    const onchain = await services.onchain()
    const price = await onchain.price(input, signal)
    return { ...price, agreed: [...price.agreed] }
  },
})
