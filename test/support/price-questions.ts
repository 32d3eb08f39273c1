import type { Price } from '../../src/contract/onchain.ts'
import type { OnChainSettings } from '../../src/onchain/engine.ts'
import { callWith } from './call.ts'
import {
  LIMITED,
  type PriceProviders,
  recorded,
  type Replay,
  startPriceProviders,
} from './price-providers.ts'

/** Where each provider is asked for ETH/USD. */
export const ETH = {
  coinbase: 'coinbase/v2/prices/ETH-USD/spot',
  kraken: 'kraken/0/public/Ticker?pair=ETHUSD',
  bitstamp: 'bitstamp/api/v2/ticker/ethusd/',
  defillama: 'defillama/prices/current/coingecko:ethereum',
  coingecko:
    'coingecko/api/v3/simple/price?ids=ethereum&vs_currencies=usd&include_last_updated_at=true&precision=full',
  binance: 'binance/api/v3/ticker/price?symbol=ETHUSDT',
  okx: 'okx/api/v5/market/ticker?instId=ETH-USDT',
  bybit: 'bybit/v5/market/tickers?category=spot&symbol=ETHUSDT',
} as const
/** Where the price of USDT is asked for. */
export const TETHER = 'kraken/0/public/Ticker?pair=USDTUSD'

/** Every provider well. */
export const WELL: Readonly<Record<string, Replay>> = {
  [ETH.coinbase]: recorded('coinbase.eth-usd'),
  [ETH.kraken]: recorded('kraken.eth-usd'),
  [ETH.bitstamp]: recorded('bitstamp.eth-usd'),
  [ETH.defillama]: recorded('defillama.eth'),
  [ETH.coingecko]: recorded('coingecko.eth-usd'),
  [ETH.binance]: recorded('binance.eth-usdt'),
  [ETH.okx]: recorded('okx.eth-usdt'),
  [ETH.bybit]: recorded('bybit.eth-usdt'),
  [TETHER]: recorded('kraken.usdt-usd'),
}
/** Every provider limited. */
export const NONE = Object.fromEntries(Object.values(ETH).map((path) => [path, LIMITED]))

const open: { close(): Promise<void> }[] = []

/** Ends everything that questions started; for `afterEach`. */
export async function endQuestions(): Promise<void> {
  for (const thing of open.splice(0)) await thing.close()
}

/** Asks for a price of providers that answer so. */
export async function ask(
  answers: Readonly<Record<string, Replay>>,
  {
    symbol = 'ETH',
    vs = 'USD',
    ...settings
  }: { symbol?: string; vs?: string } & Partial<OnChainSettings> = {},
): Promise<{ price: Promise<Price>; providers: PriceProviders }> {
  const providers = await startPriceProviders(answers)
  const { priceSources } = providers
  const caller = callWith({ onChain: { priceSources, ...settings } })
  open.push(providers, caller)
  const onchain = await caller.services.onchain()
  const price = onchain.price({ symbol, vs }, new AbortController().signal)
  price.catch(() => {})
  return { price, providers }
}

/** Coinbase's recorded answer with another price. */
export function coinbaseSays(amount: string): string {
  return recorded('coinbase.eth-usd').replace('2430.115', amount)
}

/** Kraken's recorded answer with another last trade. */
export function krakenSays(price: string): string {
  return recorded('kraken.eth-usd').replace(/"c": \[\s*"[^"]*"/, `"c": ["${price}"`)
}

/** Bitstamp's recorded answer with another last trade. */
export function bitstampSays(price: string): string {
  return recorded('bitstamp.eth-usd').replace('2431.07', price)
}
