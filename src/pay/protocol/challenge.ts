import { TOLD_REASON_MAX_CHARS } from '../limits.ts'
import { type PaymentRequired, type PaymentRequiredV1, X402_VERSION } from './messages.ts'
import { paymentNetwork } from './networks.ts'
import type { Offer, PriceTag, Transport } from './terms.ts'

/** A JSON Schema or an example as a plain object. */
type Json = Record<string, unknown>

/** How a challenge is addressed. */
export interface ChallengeOptions {
  transport: Transport
  /** Public address of the routes; undefined where there is none, as on stdio. */
  baseUrl: string | undefined
  error: string
}

/** The challenge of a call, with all that directories of paid calls take from a payment (extension `bazaar`). */
export function makeChallenge(
  { offer, requirements }: PriceTag,
  { transport, baseUrl, error }: ChallengeOptions,
): PaymentRequired {
  return {
    x402Version: X402_VERSION,
    error: toldReason(error),
    resource: {
      url: resourceUrl(offer, transport, baseUrl),
      description: offer.description,
      mimeType: 'application/json',
      serviceName: 'Bellhop',
      ...(offer.tags ? { tags: [...offer.tags] } : {}),
    },
    accepts: [requirements],
    extensions: { 'payment-identifier': PAYMENT_IDENTIFIER, bazaar: bazaar(offer, transport) },
  }
}

/**
 * Puts a challenge into the words of version 1, whose buyers read the body of a 402; those of version 2 read its header. No body serves
 * both, since each version wants every option in its own words.
 */
export function challengeV1({
  error,
  resource: { url, description, mimeType },
  accepts,
  extensions,
}: PaymentRequired): PaymentRequiredV1 {
  const { info } = (extensions?.['bazaar'] ?? {}) as { info?: Json }
  return {
    x402Version: 1,
    ...(error === undefined ? {} : { error }),
    accepts: accepts.map(({ amount, network, ...option }) => ({
      ...option,
      network: paymentNetwork(network)?.v1Name ?? network,
      maxAmountRequired: amount,
      resource: url,
      description: description ?? '',
      mimeType: mimeType ?? '',
      ...(info ? { outputSchema: info } : {}),
    })),
  }
}

/** What a buyer is told of a refusal, which facilitators word as they like: it stands in headers, which have little room. */
export function toldReason(reason: string): string {
  return reason.replaceAll(/[^\x20-\x7E]|["\\]/g, '?').slice(0, TOLD_REASON_MAX_CHARS)
}

/**
 * All tools of one endpoint share its address: directories tell them apart by name (x402 extension `bazaar`). A tool without an
 * address is named `mcp://tool/<name>` (x402 MCP transport).
 */
function resourceUrl({ name, path }: Offer, transport: Transport, baseUrl = ''): string {
  if (transport === 'http') return baseUrl + path
  return baseUrl === '' ? `mcp://tool/${name}` : `${baseUrl}/mcp`
}

/** Asks for an id that makes the answer of this payment fetchable again (see `Gate`). */
const PAYMENT_IDENTIFIER = {
  info: { required: false },
  schema: { type: 'object', properties: { id: { type: 'string' } } },
}

/**
 * The x402 extension `bazaar`: how to call, for directories and for buyers that read nothing else. Over HTTP a challenge is a header,
 * which has to pass proxies with little room: there it shows one call and the types of its fields, and OpenAPI says the rest.
 */
function bazaar(offer: Offer, transport: Transport): Json {
  const { name, inputSchema, method, example } = offer
  const input = example?.input ?? sample(inputSchema)
  if (transport === 'http') {
    return discovery({
      info: { type: 'http', method, bodyType: 'json', body: input },
      properties: {
        method: { const: method },
        bodyType: { const: 'json' },
        body: briefSchema(inputSchema, input),
      },
    })
  }
  return discovery({
    // The specification says `tool`, its own packages read `toolName`.
    info: {
      type: 'mcp',
      tool: name,
      toolName: name,
      inputSchema,
      transport: 'streamable-http',
      example: input,
    },
    properties: {
      tool: { type: 'string' },
      toolName: { type: 'string' },
      inputSchema: { type: 'object' },
    },
    output: example?.output,
  })
}

/** The extension of one kind of input, and the schema that directories check it by. */
function discovery({
  info,
  properties,
  output,
}: {
  info: Json & { type: string }
  properties: Json
  output?: Json | undefined
}): Json {
  return {
    info: { input: info, ...(output ? { output: { type: 'json', example: output } } : {}) },
    schema: {
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: { type: { const: info.type }, ...properties },
          required: ['type', ...Object.keys(properties)],
        },
        output: { type: 'object', properties: { example: { type: 'object' } } },
      },
      required: ['input'],
    },
  }
}

/** The required fields and those of a call, each by its type alone. */
function briefSchema(schema: Json, example: Json): Json {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = (schema['required'] ?? []) as readonly string[]
  const names = [...new Set([...required, ...Object.keys(example)])]
  const brief = names.map((name) => {
    const { type } = properties[name] ?? {}
    return [name, type === undefined ? {} : { type }] as const
  })
  return { type: 'object', properties: Object.fromEntries(brief), required }
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
