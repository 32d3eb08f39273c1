import type { AnyOperation, Services } from '../../src/contract/operation.ts'
import type { Offer } from '../../src/core/select/select.ts'
import { createHttpApp, type HttpParts } from '../../src/http/app.ts'
import { listen } from '../../src/http/listen.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../src/mcp/http.ts'
import type { SessionLimits } from '../../src/mcp/limits.ts'
import type { ServerDeps } from '../../src/mcp/server-parts.ts'
import type { TaskService } from '../../src/mcp/tasks/service.ts'
import type { Gate } from '../../src/pay/seller/port.ts'
import { prompts } from '../../tools/prompts.ts'
import { testServices } from './operations.ts'

/** A product HTTP server over chosen operations, in this process. */
export interface HttpServer extends AsyncDisposable {
  url: string
  mcpUrl: string
  endpoint: McpEndpoint
}

export interface HttpServerParts {
  /** Default: `testServices()`. */
  services?: Services
  operations: readonly AnyOperation[]
  sessionLimits?: Partial<SessionLimits>
  extend?: ServerDeps['extend']
  requestState?: ServerDeps['requestState']
  asksToSignIn?: ServerDeps['asksToSignIn']
  findPage?: ServerDeps['findPage']
  iconsAt?: ServerDeps['iconsAt']
  isOpen?: boolean
  gate?: Gate
  /** Default: all operations are listed, and clients may choose `call_tool` and `find_tools` by headers. */
  offer?: Pick<Offer, 'tools' | 'standardTools' | 'finder'>
  toolPrefix?: string
  tasks?: TaskService
  http?: Partial<HttpParts>
}

/** Starts the product's own HTTP wiring on a free port of loopback. */
export async function startHttpServer(parts: HttpServerParts): Promise<HttpServer> {
  const services = parts.services ?? testServices()
  const deps: ServerDeps = {
    services,
    info: { version: '0.0.0', charged: false, limits: async () => [] },
    prompts,
    isKeyed: parts.http?.keys !== undefined,
    ...(parts.extend ? { extend: parts.extend } : {}),
    ...(parts.requestState ? { requestState: parts.requestState } : {}),
    ...(parts.asksToSignIn ? { asksToSignIn: parts.asksToSignIn } : {}),
    ...(parts.iconsAt ? { iconsAt: parts.iconsAt } : {}),
    ...(parts.findPage ? { findPage: parts.findPage } : {}),
    ...(parts.isOpen === undefined ? {} : { isOpen: parts.isOpen }),
    ...(parts.gate ? { gate: parts.gate } : {}),
    ...(parts.toolPrefix === undefined ? {} : { toolPrefix: parts.toolPrefix }),
    ...(parts.tasks ? { tasks: parts.tasks } : {}),
  }
  const { operations, sessionLimits = {} } = parts
  const offer = parts.offer ?? {
    tools: operations,
    standardTools: operations,
    finder: { names: [], isReadOnly: false, has: () => false, tools: async () => operations },
  }
  const endpoint = createMcpEndpoint(deps, offer, sessionLimits)
  const app = createHttpApp({
    operations,
    services,
    metrics: createMetrics(endpoint.sessionCount),
    mcp: endpoint.handle,
    allowedHosts: [],
    publicUrl: 'http://localhost',
    ...(operations.some(({ usesAccount }) => usesAccount) ? { chat: {} } : {}),
    ...(parts.gate ? { gate: parts.gate } : {}),
    ...parts.http,
  })
  const { trustedProxies = 0 } = parts.http ?? {}
  const { log } = services
  const server = await listen(app.fetch, { host: '127.0.0.1', port: 0, log, trustedProxies })
  return {
    url: server.url,
    mcpUrl: `${server.url}/mcp`,
    endpoint,
    [Symbol.asyncDispose]: () => server.close(endpoint.close),
  }
}
