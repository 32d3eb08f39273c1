import { type Context, Hono } from 'hono'
import { logFailure } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { AnyOperation } from '../operation.ts'
import type { Gate } from '../pay/port.ts'
import { observed } from '../run.ts'
import type { Services } from '../services.ts'
import { type KeyRing, unauthorized } from './bearer.ts'
import { answerError } from './envelope.ts'
import { hostCheck } from './hosts.ts'
import { openApi } from './openapi.ts'
import { priceList, wellKnownX402 } from './price-list.ts'
import { methodNotAllowed, notFound, serveOperation } from './route.ts'

/** What the HTTP surface is made of. */
export interface HttpParts {
  operations: readonly AnyOperation[]
  services: Services
  metrics: Metrics
  /** Serves `/mcp`; the caller is the name of a bearer key. */
  mcp(request: Request, caller: string | undefined, peer: string | undefined): Promise<Response>
  /** Host names that requests may be addressed to, besides loopback ones. */
  allowedHosts: readonly string[]
  /** Address that documents name as the base of the routes. */
  publicUrl: string
  keys?: KeyRing
  /** Present where calls are sold. */
  gate?: Gate
}

/** Address of the peer as the node adapter hands it over. */
interface NodeBindings {
  incoming?: { socket: { remoteAddress?: string } }
}

/** Routes for the given operations, the MCP endpoint, and what operators need. */
export function createHttpApp(parts: HttpParts): Hono<{ Bindings: NodeBindings }> {
  const { operations, services, metrics, keys, gate } = parts
  const checkHosts = hostCheck(parts.allowedHosts)
  const app = new Hono<{ Bindings: NodeBindings }>()
  const identify = (c: Context) => keys?.identify(c.req.header('authorization') ?? null)

  // Probes of an orchestrator arrive under whatever name it likes, and learn nothing.
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    try {
      await (await services.store()).check()
      return c.json({ status: 'ready' })
    } catch (thrown) {
      services.log.warn({ err: thrown }, 'not ready')
      return c.json({ status: 'not ready' }, 503)
    }
  })
  app.use(async (c, next) => {
    checkHosts(c.req.raw.headers)
    await next()
  })
  app.get('/metrics', async (c) => {
    // A proxy on this machine makes everybody a loopback peer: where there are keys, one is needed.
    const trusted = keys ? identify(c) !== undefined : isLoopback(peerOf(c))
    if (!trusted) throw unauthorized()
    const { contentType, body } = await metrics.render()
    return c.body(body, 200, { 'content-type': contentType })
  })
  const description = openApi(operations, parts.publicUrl, gate?.prices)
  app.get('/openapi.json', (c) => c.json(description))
  if (gate) {
    app.get('/pricing', (c) => c.json(priceList(gate.prices)))
    app.get('/.well-known/x402', (c) => c.json(wellKnownX402(gate.prices, parts.publicUrl)))
  }
  app.on(MCP_METHODS, '/mcp', async (c) => {
    const caller = identify(c)
    // Where calls are sold, paying is a way in: an unknown caller may list tools and pay for calls.
    if (keys && !gate && caller === undefined) throw unauthorized()
    return parts.mcp(c.req.raw, caller, peerOf(c))
  })
  app.all('/mcp', (c) => {
    c.header('allow', MCP_METHODS.join(', '))
    throw methodNotAllowed(MCP_METHODS.join(', '))
  })
  for (const operation of operations) {
    const { method, path } = operation.http
    const wall = gate?.prices.has(operation.name) ? gate : undefined
    app.on(method, path, (c) =>
      observed(services, 'http', operation, async () => {
        // Payment is the only access to a paid route (spec 5.1): keys guard free ones.
        const caller = wall ? undefined : identify(c)
        if (keys && !wall && caller === undefined) throw unauthorized()
        const peer = peerOf(c)
        return serveOperation(c, { operation, services, caller, peer, gate: wall })
      }),
    )
    app.all(path, (c) => {
      c.header('allow', method)
      throw methodNotAllowed(method)
    })
  }
  app.notFound((c) => answerError(c, notFound()))
  app.onError((thrown, c) => {
    logFailure(services.log, thrown, { path: c.req.path })
    return answerError(c, thrown)
  })
  return app
}

const MCP_METHODS = ['GET', 'POST', 'DELETE']

function peerOf(c: Context<{ Bindings: NodeBindings }>): string | undefined {
  return c.env?.incoming?.socket.remoteAddress
}

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK_ADDRESS.test(address)
}
