import { type Context, Hono } from 'hono'
import { logFailure } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { AnyOperation } from '../operation.ts'
import { observed } from '../run.ts'
import type { Services } from '../services.ts'
import { type KeyRing, unauthorized } from './bearer.ts'
import { answerError } from './envelope.ts'
import { hostCheck } from './hosts.ts'
import { openApi } from './openapi.ts'
import type { Paywall } from './paywall.ts'
import { methodNotAllowed, notFound, serveOperation } from './route.ts'

/** What the HTTP surface is made of. */
export interface HttpParts {
  operations: readonly AnyOperation[]
  services: Services
  metrics: Metrics
  /** Serves `/mcp`; the caller is the name of a bearer key. */
  mcp(request: Request, caller: string | undefined): Promise<Response>
  /** Host names that requests may be addressed to, besides loopback ones. */
  allowedHosts: readonly string[]
  /** Address that documents name as the base of the routes. */
  publicUrl: string
  keys?: KeyRing
  paywall?: Paywall
}

/** Address of the peer as the node adapter hands it over. */
interface NodeBindings {
  incoming?: { socket: { remoteAddress?: string } }
}

/** Routes for the given operations, the MCP endpoint, and what operators need. */
export function createHttpApp(parts: HttpParts): Hono<{ Bindings: NodeBindings }> {
  const { operations, services, metrics, keys, paywall } = parts
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
    const trusted = keys
      ? identify(c) !== undefined
      : isLoopback(c.env?.incoming?.socket.remoteAddress)
    if (!trusted) throw unauthorized()
    const { contentType, body } = await metrics.render()
    return c.body(body, 200, { 'content-type': contentType })
  })
  const description = openApi(operations, parts.publicUrl)
  app.get('/openapi.json', (c) => c.json(description))
  app.on(MCP_METHODS, '/mcp', async (c) => {
    const caller = identify(c)
    // With a paywall, paying is a way in: an unknown caller may list tools and pay for calls.
    if (keys && !paywall && caller === undefined) throw unauthorized()
    return parts.mcp(c.req.raw, caller)
  })
  app.all('/mcp', (c) => {
    c.header('allow', MCP_METHODS.join(', '))
    throw methodNotAllowed(MCP_METHODS.join(', '))
  })
  for (const operation of operations) {
    const { method, path } = operation.http
    const gate = operation.price === undefined ? undefined : paywall
    app.on(method, path, (c) =>
      observed(services, 'http', operation, async () => {
        // Payment is the only access to a paid route (spec 5.1): keys guard free ones.
        const caller = gate ? undefined : identify(c)
        if (keys && !gate && caller === undefined) throw unauthorized()
        return serveOperation(c, { operation, services, caller, paywall: gate })
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

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK_ADDRESS.test(address)
}
