import type { OperatorFetch } from '../../contract/net.ts'
import type { Price } from '../../contract/onchain.ts'
import type { Log } from '../../lib/log.ts'
import type { SourceObserver } from '../../lib/metrics.ts'
import type { Nodes } from '../rpc/nodes.ts'
import { type Asset, unknownSymbol } from './assets.ts'
import { binance } from './binance.ts'
import { bitstamp } from './bitstamp.ts'
import { bybit } from './bybit.ts'
import { chainlink } from './chainlink.ts'
import { coinbase } from './coinbase.ts'
import { coingecko } from './coingecko.ts'
import { defillama } from './defillama.ts'
import { kraken } from './kraken.ts'
import { PRICE_SOURCE_NAMES, type PriceSourceName } from './names.ts'
import { okx } from './okx.ts'
import { requireDifferent, readPair } from './pair.ts'
import { searchSymbol } from './search.ts'
import { httpSource, type HttpSource, type PriceSource, type SourceContext } from './source.ts'
import { spotPrice, type SpotSettings } from './spot.ts'

const HTTP_SOURCES: Readonly<Record<Exclude<PriceSourceName, 'chainlink'>, HttpSource>> = {
  coinbase,
  kraken,
  bitstamp,
  defillama,
  coingecko,
  binance,
  okx,
  bybit,
}

/** What prices need; see the settings of the engine. */
export interface PriceSettings {
  priceSources: Readonly<Record<string, string | undefined>>
  priceKeys: Readonly<Record<string, string | undefined>>
  /** Fewest providers that a price needs. Default 1. */
  priceSourcesMinCount?: number
  operatorFetch: OperatorFetch
  now(): Date
  log: Log
  /** Counts what became of asking a provider. */
  observeSource?: SourceObserver
}

/** Asks for one price. Throws `unknown_symbol`, `ambiguous_symbol`, `providers_disagree`, `upstream_failed`. */
export type AskPrice = (
  question: { symbol: string; vs: string },
  signal: AbortSignal,
) => Promise<Price>

/** Opens the price providers that are chosen. */
export function openPrices(settings: PriceSettings, ethereum: () => Nodes): AskPrice {
  const { priceSources: chosen, priceKeys: keys, operatorFetch, now, log } = settings
  const { priceSourcesMinCount: sourcesMinCount = 1 } = settings
  const observe: SpotSettings['observe'] = (name, outcome) =>
    settings.observeSource?.('price', name, outcome)
  const contextOf = ({ name, base }: HttpSource): SourceContext => ({
    fetch: operatorFetch,
    now,
    base: chosen[name] ?? base,
    key: keys[name],
  })
  const names = PRICE_SOURCE_NAMES.filter(
    (name) => Object.keys(chosen).length === 0 || Object.hasOwn(chosen, name),
  )
  const sources: readonly PriceSource[] = names.map((name) =>
    name === 'chainlink'
      ? chainlink(ethereum, now)
      : httpSource(HTTP_SOURCES[name], contextOf(HTTP_SOURCES[name])),
  )
  const search = async (symbol: string, signal: AbortSignal): Promise<Asset> => {
    if (!names.includes('coingecko')) throw unknownSymbol()
    return searchSymbol(contextOf(coingecko), symbol, signal)
  }
  return async (question, signal) => {
    const { unit, asset: named } = readPair(question)
    const asset = named ?? (await search(question.symbol.trim(), signal))
    requireDifferent({ asset, unit })
    const { sources: count, ...spot } = await spotPrice(
      { sources, sourcesMinCount, log, observe },
      asset,
      unit,
      signal,
    )
    const alone = count === 1 ? ({ sources: 1, confidence: 'low' } as const) : {}
    return { symbol: asset.symbol, vs: unit.symbol, id: asset.id, ...spot, ...alone }
  }
}
