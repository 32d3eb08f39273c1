import { errorTable } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { paymentInfo, type PriceTable, type PriceTag } from '../../pay/protocol/terms.ts'
import { CHAT_DOCUMENT_PATH } from '../routes/form-dialect.ts'
import { ICON_PATHS, MCP_PATHS } from '../routes/mcp-routes.ts'
import {
  documentPaths,
  METRICS_PATHS,
  PRICE_PATHS,
  PROBE_PATHS,
} from '../routes/operator-routes.ts'
import {
  errorAnswer,
  type Json,
  jsonAnswer,
  jsonContent,
  jsonSchema,
  type Paths,
  REQUEST_ID,
  RETRY_AFTER,
  type RouteSays,
  tagRoutes,
} from '../routes/route-says.ts'

/** Version of the published contract (spec section 9), not of this package. */
export const CONTRACT_VERSION = '1.0.0'

/** What an instance serves, as its document tells it. */
export interface UtilityDocumentParts {
  operations: readonly AnyOperation[]
  baseUrl: string
  /** Present where calls are sold. */
  prices?: PriceTable | undefined
  /** Whether free routes want a key. */
  isKeyed?: boolean
}

/**
 * The OpenAPI 3.1 description of the utility routes and of what operators need (spec section 9), generated from the
 * definitions. Sold routes carry `x-payment-info`, by which payers' directories find them, and want no key; the others
 * want one where `isKeyed`. The routes of a chat are in a document of their own, which this one names.
 */
export function utilityDocument({
  operations,
  baseUrl,
  prices,
  isKeyed = false,
}: UtilityDocumentParts): Json {
  const hasChat = operations.some(({ http }) => http.dialect === 'form')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bellhop utility API',
      version: CONTRACT_VERSION,
      description:
        'Small single-purpose routes for automated agents. POST a JSON object, get a JSON object.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...(hasChat
      ? {
          externalDocs: {
            description: 'The routes of the team chat, as OpenAPI 3.1.0.',
            url: baseUrl + CHAT_DOCUMENT_PATH,
          },
        }
      : {}),
    servers: [{ url: baseUrl }],
    paths: {
      ...operationPaths(operations.filter(isUtility), prices),
      ...tagRoutes('operator', {
        ...documentPaths('/openapi.json', 'openapi'),
        ...MCP_PATHS,
        ...ICON_PATHS,
        ...(prices ? PRICE_PATHS : {}),
        ...PROBE_PATHS,
        ...METRICS_PATHS,
      }),
    },
    security: isKeyed ? [{ bearerKey: [] }] : [{}, { bearerKey: [] }],
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: {
        bearerKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key that the operator gave you; needed only where the operator set one.',
        },
      },
    },
  }
}

function isUtility({ http, toolOnly }: AnyOperation): boolean {
  return !toolOnly && (http.dialect ?? 'json') === 'json'
}

function operationPaths(
  operations: readonly AnyOperation[],
  prices: PriceTable | undefined,
): Paths {
  return Object.fromEntries(
    operations.map((operation) => [
      operation.http.path,
      { [operation.http.method.toLowerCase()]: route(operation, prices?.get(operation.name)) },
    ]),
  )
}

function route(operation: AnyOperation, tag: PriceTag | undefined): RouteSays {
  const { name, title, description, toolset, price } = operation
  return {
    operationId: name,
    summary: title,
    description,
    tags: [toolset],
    ...(tag ? { security: [], 'x-payment-info': paymentInfo(tag) } : {}),
    requestBody: { required: true, ...jsonContent(jsonSchema(operation.input, 'input')) },
    responses: {
      200: jsonAnswer('The result of the call.', jsonSchema(operation.output, 'output')),
      400: refusal(400),
      // Keys are not looked at where payment is the way in.
      ...(tag ? {} : { 401: refusal(401), 429: TOO_MANY }),
      ...(price === undefined ? {} : SALE_ANSWERS),
      403: refusal(403),
      413: refusal(413),
      422: refusal(422),
      500: refusal(500),
      502: refusal(502),
      503: { ...refusal(503), headers: RETRY_AFTER },
      504: refusal(504),
    },
  }
}

function refusal(status: number): Json {
  const rows = errorTable.filter((row) => row.status === status)
  return errorAnswer(rows.map(({ code, meaning }) => `\`${code}\`: ${meaning}.`).join(' '))
}

const TOO_MANY: Json = { ...refusal(429), headers: RETRY_AFTER }

/** What a seller answers besides, where the instance charges. */
const SALE_ANSWERS: Readonly<Record<number, Json>> = {
  402: {
    ...jsonAnswer('The call must be paid: the x402 challenge, for version 1 in the body.', {
      type: 'object',
      required: ['x402Version', 'accepts'],
      properties: {
        x402Version: { const: 1 },
        error: { type: 'string' },
        accepts: { type: 'array', items: { type: 'object' } },
      },
    }),
    headers: {
      'PAYMENT-REQUIRED': {
        description:
          'The x402 challenge of version 2 as JSON in Base64, where the instance charges.',
        schema: { type: 'string' },
      },
    },
  },
  409: refusal(409),
  429: TOO_MANY,
}

const ERROR_SCHEMA: Json = {
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
        hint: { type: 'string', description: 'What to do next about the error.' },
        fields: { type: 'object', description: 'Details for programs, which depend on the code.' },
        requestId: REQUEST_ID,
      },
    },
  },
}
