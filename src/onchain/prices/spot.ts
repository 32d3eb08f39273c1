import { OperationError } from '../../contract/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { SourceOutcome } from '../../lib/metrics.ts'
import { divide, multiply } from '../decimal.ts'
import { requireWanted, reasonOf } from '../failures.ts'
import { judgeAgreement, type Verdict } from './agreement.ts'
import { type Asset, quoteCurrency } from './assets.ts'
import { type Pair, type PriceSource, type Quote, StaleQuote } from './source.ts'

/** Providers that are asked at once. */
const WAVE_SIZE = 3

/** How far apart quotes may be and still agree, in ten-thousandths of the lower one. */
const TOLERANCE = { stable: 50n, major: 100n, minor: 300n } as const

/** A price that providers stand for. */
export interface Spot {
  price: string
  source: string
  asOf: string
  agreed: readonly string[]
  /** How many stand for it; of a price through the dollar, for the weaker half. */
  sources: number
}

/** What prices are made of. */
export interface SpotSettings {
  /** Providers in the order in which they are asked. */
  sources: readonly PriceSource[]
  /** Fewest providers that a price needs. */
  sourcesMinCount: number
  log: Log
  observe(source: string, outcome: SourceOutcome): void
}

/**
 * The price of an asset in a unit: providers are asked in waves until two agree. Throws
 * `providers_disagree` when some answer and none agree, `upstream_failed` when none answers.
 */
export async function spotPrice(
  settings: SpotSettings,
  asset: Asset,
  unit: Asset,
  signal: AbortSignal,
): Promise<Spot> {
  const direct = await askInWaves(settings, { asset, vs: unit.symbol }, signal)
  if (direct.kind === 'torn') throw disagreement()
  if (direct.kind !== 'none') {
    const spot = spotOf(direct)
    if (spot.sources < settings.sourcesMinCount) throw tooFew(spot.sources)
    return spot
  }
  const dollar = quoteCurrency('USD')
  if (unit.symbol === dollar.symbol) throw noQuote(direct.cause)
  // Through the dollar, when no source quotes the pair itself.
  const [value, rate] = await Promise.all([
    spotPrice(settings, asset, dollar, signal),
    spotPrice(settings, unit, dollar, signal),
  ])
  return {
    price: divide(value.price, rate.price),
    source: value.source === rate.source ? value.source : `${value.source} / ${rate.source}`,
    asOf: value.asOf < rate.asOf ? value.asOf : rate.asOf,
    agreed: value.agreed,
    sources: value.sources < rate.sources ? value.sources : rate.sources,
  }
}

async function askInWaves(
  { sources, log, observe }: SpotSettings,
  pair: Pair,
  signal: AbortSignal,
): Promise<Verdict> {
  const covering = sources.filter((source) => source.covers(pair))
  const quotes: Quote[] = []
  let tether: Promise<string | undefined> | undefined
  let verdict: Verdict = { kind: 'none' }
  let cause: unknown
  for (let start = 0; start < covering.length; start += WAVE_SIZE) {
    const wave = covering.slice(start, start + WAVE_SIZE)
    const answers = wave.map(async (source) => {
      const inTether = source.quotesIn !== undefined && pair.vs === 'USD'
      if (inTether) tether ??= tetherPrice(sources, signal)
      try {
        const quote = await source.quote(pair, signal)
        observe(source.name, 'answered')
        if (!inTether) return quote
        const rate = await tether
        return rate === undefined ? undefined : { ...quote, price: multiply(quote.price, rate) }
      } catch (thrown) {
        cause ??= thrown
        const reason = thrown instanceof Error ? thrown.message : String(thrown)
        if (!signal.aborted)
          observe(source.name, thrown instanceof StaleQuote ? 'behind' : 'failed')
        log.info({ source: source.name, pair: `${pair.asset.id}/${pair.vs}`, reason }, 'no quote')
        return undefined
      }
    })
    for (const quote of await Promise.all(answers)) if (quote) quotes.push(quote)
    requireWanted(signal)
    verdict = judgeAgreement(quotes, toleranceOf(pair.asset))
    if (verdict.kind === 'agreed') return verdict
  }
  return verdict.kind === 'none' ? { kind: 'none', cause } : verdict
}

/** Dollars for one USDT: it is close to one, and not one. */
async function tetherPrice(
  sources: readonly PriceSource[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const pair = { asset: quoteCurrency('USDT'), vs: 'USD' }
  for (const source of sources.filter((one) => one.covers(pair) && one.quotesIn === undefined)) {
    try {
      return (await source.quote(pair, signal)).price
    } catch {
      // The next one may know.
    }
  }
  return undefined
}

function toleranceOf({ stable, minor }: Asset): bigint {
  if (stable) return TOLERANCE.stable
  return minor ? TOLERANCE.minor : TOLERANCE.major
}

function spotOf(verdict: Extract<Verdict, { quote: Quote }>): Spot {
  const { price, source, asOf } = verdict.quote
  const agreed = verdict.kind === 'agreed' ? verdict.cluster : [verdict.quote]
  const names = agreed.map((quote) => quote.source)
  return { price, source, asOf, agreed: names, sources: names.length }
}

function disagreement(): OperationError {
  return new OperationError('providers_disagree', 'The price providers contradict each other.', {
    hint: 'No price is given rather than a guess. Try again in a minute.',
  })
}

function tooFew(count: number): OperationError {
  return new OperationError('providers_disagree', 'Too few price providers stand for a price.', {
    hint: `${count} gave a quote, and the operator wants more (--price-sources-min). Try again in a minute.`,
    fields: { sources: count },
  })
}

function noQuote(cause: unknown): OperationError {
  const message = `No price provider gave a usable quote.${reasonOf(cause)}`
  return new OperationError('upstream_failed', message, {
    hint: 'Try again in a minute, or ask for the price in USD.',
    cause,
  })
}
