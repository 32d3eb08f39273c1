import type { OperatorAnswer, OperatorFetch } from '../../contract/net.ts'
import { plainDecimal, toScaled } from '../decimal.ts'
import { PRICE_BODY_MAX_BYTES, PRICE_TRY_MAX_MS } from '../limits.ts'
import { isoTime } from '../rpc/block.ts'
import type { Asset } from './assets.ts'
import { type ExactJson, parseExactJson } from './exact-json.ts'

/** Seconds after which a quote with a time is too old. */
const QUOTE_MAX_AGE_SECONDS = 300n

/** A provider knows a price, but only an old one. */
export class StaleQuote extends Error {
  override readonly name = 'StaleQuote'
}

/** A question for a price: of an asset, in a currency (upper-case symbol). */
export interface Pair {
  asset: Asset
  vs: string
}

/** What one provider says a pair is worth. */
export interface Quote {
  source: string
  /** Plain decimal with the provider's own digits, above zero. */
  price: string
  /** ISO 8601 UTC: the provider's own time, or that of its answer. */
  asOf: string
  /** Quoted against this coin, which stands for the dollar only by its own price. */
  quotedIn?: 'USDT'
}

/** One provider of prices. */
export interface PriceSource {
  name: string
  /** Whether it is worth asking for that pair. */
  covers(pair: Pair): boolean
  /** Set where quotes are in USDT although dollars were asked for. */
  quotesIn?: 'USDT'
  /** Throws on everything but a usable quote. */
  quote(pair: Pair, signal: AbortSignal): Promise<Quote>
}

/** What sources that are asked over HTTP share. */
export interface SourceContext {
  fetch: OperatorFetch
  now(): Date
  /** Address that paths are appended to. */
  base: string
  /** The operator's own key for that provider. */
  key?: string | undefined
}

/** A provider that is asked by one GET: what to ask, and how to read the answer. */
export interface HttpSource {
  name: string
  /** Where it is found unless the operator says otherwise. */
  base: string
  quotesIn?: 'USDT'
  /** Header that carries the operator's key, where there can be one. */
  keyHeader?: string
  covers(pair: Pair): boolean
  path(pair: Pair): string
  /** The price as it is written, and the time of the quote in seconds since 1970 where it is stated. Throws. */
  read(json: ExactJson, pair: Pair): { price: string; seconds?: string }
}

/** Makes a price source of its definition, which is asked over HTTP. */
export function httpSource(definition: HttpSource, context: SourceContext): PriceSource {
  const { name, quotesIn, keyHeader } = definition
  const { fetch, now, base, key } = context
  return {
    name,
    ...(quotesIn ? { quotesIn } : {}),
    covers: (pair) => definition.covers(pair),
    async quote(pair, signal) {
      const answer = await fetch(base.replace(/\/+$/, '') + definition.path(pair), {
        signal,
        deadlineMs: PRICE_TRY_MAX_MS,
        maxBytes: PRICE_BODY_MAX_BYTES,
        headers: {
          accept: 'application/json',
          ...(keyHeader !== undefined && key !== undefined ? { [keyHeader]: key } : {}),
        },
      })
      const { price, seconds } = definition.read(parse(answer), pair)
      const inUsdt = quotesIn && pair.vs === 'USD' ? { quotedIn: quotesIn } : {}
      return { source: name, price: usablePrice(price), asOf: asOf(seconds, now()), ...inUsdt }
    },
  }
}

/** A price in plain digits. Throws unless it is above zero. */
export function usablePrice(text: string): string {
  const price = plainDecimal(text)
  if (toScaled(price) <= 0n) throw new Error('a price that is not above zero')
  return price
}

/** The part of a time before its fraction, as an integer of its unit. */
export function wholeUnits(text: string): bigint {
  const [whole = ''] = text.split('.')
  if (!/^\d{1,16}$/.test(whole)) throw new Error('no time')
  return BigInt(whole)
}

/** Milliseconds since 1970 as seconds. */
export function secondsOfMs(text: string): string {
  return (wholeUnits(text) / 1000n).toString()
}

function asOf(seconds: string | undefined, now: Date): string {
  if (seconds === undefined) return now.toISOString()
  const time = wholeUnits(seconds)
  const age = BigInt(now.getTime()) / 1000n - time
  if (age > QUOTE_MAX_AGE_SECONDS || age < -QUOTE_MAX_AGE_SECONDS) {
    throw new StaleQuote('a stale quote')
  }
  return isoTime(time)
}

function parse({ status, body }: OperatorAnswer): ExactJson {
  if (status !== 200) throw new Error(`HTTP ${status}`)
  return parseExactJson(body)
}
