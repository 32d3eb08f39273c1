import { z } from 'zod'
import { errorTable } from '../contract/errors.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { paymentInfo, type PriceTable, type PriceTag } from '../pay/terms.ts'

/** Version of the published contract (spec section 9), not of this package. */
export const CONTRACT_VERSION = '1.0.0'

type Json = Record<string, unknown>

/** Failures any route can answer with besides 400 and 402. */
const COMMON_STATUSES = [401, 403, 413, 422, 500, 502, 503, 504] as const

/**
 * The OpenAPI 3.1 description of the routes (spec section 9), generated from the definitions. With
 * `prices`, sold routes carry `x-payment-info`, by which payers' directories find them, and want no key; the others want
 * one where `isKeyed`.
 */
export function openApi(
  operations: readonly AnyOperation[],
  baseUrl: string,
  prices?: PriceTable,
  isKeyed = false,
): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bellhop utility API',
      version: CONTRACT_VERSION,
      description:
        'Small single-purpose routes for automated agents. POST a JSON object, get a JSON object.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(
      operations
        .filter(isUtility)
        .map((operation) => [
          operation.http.path,
          { [operation.http.method.toLowerCase()]: path(operation, prices?.get(operation.name)) },
        ]),
    ),
    security: isKeyed ? [{ bearerKey: [] }] : [{}, { bearerKey: [] }],
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: {
        bearerKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key that the operator gave you. Wanted only where the operator set one.',
        },
      },
    },
  }
}

/** The chat routes have a contract of their own. */
function isUtility({ http }: AnyOperation): boolean {
  return (http.dialect ?? 'json') === 'json'
}

function path(operation: AnyOperation, tag: PriceTag | undefined): Json {
  const { name, title, description, toolset, price } = operation
  return {
    operationId: name,
    summary: title,
    description,
    tags: [toolset],
    ...(tag ? { security: [], 'x-payment-info': paymentInfo(tag) } : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(operation.input, 'input') } },
    },
    responses: {
      200: {
        description: 'The result.',
        content: { 'application/json': { schema: jsonSchema(operation.output, 'output') } },
      },
      400: errorResponse(400),
      ...(price === undefined
        ? {}
        : {
            402: {
              description:
                'The call must be paid: the x402 challenge, in the header and in the body.',
              content: { 'application/json': { schema: PAYMENT_REQUIRED_SCHEMA } },
              headers: {
                'PAYMENT-REQUIRED': {
                  description:
                    'The x402 challenge, base64 of JSON. Sent where the instance charges.',
                  schema: { type: 'string' },
                },
              },
            },
          }),
      ...Object.fromEntries(COMMON_STATUSES.map((status) => [status, errorResponse(status)])),
    },
  }
}

/** The body of a 402 (x402 v2, PaymentRequired). */
const PAYMENT_REQUIRED_SCHEMA = {
  type: 'object',
  required: ['x402Version', 'resource', 'accepts'],
  properties: {
    x402Version: { const: 2 },
    error: { type: 'string' },
    resource: { type: 'object' },
    accepts: { type: 'array', items: { type: 'object' } },
    extensions: { type: 'object' },
  },
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

function errorResponse(status: number): Json {
  const rows = errorTable.filter((row) => row.status === status)
  return {
    description: rows.map(({ code, meaning }) => `\`${code}\`: ${meaning}.`).join(' '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'retryable'],
        properties: {
          code: { type: 'string', enum: errorTable.map(({ code }) => code) },
          message: { type: 'string', description: 'What is wrong, for a person or a model.' },
          retryable: { type: 'boolean', description: 'Whether the same call may succeed later.' },
          hint: { type: 'string', description: 'What to do next.' },
          fields: { type: 'object', description: 'Machine-readable details.' },
        },
      },
    },
  }
}
