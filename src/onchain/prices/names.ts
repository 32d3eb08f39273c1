/** Every provider of prices, in the order they are asked: three at once, until two agree. */
export const PRICE_SOURCE_NAMES = [
  'coinbase',
  'kraken',
  'bitstamp',
  'chainlink',
  'defillama',
  'coingecko',
  'binance',
  'okx',
  'bybit',
] as const

/** Name of a provider. */
export type PriceSourceName = (typeof PRICE_SOURCE_NAMES)[number]
