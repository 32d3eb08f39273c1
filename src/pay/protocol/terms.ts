import { LIFE_MIN_MS } from '../limits.ts'
import type { PaymentRequirements } from './messages.ts'
import { unitsToUsd, usdToUnits } from './money.ts'
import type { PaymentNetwork } from './networks.ts'

/** Lifetime that a buyer is asked to give its authorization, beyond the longest work. */
export const AUTHORIZATION_LIFETIME_S = 60

/** A JSON Schema or an example as a plain object. */
type Json = Record<string, unknown>

/** One operation that can be sold, as far as its price tag needs to know it. */
export interface Offer {
  /** Operation name, which is also its MCP tool. */
  name: string
  title: string
  description: string
  /** Method of its route. */
  method: string
  /** Path of its route. */
  path: string
  /** USD per call. */
  price: string
  inputSchema: Json
  outputSchema: Json
  /** Longest time that a call takes, waiting for its turn included; not known to be worth counting when absent. */
  takesMaxMs?: number
  /** Topics, as directories show them. */
  tags?: readonly string[]
  /** A call that anybody may make, and what it may be answered. */
  example?: { input: Json; output: Json }
}

/** Where the money goes. */
export interface Payee {
  network: PaymentNetwork
  payTo: `0x${string}`
}

/** How a call reaches the seller, which decides how its resource is named. */
export type Transport = 'http' | 'mcp'

/** The payment-terms object of utility spec 2.1. */
export interface PaymentTerms {
  protocols: ['x402']
  price: { mode: 'fixed'; currency: 'USD'; amount: string }
  network: string
  asset: string
  payTo: string
}

/** The price tag of one sold operation. */
export interface PriceTag {
  offer: Offer
  /** Atomic units of the asset. */
  units: number
  requirements: PaymentRequirements
  /** What must be left of an authorization when it arrives: the work and the settlement. */
  lifeMinMs: number
  terms: PaymentTerms
}

/** Price tags by operation name: the one price table of an instance. */
export type PriceTable = ReadonlyMap<string, PriceTag>

/**
 * Makes the price tags. An override replaces the operation's own price, in USD; `0` takes the operation
 * off the table. Throws RangeError for a price that is no amount in dollars.
 */
export function priceTable(
  offers: readonly Offer[],
  payee: Payee,
  overrides: Readonly<Record<string, string>> = {},
): PriceTable {
  const tags = offers.flatMap((offer) => {
    const price = overrides[offer.name] ?? offer.price
    const units = usdToUnits(price)
    return units === 0 ? [] : [priceTag({ ...offer, price: unitsToUsd(units) }, units, payee)]
  })
  return new Map(tags.map((tag) => [tag.offer.name, tag]))
}

function priceTag(offer: Offer, units: number, { network, payTo }: Payee): PriceTag {
  const { asset } = network
  const { takesMaxMs = 0 } = offer
  return {
    offer,
    units,
    lifeMinMs: takesMaxMs + LIFE_MIN_MS,
    requirements: {
      scheme: 'exact',
      network: network.id,
      amount: String(units),
      asset: asset.address,
      payTo,
      maxTimeoutSeconds: AUTHORIZATION_LIFETIME_S + Math.ceil(takesMaxMs / 1_000),
      extra: { ...asset.domain },
    },
    terms: {
      protocols: ['x402'],
      price: { mode: 'fixed', currency: 'USD', amount: offer.price },
      network: network.id,
      asset: asset.symbol,
      payTo,
    },
  }
}

/**
 * The OpenAPI extension `x-payment-info` in the form that its readers understand: a protocol is an
 * object there, while the specification's terms (2.1) name it by a string.
 */
export function paymentInfo({ terms: { price, network, asset, payTo } }: PriceTag): Json {
  return { price, protocols: [{ x402: { network, asset, payTo } }] }
}
