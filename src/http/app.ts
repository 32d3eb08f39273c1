import { type Context, Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { toOperationError } from '../contract/errors.ts'
import { logFailure } from '../contract/log-failure.ts'
import type { OAuth } from '../contract/oauth.ts'
import type { AnyOperation, Services } from '../contract/operation.ts'
import { admitCall } from '../contract/rate-limited.ts'
import type { KeyPlans } from '../core/plans/key-plans.ts'
import { principalOfCaller, type HostAccess, NO_HOST_ACCESS } from '../core/run/principals.ts'
import { observeRun } from '../core/run/run.ts'
import type { BytePace } from '../lib/byte-pace.ts'
import { isLoopback } from '../lib/loopback.ts'
import type { Metrics } from '../lib/metrics.ts'
import { RateLimit, type RateRule } from '../lib/rate-limit.ts'
import { currentRequest, serveRequest, traced, traceFrom } from '../lib/request.ts'
import type { Gate } from '../pay/seller/port.ts'
import { mayBeLarge, readLargeBody, RequestRoom } from './bodies/request-body.ts'
import { type KeyRing, unauthorized } from './callers/bearer.ts'
import { createBrowserCookies } from './callers/browser.ts'
import { createCallers } from './callers/callers.ts'
import { createGuessLimit } from './callers/guess-limit.ts'
import { makeHostCheck } from './callers/hosts.ts'
import { createKeyCheck, type McpCaller, tellPlans } from './callers/key-check.ts'
import {
  countedAs,
  createProxyWarning,
  isThroughProxy,
  type NodeBindings,
  peerOf,
  remoteAddressOf,
  responseOf,
} from './callers/peer.ts'
import type { AnswerPace } from './fairness/answer-pace.ts'
import { chargeAnswer } from './fairness/unread-answers.ts'
import type { OwnerDesk } from './owner/desk.ts'
import { addOwnerRoutes } from './owner/routes.ts'
import { allowBuyers, soldRoutes } from './routes/cross-origin.ts'
import { compareSpecificity, methodNotAllowed, notFound, routePaths } from './routes/dialect.ts'
import { addEmailRoutes } from './routes/email-routes.ts'
import { addEntryPages } from './routes/entry-pages.ts'
import { addEntryRoutes } from './routes/entry-routes.ts'
import { addFileRoutes } from './routes/file-routes.ts'
import { CHAT_DOCUMENT_PATH, formDialect } from './routes/form-dialect.ts'
import { jsonDialect } from './routes/json-dialect.ts'
import { isOpenedByPerson, showLostPage } from './routes/lost-page.ts'
import { addIconRoutes, addMcpRoutes, endWithRight } from './routes/mcp-routes.ts'
import { addOAuthPages } from './routes/oauth-pages.ts'
import { addOAuthRoutes, isForEveryPage } from './routes/oauth-routes.ts'
import {
  addDocumentRoute,
  addMetricsRoute,
  addPriceRoutes,
  addProbeRoutes,
} from './routes/operator-routes.ts'
import { createPages, type LoadWebFiles } from './routes/page.ts'
import { addSessionRoutes } from './routes/session-routes.ts'
import { addWebPage } from './routes/web-page.ts'
import { addWebhookRoutes } from './routes/webhook-routes.ts'

/** What the HTTP surface is made of. */
export interface HttpParts {
  operations: readonly AnyOperation[]
  services: Services
  metrics: Metrics
  /**
   * Serves `/mcp`; the caller is the name of a bearer key. `read` reads a body that may be large. `by` is what the caller was let in
   * by; throws `ScopeMissing` for more than its scopes.
   */
  mcp(
    request: Request,
    caller: string | undefined,
    peer: string | undefined,
    read?: (maxBytes: number) => Promise<Buffer>,
    by?: Pick<McpCaller, 'scopes' | 'right'>,
  ): Promise<Response>
  /** Host names that requests may be addressed to, besides loopback ones. */
  allowedHosts: readonly string[]
  /** Address that documents name as the base of the routes. */
  publicUrl: string
  keys?: KeyRing
  /** The only key of `/metrics`, which opens nothing else. Default: keys open it, or loopback where there are none. */
  metricsKey?: KeyRing
  /** Holds keys to their plans: what is left of them is told with each answer. Default: they have none. */
  keyPlans?: Pick<KeyPlans, 'left'>
  /** Tells who reaches the hosts that the operator excepted from the guard. Default: nobody. */
  hostAccess?: HostAccess
  /** Counts calls of callers with a key and, at `/mcp`, of strangers. Default: they are not counted. */
  callLimit?: RateLimit
  /** Present where calls are sold. */
  gate?: Gate
  /** Present where a team chat is served: its accounts may sign in, and it has routes beside those of operations. */
  chat?: ChatParts
  /** Present where programs may come in to `/mcp` by OAuth, which needs a chat. */
  oauth?: OAuth
  /** Proxies in front of this server that add to X-Forwarded-For. Default none. */
  trustedProxies?: number
  /** How fast large answers and uploads of one caller go, where others need the time. Default as this machine is busy. */
  paces?: { answers?: AnswerPace; uploads?: BytePace }
  /** Whether the server is about to stop, and callers had better go elsewhere. Default never. */
  isStopping?(): boolean
}

/** What the chat of an HTTP surface is made of. */
export interface ChatParts {
  /** How many requests an account may make; unlimited when absent. */
  rateRules?: readonly RateRule[]
  /** How long polls wait for each other, where their look-ups go to another process; default 0. */
  pollGatherMs?: number
  /** Counts them where they come over MCP too. */
  accountLimit?: RateLimit
  /** The page for people; default none. */
  web?: LoadWebFiles
  /** What the owner looks after the server by; default nothing. */
  desk?: OwnerDesk
}

/** Routes for the given operations, the MCP endpoint, and what operators need. */
export function createHttpApp(parts: HttpParts): Hono<{ Bindings: NodeBindings }> {
  const { services, metrics, keys, gate, chat, oauth, trustedProxies = 0 } = parts
  const operations = parts.operations.filter(({ toolOnly }) => !toolOnly)
  const { hostAccess = NO_HOST_ACCESS, callLimit = new RateLimit([]) } = parts
  const requireHosts = makeHostCheck(parts.allowedHosts)
  const isSold = soldRoutes(gate?.prices)
  const app = new Hono<{ Bindings: NodeBindings }>()
  const callerAddress = (c: Context<{ Bindings: NodeBindings }>) =>
    peerOf(
      { remoteAddress: remoteAddressOf(c), forwarded: c.req.header('x-forwarded-for') ?? null },
      trustedProxies,
    )
  const countedPeer = (c: Context<{ Bindings: NodeBindings }>) => {
    const address = callerAddress(c)
    return address === undefined ? undefined : countedAs(address)
  }
  const peerIn = (c: Context) => countedPeer(c) ?? ''
  const room = new RequestRoom(parts.paces?.uploads)
  const guesses = createGuessLimit(services.now)
  const keyCheck = createKeyCheck({ keys, guesses, peerOf: peerIn, oauth })
  const warnOfProxy = createProxyWarning(services.log, {
    trustedProxies,
    isOpen: keys === undefined,
  })

  // What aborts a request may be a text, and only errors come to `onError`.
  app.use(async (c, next) =>
    next().catch((thrown: unknown) => {
      throw toOperationError(thrown, c.req.raw.signal)
    }),
  )
  addProbeRoutes(app, services, parts.isStopping ?? (() => false))
  if (services.tracer) {
    app.use(async (c, next) => {
      const trace = traceFrom(c.req.header('traceparent'))
      const { id = '' } = currentRequest() ?? {}
      const span = [c.req.method, { 'http.request.method': c.req.method }] as const
      return serveRequest({ id, trace }, async () =>
        traced(services.tracer, span, async (end) => {
          await next()
          end(c.res.status < 500 ? 'ok' : 'internal', {
            'http.route': matchedRoutes(c).at(-1)?.path ?? '',
            'http.response.status_code': c.res.status,
          })
        }),
      )
    })
  }
  if (parts.metricsKey) {
    // Whoever has it is no browser that was tricked, and may ask by the address of this very process.
    const scrapers = createKeyCheck({ keys: parts.metricsKey, guesses, peerOf: peerIn })
    addMetricsRoute(app, metrics, (c) => {
      if (scrapers.identify(c) === undefined) throw unauthorized()
    })
  }
  app.use(async (c, next) => {
    warnOfProxy(c.req.raw.headers)
    const { path } = c.req
    requireHosts(
      c.req.raw.headers,
      () => isSold(path) || (oauth !== undefined && isForEveryPage(path)),
    )
    await next()
    // Responses contain user content: browsers must not render them as pages.
    c.res.headers.set('x-content-type-options', 'nosniff')
  })
  if (parts.keyPlans) app.use(tellPlans(parts.keyPlans, keyCheck))
  if (gate) app.use(allowBuyers(isSold))
  if (!parts.metricsKey) {
    addMetricsRoute(app, metrics, (c) => {
      // Behind a local proxy everybody is a loopback peer: when keys are configured, one is required.
      const addresses = [remoteAddressOf(c), callerAddress(c)]
      const { headers } = c.req.raw
      const isHere = addresses.every(isLoopback) && (trustedProxies > 0 || !isThroughProxy(headers))
      const trusted = keys ? keyCheck.identify(c) !== undefined : isHere
      if (!trusted) throw unauthorized()
    })
  }
  const described = { operations, baseUrl: parts.publicUrl }
  addDocumentRoute(app, '/openapi.json', async () => {
    const { utilityDocument } = await import('./openapi/utility-document.ts')
    return utilityDocument({ ...described, prices: gate?.prices, isKeyed: keys !== undefined })
  })
  if (gate) addPriceRoutes(app, gate, parts.publicUrl)
  addIconRoutes(app)
  addMcpRoutes(app, oauth, async (c) => {
    const found: McpCaller = chat
      ? await keyCheck.identifyMcpCaller(c, services)
      : { caller: keyCheck.identify(c) }
    const { caller, right } = found
    // When calls are sold, anonymous callers may list tools and pay for calls.
    if (!gate && caller === undefined && keyCheck.isNeeded(c)) throw unauthorized()
    const peer = countedPeer(c)
    const { id } = principalOfCaller({ caller, peer }, services.accounts, hostAccess)
    // Whoever is alone with an open server waits for nobody but themselves.
    if (caller !== undefined || !hostAccess.strangers) {
      admitCall(callLimit, id, services.now().getTime())
    }
    chargeAnswer(responseOf(c), id)
    const request = c.req.raw
    using _ = room.take(request, id)
    using large = mayBeLarge(request) ? room.leaseLarge(id) : undefined
    const read = large && (async (maxBytes: number) => readLargeBody(request, maxBytes, large))
    const response = await parts.mcp(request, caller, peer, read, found)
    return right ? endWithRight(response, right, await services.chat()) : response
  })
  const { rateRules = [], accountLimit } = chat ?? {}
  const cookies = createBrowserCookies(parts.publicUrl)
  const callers = createCallers({ services, rateRules, accountLimit, cookies, guesses })
  const dialects = {
    json: jsonDialect({ services, keyCheck, gate, hostAccess, callLimit, room }),
    form: formDialect({
      services,
      callers,
      room,
      gatherMs: chat?.pollGatherMs,
      pace: parts.paces?.answers,
    }),
  }
  const { web = async () => undefined } = chat ?? {}
  const showPage = createPages(web)
  if (chat) {
    const own = { services, callers, dialect: dialects.form, peerOf: peerIn, room, showPage }
    addFileRoutes(app, own)
    addSessionRoutes(app, { ...own, cookies })
    addEntryRoutes(app, { ...own, cookies })
    addEntryPages(app, { ...own, cookies })
    if (oauth) addOAuthRoutes(app, { oauth, ...own })
    if (oauth?.server) addOAuthPages(app, { ...own, cookies, oauth, server: oauth.server })
    addWebPage(app, web)
    if (chat.desk) addOwnerRoutes(app, { ...own, desk: chat.desk })
    addEmailRoutes(app, own)
    addWebhookRoutes(app, { ...own, operations })
    addDocumentRoute(app, CHAT_DOCUMENT_PATH, async () => {
      const { chatDocument } = await import('./openapi/chat-document.ts')
      return chatDocument(described)
    })
  }
  const methodsOf = new Map<string, string[]>()
  for (const operation of operations.toSorted(compareSpecificity)) {
    const { method, dialect: name = 'json' } = operation.http
    const dialect = dialects[name]
    for (const path of routePaths(dialect.base, operation)) {
      app.on(method, path, (c) =>
        observeRun(
          services,
          { surface: 'http', signal: c.req.raw.signal },
          operation,
          (note, course) => dialect.serve(c, operation, { peer: countedPeer(c), note, course }),
        ),
      )
      methodsOf.set(path, [...(methodsOf.get(path) ?? []), method])
    }
  }
  for (const [path, methods] of methodsOf) {
    app.all(path, (c) => {
      c.header('allow', methods.join(', '))
      throw methodNotAllowed(methods.join(' or '))
    })
  }
  const dialectOf = (path: string) => {
    const based = Object.values(dialects).find(({ base }) => base && path.startsWith(`${base}/`))
    return based ?? dialects.json
  }
  app.notFound((c) =>
    chat && isOpenedByPerson(c)
      ? showLostPage(c, showPage)
      : dialectOf(c.req.path).fail(c, notFound()),
  )
  app.onError((thrown, c) => {
    const error = logFailure(services.log, thrown, { path: c.req.path }, c.req.raw.signal)
    return dialectOf(c.req.path).fail(c, error)
  })
  return app
}
