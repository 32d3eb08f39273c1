import type { Context, Hono } from 'hono'
import { OperationError } from '../../contract/errors.ts'
import type { Services } from '../../contract/operation.ts'
import type { Metrics } from '../../lib/metrics.ts'
import { once } from '../../lib/once.ts'
import type { PriceTable } from '../../pay/protocol/terms.ts'
import type { Gate } from '../../pay/seller/port.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { type Json, jsonAnswer, errorAnswer, type Paths, RETRY_AFTER } from './route-says.ts'

type App = Hono<{ Bindings: NodeBindings }>

const STATUS = (status: string): Json => ({
  type: 'object',
  required: ['status'],
  properties: { status: { const: status } },
})

const NOT_READY: Json = {
  type: 'object',
  required: ['status', 'reason'],
  properties: { status: { const: 'not ready' }, reason: { type: 'string' } },
}

const STOPPING_REASON = 'The server is stopping.'
const UNKNOWN_REASON = 'Calls cannot be served; the log of the server says why.'

const OTHER_HOST = errorAnswer('`forbidden`: Host or Origin is not allowed.')

/** What probes of an orchestrator ask. */
export const PROBE_PATHS: Paths = {
  '/healthz': {
    get: {
      operationId: 'healthz',
      summary: 'Whether the process answers',
      security: [],
      responses: { 200: jsonAnswer('The process answers.', STATUS('ok')) },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readyz',
      summary: 'Whether calls can be served',
      security: [],
      responses: {
        200: jsonAnswer('Calls can be served.', STATUS('ready')),
        503: jsonAnswer(
          'The store is not reachable or writable, a disk is full, or the server is stopping.',
          NOT_READY,
        ),
      },
    },
  },
}

/** Adds them. They come under whatever name the orchestrator likes, and learn nothing. */
export function addProbeRoutes(
  app: App,
  { requireStore, log }: Pick<Services, 'requireStore' | 'log'>,
  isStopping: () => boolean,
): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (isStopping()) return c.json({ status: 'not ready', reason: STOPPING_REASON }, 503)
    try {
      await requireStore()
      return c.json({ status: 'ready' })
    } catch (thrown) {
      log.warn({ err: thrown }, 'not ready')
      // Messages of our own hold no secrets; what libraries say may.
      const reason = thrown instanceof OperationError ? thrown.message : UNKNOWN_REASON
      return c.json({ status: 'not ready', reason }, 503)
    }
  })
}

/** What the operator measures by. */
export const METRICS_PATHS: Paths = {
  '/metrics': {
    get: {
      operationId: 'metrics',
      summary: 'Metrics of the process',
      description:
        'Needs the key of BELLHOP_METRICS_KEY where that is set; otherwise a bearer key where there are any, and a caller on the same machine where there are none.',
      security: [{ bearerKey: [] }, {}],
      responses: {
        200: {
          description: 'Metrics in the text format of Prometheus.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        401: errorAnswer('`unauthorized`: the caller may not read the metrics.'),
        403: OTHER_HOST,
        429: {
          ...errorAnswer('`rate_limited`: too many wrong keys came from this address.'),
          headers: RETRY_AFTER,
        },
      },
    },
  },
}

/** Adds `/metrics`; `admit` throws for callers who may not read them. */
export function addMetricsRoute(app: App, metrics: Metrics, admit: (c: Context) => void): void {
  app.get('/metrics', async (c) => {
    admit(c)
    const { contentType, body } = await metrics.render()
    return c.body(body, 200, { 'content-type': contentType, 'x-content-type-options': 'nosniff' })
  })
}

/** What buyers and their directories read, where calls are sold. */
export const PRICE_PATHS: Paths = {
  '/pricing': {
    get: {
      operationId: 'pricing',
      summary: 'Prices and payment terms of all sold routes',
      security: [],
      responses: {
        200: jsonAnswer('The list.', {
          type: 'object',
          required: ['routes'],
          properties: { routes: { type: 'array', items: { type: 'object' } } },
        }),
        403: OTHER_HOST,
      },
    },
  },
  '/.well-known/x402': {
    get: {
      operationId: 'well_known_x402',
      summary: 'Addresses that can be paid, for crawlers',
      security: [],
      responses: {
        200: jsonAnswer('The list.', {
          type: 'object',
          required: ['version', 'resources', 'instructions'],
          properties: {
            version: { const: 1 },
            resources: { type: 'array', items: { type: 'string', format: 'uri' } },
            instructions: { type: 'string' },
          },
        }),
        403: OTHER_HOST,
      },
    },
  },
}

/** Adds them. */
export function addPriceRoutes(app: App, { prices }: Gate, publicUrl: string): void {
  app.get('/pricing', (c) => c.json(priceList(prices)))
  app.get('/.well-known/x402', (c) => c.json(wellKnownX402(prices, publicUrl)))
}

/** How a document of routes is described, in itself. */
export function documentPaths(path: `/${string}`, operationId: string): Paths {
  return {
    [path]: {
      get: {
        operationId,
        summary: 'Description of these routes as OpenAPI',
        security: [],
        responses: { 200: jsonAnswer('The description, as OpenAPI 3.1.0.'), 403: OTHER_HOST },
      },
    },
  }
}

/** Serves a document, which is written when the first caller asks for it. */
export function addDocumentRoute(app: App, path: string, write: () => Promise<object>): void {
  const text = once(async () => JSON.stringify(await write()))
  app.get(path, async (c) => c.body(await text(), 200, { 'content-type': 'application/json' }))
}

/** The price list of an instance: the payment terms of every sold route (spec 2.1). */
function priceList(prices: PriceTable): { routes: object[] } {
  return {
    routes: [...prices.values()].map(({ offer: { name, method, path }, terms }) => ({
      operation: name,
      method,
      path,
      ...terms,
    })),
  }
}

/** The answer of `/.well-known/x402`: which addresses can be paid, for crawlers. */
function wellKnownX402(prices: PriceTable, baseUrl: string): object {
  return {
    version: 1,
    resources: [...prices.values()].map(({ offer: { path } }) => baseUrl + path),
    instructions: `Prices and terms: ${baseUrl}/pricing. Schemas: ${baseUrl}/openapi.json.`,
  }
}
