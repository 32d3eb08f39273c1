import type { PaymentRequired, PaymentRequirements } from './messages.ts'
import { X402_VERSION } from './messages.ts'
import { unitsToUsd, usdToUnits } from './money.ts'
import type { PaymentNetwork } from './networks.ts'

/** Lifetime that a buyer is asked to give its authorization. */
export const AUTHORIZATION_LIFETIME_S = 60

/** A JSON Schema or an example as a plain object. */
type Json = Record<string, unknown>

/** One operation that can be sold, as far as its price tag needs to know it. */
export interface Offer {
  /** Operation name, which is also its MCP tool. */
  name: string
  title: string
  description: string
  /** Of its route. */
  method: string
  /** Path of its route. */
  path: string
  /** USD per call. */
  price: string
  inputSchema: Json
  outputSchema: Json
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
  return {
    offer,
    units,
    requirements: {
      scheme: 'exact',
      network: network.id,
      amount: String(units),
      asset: asset.address,
      payTo,
      maxTimeoutSeconds: AUTHORIZATION_LIFETIME_S,
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
 * The challenge of a call. `baseUrl` is the public address of the routes; a tool is named
 * `mcp://tool/<name>` (x402 MCP transport).
 */
export function makeChallenge(
  tag: PriceTag,
  { transport, baseUrl, error }: { transport: Transport; baseUrl: string; error: string },
): PaymentRequired {
  const { offer, requirements } = tag
  return {
    x402Version: X402_VERSION,
    error,
    resource: {
      url: transport === 'mcp' ? `mcp://tool/${offer.name}` : baseUrl + offer.path,
      description: offer.description,
      mimeType: 'application/json',
      serviceName: 'Bellhop',
    },
    accepts: [requirements],
    extensions: { 'payment-identifier': PAYMENT_IDENTIFIER, bazaar: bazaar(offer, transport) },
  }
}

/** Asks for an id that makes the answer of this payment fetchable again (see `Gate`). */
const PAYMENT_IDENTIFIER = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
}

/** The x402 extension `bazaar`: how to call, for directories and for buyers that read nothing else. */
function bazaar({ name, inputSchema, outputSchema, method }: Offer, transport: Transport): Json {
  const example = sample(inputSchema)
  const input =
    transport === 'mcp'
      ? { type: 'mcp', toolName: name, inputSchema, transport: 'streamable-http', example }
      : { type: 'http', method, bodyType: 'json', body: example }
  const inputProperties =
    transport === 'mcp'
      ? { toolName: { type: 'string' }, inputSchema: { type: 'object' } }
      : {
          method: { type: 'string', enum: [method] },
          bodyType: { type: 'string', enum: ['json'] },
          body: inputSchema,
        }
  return {
    info: { input, output: { type: 'json', example: sample(outputSchema) } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: { type: { type: 'string', const: input.type }, ...inputProperties },
          required: ['type', ...Object.keys(inputProperties)],
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: outputSchema },
        },
      },
      required: ['input'],
    },
  }
}

/** A value that shows the shape of a schema: its required members, each by its kind. */
function sample(schema: Json): Json {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name] ?? {})]))
}

function sampleValue({ type, format, enum: choices, anyOf, ...schema }: Json): unknown {
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(anyOf)) return sampleValue(anyOf[0] as Json)
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema['minimum'] ?? 1))
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'object') return {}
  return format === 'uri' ? 'https://example.com/' : 'text'
}

/**
 * The OpenAPI extension `x-payment-info` in the form that its readers understand: a protocol is an
 * object there, while the specification's terms (2.1) name it by a string.
 */
export function paymentInfo({ terms: { price, network, asset, payTo } }: PriceTag): Json {
  return { price, protocols: [{ x402: { network, asset, payTo } }] }
}
