import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpRequestContext,
  ProtocolError,
  readRequestBody,
} from '@modelcontextprotocol/server'
import { OperationError, toOperationError } from '../contract/errors.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { type Offer, type Selection, chooseTools } from '../core/select.ts'
import { isJsonDeeperThan } from '../lib/json-depth.ts'
import { authenticateClient } from './call-tool.ts'
import {
  MCP_REQUEST_MAX_BYTES,
  MCP_REQUEST_MAX_DEPTH,
  SESSION_LIMITS,
  type SessionLimits,
} from './limits.ts'
import { ListenStreams, readListen } from './listen.ts'
import { servePeer, withHeaderPayment, withReceipt } from './paid.ts'
import type { ServerDeps } from './server-parts.ts'
import { buildServer } from './server.ts'
import { Sessions } from './sessions.ts'

/** The streamable HTTP endpoint, to be mounted at `/mcp` behind the Host, Origin and key checks. */
export interface McpEndpoint {
  /** Serves one HTTP request for a caller (`undefined` is an anonymous one) at an address. */
  handle(request: Request, caller: string | undefined, peer?: string): Promise<Response>
  /** Sessions of 2025-era clients that are open now. */
  sessionCount(): number
  /** Streams of `subscriptions/listen` that are open now. */
  streamCount(): number
  close(): Promise<void>
}

/**
 * Serves both protocol eras at one address: 2026-07-28 requests one by one, 2025-era clients in
 * sessions (they need them for subscriptions and elicitation), and their sessionless calls statelessly.
 */
export function createMcpEndpoint(
  deps: ServerDeps,
  offer: Pick<Offer, 'tools' | 'standardTools'>,
  sessionLimits: SessionLimits = SESSION_LIMITS,
): McpEndpoint {
  const onerror = (error: Error) => deps.services.log.info({ err: error }, 'mcp request')
  const factory = ({ era, authInfo, requestInfo }: McpRequestContext) =>
    buildServer(deps, {
      era,
      caller: authInfo?.clientId,
      operations: openTo(
        authInfo?.clientId,
        requestInfo ? chooseTools(offer, selectionOf(requestInfo)) : offer.standardTools,
      ),
    })
  /** Where keys are required, the key of a chat account gives access to what uses it and to sold tools. */
  function openTo(caller: string | undefined, tools: readonly AnyOperation[]) {
    const { isKeyed = false, gate, services } = deps
    const isAccount = caller !== undefined && services.accounts.isAccount(caller)
    if (!isKeyed || !isAccount) return tools
    return tools.filter(({ usesAccount, name }) => usesAccount || gate?.prices.has(name))
  }
  const limits = { maxRequestBodySize: MCP_REQUEST_MAX_BYTES }
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror, ...limits })
  const stateless = legacyStatelessFallback(factory, onerror, limits)
  const sessions = new Sessions(sessionLimits)
  const streams = new ListenStreams(deps.services, (bus) =>
    createMcpHandler(factory, { legacy: 'reject', onerror, bus, ...limits }),
  )

  async function legacy(request: Request, caller: string | undefined, parsedBody?: unknown) {
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const response = await sessions.handle(id, caller, request, parsedBody)
      return response ?? rpcError(404, -32_001, 'Session not found')
    }
    if (isInitializeRequest(parsedBody)) {
      const authInfo = authInfoOf(caller)
      const server = factory({ era: 'legacy', requestInfo: request, ...authInfo })
      const response = await sessions.open(server, caller, request, parsedBody)
      return response ?? rpcError(503, -32_000, 'Too many sessions, try again later')
    }
    if (parsedBody === undefined) return rpcError(400, -32_000, 'Bad Request: Session ID required')
    return stateless(request, { parsedBody, ...authInfoOf(caller) })
  }

  return {
    sessionCount: () => sessions.count,
    streamCount: () => streams.count,
    close: async () => {
      await Promise.all([modern.close(), streams.close(), sessions.close()])
    },
    handle: async (request, caller, peer) => servePeer(peer, async () => serve(request, caller)),
  }

  async function serve(request: Request, caller: string | undefined): Promise<Response> {
    try {
      chooseTools(offer, selectionOf(request))
    } catch (thrown) {
      return invalidParams(thrown)
    }
    if (request.method !== 'POST') return legacy(request, caller)
    const body = await readRequestBody(request, MCP_REQUEST_MAX_BYTES).catch(() => undefined)
    if (!body) return rpcError(400, -32_700, 'The request body ended early')
    if (body.tooLarge) return rpcError(413, -32_600, 'Request body too large')
    if (isJsonDeeperThan(MCP_REQUEST_MAX_DEPTH, body.text)) {
      return rpcError(400, -32_600, 'The request is nested too deep')
    }
    let parsedBody: unknown
    try {
      parsedBody = JSON.parse(body.text)
    } catch {
      return rpcError(400, -32_700, 'Parse error')
    }
    let message: unknown
    try {
      message = await withHeaderPayment(request, parsedBody)
    } catch (thrown) {
      return invalidParams(thrown)
    }
    const response = await answer(request, caller, message)
    return message === parsedBody ? response : withReceipt(response, request.signal)
  }

  async function answer(
    request: Request,
    caller: string | undefined,
    parsedBody: unknown,
  ): Promise<Response> {
    if (await isLegacyRequest(request, parsedBody)) return legacy(request, caller, parsedBody)
    const call = { parsedBody, ...authInfoOf(caller) }
    const listen = readListen(parsedBody)
    if (!listen) return modern.fetch(request, call)
    try {
      return await streams.serve(
        listen,
        caller,
        async () =>
          authenticateClient(
            { deps, client: { era: 'modern', caller, operations: [] } },
            listen.program,
          ),
        async (handler) => handler.fetch(request, call),
      )
    } catch (thrown) {
      if (!(thrown instanceof ProtocolError)) throw thrown
      return rpcError(400, thrown.code, thrown.message, listen.id)
    }
  }
}

function invalidParams(thrown: unknown): Response {
  const { message, hint } = toOperationError(thrown)
  return rpcError(400, -32_602, [message, hint].filter(Boolean).join(' '))
}

/** The token itself is dropped: a server instance only learns who the caller is. */
function authInfoOf(caller: string | undefined) {
  return caller === undefined ? {} : { authInfo: { token: '', clientId: caller, scopes: [] } }
}

/** Headers by which a client narrows its own tool list. */
export const SELECTION_HEADERS = {
  toolsets: 'x-mcp-toolsets',
  tools: 'x-mcp-tools',
  excludeTools: 'x-mcp-exclude-tools',
  readOnly: 'x-mcp-readonly',
} as const

function selectionOf({ headers }: Request): Selection {
  const list = (name: string) => {
    const items = (headers.get(name) ?? '').split(',').map((item) => item.trim())
    const named = items.filter(Boolean)
    return named.length === 0 ? undefined : named
  }
  return {
    toolsets: list(SELECTION_HEADERS.toolsets),
    tools: list(SELECTION_HEADERS.tools),
    excludeTools: list(SELECTION_HEADERS.excludeTools),
    readOnly: switchOf(SELECTION_HEADERS.readOnly, headers),
  }
}

/** Anything but on or off is refused, so that a client never misses the protection it asked for. */
function switchOf(name: string, headers: Headers): boolean {
  const word = (headers.get(name) ?? '').trim().toLowerCase()
  if (['true', '1'].includes(word)) return true
  if (['', 'false', '0'].includes(word)) return false
  throw new OperationError('invalid_input', `${name} is a switch.`, { hint: 'Send true or false.' })
}

function rpcError(
  status: number,
  code: number,
  message: string,
  id: string | number | null = null,
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status })
}
