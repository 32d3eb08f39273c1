import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  type InitializeRequest,
  isInitializeRequest,
  isLegacyRequest,
  type JSONRPCMessage,
  legacyStatelessFallback,
  type McpRequestContext,
  ProtocolError,
  readRequestBody,
} from '@modelcontextprotocol/server'
import { OperationError, toOperationError } from '../contract/errors.ts'
import type { OAuthScope } from '../contract/oauth.ts'
import type { AnyOperation } from '../contract/operation.ts'
import type { Finder } from '../core/select/finder.ts'
import { chooseFinder, chooseTools, type Offer, type Selection } from '../core/select/select.ts'
import { isLoopback } from '../lib/loopback.ts'
import { networkOf } from '../lib/network-of.ts'
import { requestIdField } from '../lib/request.ts'
import { authenticateClient } from './calls/call-tool.ts'
import { withHeaderPayment, withReceipt } from './calls/paid.ts'
import { requireScopesOf, requireSignIn } from './calls/require-scopes.ts'
import { serveVisit, type Visit } from './calls/visit.ts'
import { FairSet, type Owner, type Refusal } from './fair-set.ts'
import {
  CLIENT_FACTS_MAX_BYTES,
  MCP_REQUEST_MAX_BYTES,
  NO_ROOM_RETRY_S,
  SESSION_LIMITS,
  type SessionLimits,
} from './limits.ts'
import { nameRequest } from './name-request.ts'
import type { ServedClient, ServerDeps } from './server-parts.ts'
import { buildGreeter, buildServer } from './server.ts'
import { askingForStream, serveAccepted } from './sessions/accepted-form.ts'
import { ListenStreams, readListen } from './sessions/listen.ts'
import type { Neighbours } from './sessions/neighbours.ts'
import { readMessages, refusalText } from './sessions/read-messages.ts'
import { Sessions } from './sessions/sessions.ts'
import type { Subscriptions } from './sessions/subscriptions.ts'
import { makeFollowTasks } from './tasks/follow-tasks.ts'
import { withTaskAddresses } from './tasks/task-notices.ts'
import { toolNames } from './tool-names.ts'

/** The streamable HTTP endpoint, to be mounted at `/mcp` behind the Host, Origin and key checks. */
export interface McpEndpoint {
  /**
   * Serves one HTTP request for a caller (`undefined` is an anonymous one) at an address. `read` reads a body that may be large,
   * and throws `too_large` and `cancelled`; by default it is read as it comes. `by` is what the caller was let in by;
   * `ScopeMissing` is thrown for more than its scopes.
   */
  handle(
    request: Request,
    caller: string | undefined,
    peer?: string,
    read?: ReadBody,
    by?: Pick<Visit, 'scopes' | 'right' | 'programId'>,
  ): Promise<Response>
  /** Sessions of 2025-era clients that are open now. */
  sessionCount(): number
  /** Streams of `subscriptions/listen` that are open now. */
  streamCount(): number
  close(): Promise<void>
}

/** The tool that a request calls, by headers that the library holds against its body (2026-07-28, Streamable HTTP). */
function calledTool(request: globalThis.Request | undefined): string | undefined {
  if (request?.headers.get('mcp-method') !== 'tools/call') return undefined
  return request.headers.get('mcp-name') ?? undefined
}

/**
 * Serves both protocol eras at one address: 2026-07-28 requests one by one, 2025-era clients in
 * sessions (they need them for subscriptions and elicitation), and their sessionless calls statelessly.
 */
export function createMcpEndpoint(
  deps: ServerDeps,
  offer: Pick<Offer, 'tools' | 'standardTools'> & Partial<Pick<Offer, 'finder'>>,
  limitsSet: Partial<SessionLimits> = {},
  neighbours?: Neighbours,
): McpEndpoint {
  const { log } = deps.services
  const onerror = ({ message: cause }: Error) => log.info({ cause }, 'an MCP request was refused')
  const report = (err: Error) => log.error({ err }, 'an MCP session failed')
  const names = toolNames(deps.toolPrefix, () => [])
  const { meant } = names
  const clientOf = ({ era, authInfo, requestInfo }: McpRequestContext): ServedClient => {
    const caller = authInfo?.clientId
    const isOpen = authInfo !== undefined && authInfo.scopes.length > 0
    const selection = requestInfo ? selectionOf(requestInfo, meant) : {}
    const finder = finderFor(caller, isOpen, selection)
    return {
      era,
      caller,
      chatName: requestInfo && chatNameIn(requestInfo),
      operations: openTo(caller, isOpen, chooseTools(offer, selection)),
      readable: openTo(
        caller,
        isOpen,
        chooseTools({ ...offer, standardTools: offer.tools }, selection),
      ),
      calls: era === 'modern' ? calledTool(requestInfo) : undefined,
      ...(finder ? { finder } : {}),
    }
  }
  function finderFor(
    caller: string | undefined,
    isOpen: boolean,
    selection: Selection,
  ): Finder | undefined {
    if (!offer.finder) return undefined
    const finder = chooseFinder(offer.finder, selection)
    return { ...finder, tools: async () => openTo(caller, isOpen, await finder.tools()) }
  }
  const factory = (context: McpRequestContext) => buildServer(deps, clientOf(context))
  /**
   * Where keys are required, the key of a chat account gives access to what uses it and to sold tools. Whoever was let in by OAuth
   * was let in to all tools (`isOpen`).
   */
  function openTo(caller: string | undefined, isOpen: boolean, tools: readonly AnyOperation[]) {
    const { isKeyed = false, gate, services } = deps
    const isAccount = caller !== undefined && services.accounts.isAccount(caller)
    if (!isKeyed || !isAccount || isOpen) return tools
    return tools.filter(({ usesAccount, name }) => usesAccount || gate?.prices.has(name))
  }
  const limits = { maxRequestBodySize: MCP_REQUEST_MAX_BYTES }
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror, ...limits })
  const stateless = legacyStatelessFallback(factory, onerror, limits)
  const sessionLimits = { ...SESSION_LIMITS, ...limitsSet }
  const openStreams = new FairSet(sessionLimits)
  const sessions = new Sessions(sessionLimits, openStreams, deps.services.watchChat)
  const streams = new ListenStreams(deps.services, openStreams, (bus) =>
    createMcpHandler(factory, { legacy: 'reject', onerror, bus, ...limits }),
  )

  /** The owner that an asker counts as: all who may call an open server from this machine are one. */
  function ownerOf({ caller, peer }: Asker): Owner {
    const isStranger = caller === undefined && (deps.isKeyed === true || !isLoopback(peer))
    const id = caller === undefined ? `address:${networkOf(peer ?? '')}` : `caller:${caller}`
    return { id, isStranger }
  }

  async function legacy(request: Request, asker: Asker, parsedBody?: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const response =
        (await sessions.handle(id, holderOf(asker), request, parsedBody)) ??
        (await neighbours?.handOn(id, request, parsedBody))
      return answerOf(response ?? rpcError(404, -32_001, 'Session not found'), 'sessions')
    }
    if (isInitializeRequest(parsedBody)) return open(request, asker, parsedBody)
    if (parsedBody === undefined) return withoutSession(request)
    return stateless(request, { parsedBody, ...authInfoOf(asker) })
  }

  async function open(request: Request, asker: Asker, initialize: InitializeRequest) {
    const facts = factsOf(initialize)
    if (Buffer.byteLength(JSON.stringify(facts)) > CLIENT_FACTS_MAX_BYTES) {
      return rpcError(400, -32_602, 'The client says too much of itself')
    }
    const client = clientOf({ era: 'legacy', requestInfo: request, ...authInfoOf(asker) })
    const session = randomUUID()
    const build = (subscriptions: Subscriptions) =>
      buildServer(deps, { ...client, session, subscriptions })
    const greet = () => buildGreeter(deps)
    const onEnd = () => void deps.services.accounts.endSession(session).catch(report)
    const makeId = () => neighbours?.makeSessionId() ?? randomUUID()
    const identity = { owner: ownerOf(asker), caller: holderOf(asker), facts }
    const sessionRequest = { ...identity, makeId, greet, build, report, onEnd }
    return answerOf(
      await sessions.open(sessionRequest, request, { ...initialize, params: facts }),
      'sessions',
    )
  }

  return {
    sessionCount: () => sessions.count,
    streamCount: () => streams.count,
    close: async () => {
      await Promise.all([modern.close(), streams.close(), sessions.close()])
    },
    handle: async (request, caller, peer, read, { scopes, right, programId } = {}) =>
      serveVisit({ peer, scopes, right, programId }, async () =>
        nameRequest(await serve(request, { caller, peer, scopes }, read)),
      ),
  }

  /** A tool as its call finds it, also by way of `call_tool`. */
  async function findCalled(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<AnyOperation | undefined> {
    if (meant(name) !== 'call_tool') return offer.tools.find((tool) => tool.name === meant(name))
    const { calledBy } = await import('./list/finder-tools.ts')
    const tools = offer.finder ? await offer.finder.tools() : offer.tools
    return calledBy(args, tools, names)
  }

  async function serve(request: Request, asker: Asker, read?: ReadBody): Promise<Response> {
    try {
      chooseTools(offer, selectionOf(request, meant))
    } catch (thrown) {
      return invalidParams(thrown)
    }
    if (request.method !== 'POST') return legacy(askingForStream(request), asker)
    const body = await readBody(request, read)
    if (!body) return rpcError(400, -32_700, 'The request body ended early')
    if (body.tooLarge) return rpcError(413, -32_600, 'Request body too large')
    const { messages, refusals, isBatch } = readMessages(body.text)
    const [refusal] = refusals
    if (refusal) return new Response(refusalText(refusal), BAD_REQUEST)
    const [first, ...others] = messages
    if (!first) return rpcError(400, -32_700, 'The request body is empty')
    const parsedBody = others.length === 0 ? first : messages
    if (asker.scopes) await requireScopesOf(parsedBody, asker.scopes, deps, findCalled)
    if (deps.gate && asker.caller === undefined && deps.asksToSignIn?.()) {
      await requireSignIn(parsedBody, deps.gate, findCalled)
    }
    let message: unknown
    try {
      message = await withHeaderPayment(request, parsedBody)
    } catch (thrown) {
      return invalidParams(thrown)
    }
    const response = await answer(request, asker, message, isBatch)
    return message === parsedBody ? response : withReceipt(response, request.signal)
  }

  async function answer(request: Request, asker: Asker, parsedBody: unknown, isBatch: boolean) {
    if (await isLegacyRequest(request, parsedBody)) {
      return serveAccepted(request, isBatch, async (accepted, instead) =>
        legacy(accepted, asker, instead ?? parsedBody),
      )
    }
    const call = { parsedBody, ...authInfoOf(asker) }
    const listen = readListen(parsedBody)
    if (!listen) return modern.fetch(request, call)
    const client = clientOf({ era: 'modern', requestInfo: request, ...authInfoOf(asker) })
    try {
      const response = await streams.serve(
        listen,
        ownerOf(asker),
        {
          account: async () => authenticateClient({ deps, client }, listen.program),
          follow: makeFollowTasks({ deps, client }),
        },
        async (handler, taskIds) =>
          handler.fetch(request, {
            ...call,
            parsedBody: withTaskAddresses(parsedBody as JSONRPCMessage, taskIds),
          }),
      )
      return answerOf(response, 'open subscriptions', listen.id)
    } catch (thrown) {
      if (!(thrown instanceof ProtocolError)) throw thrown
      return rpcError(400, thrown.code, thrown.message, listen.id, thrown.data)
    }
  }
}

/** Reads the body of a request up to a size. */
type ReadBody = (maxBytes: number) => Promise<Buffer>

/** The text of a body, undefined where it ended early. Throws `rate_limited` where it found no room. */
async function readBody(request: Request, read: ReadBody | undefined) {
  try {
    if (!read) return await readRequestBody(request, MCP_REQUEST_MAX_BYTES)
    return { tooLarge: false, text: (await read(MCP_REQUEST_MAX_BYTES)).toString('utf8') } as const
  } catch (thrown) {
    const { code } = toOperationError(thrown)
    if (code === 'rate_limited') throw thrown
    return code === 'too_large' ? ({ tooLarge: true } as const) : undefined
  }
}

/** Who sent a request, and from which address. */
interface Asker {
  caller: string | undefined
  peer: string | undefined
  /** What they may do, where they came in by OAuth. */
  scopes: Scopes | undefined
}

/** Scopes of an access token. */
type Scopes = ReadonlySet<OAuthScope>

/** Whose a session is: programs that came in by OAuth have more tools than the API key of their account, and other rights. */
function holderOf({ caller, scopes }: Asker): string | undefined {
  return scopes ? `${caller} by OAuth` : caller
}

/** What a client says of itself, as far as a session uses it. */
function factsOf({ params: { protocolVersion, capabilities, clientInfo } }: InitializeRequest) {
  const { name, version } = clientInfo
  return { protocolVersion, capabilities, clientInfo: { name, version } }
}

function answerOf(
  response: Response | Refusal,
  things: string,
  id: string | number | null = null,
): Response {
  if (response instanceof Response) return response
  const refused =
    response === 'own'
      ? rpcError(429, -32_000, `Too many ${things} of yours, close some`, id)
      : rpcError(503, -32_000, `Too many ${things}, try again later`, id)
  refused.headers.set('retry-after', String(NO_ROOM_RETRY_S))
  return refused
}

/** How a request is refused whose body is none. */
const BAD_REQUEST = { status: 400, headers: { 'content-type': 'application/json' } }

/** Nobody listens outside of a session, and none is there to be ended. */
function withoutSession({ method }: Request): Response {
  if (method !== 'GET') return rpcError(400, -32_000, 'Bad Request: Session ID required')
  const refused = rpcError(405, -32_000, 'Events are for sessions: send initialize by POST first')
  refused.headers.set('allow', 'POST')
  return refused
}

function invalidParams(thrown: unknown): Response {
  const { message, hint } = toOperationError(thrown)
  return rpcError(400, -32_602, [message, hint].filter(Boolean).join(' '))
}

/** The token itself is dropped: a server instance only learns who the caller is, and that they came in by OAuth. */
function authInfoOf({ caller, scopes = new Set<OAuthScope>() }: Partial<Asker>) {
  if (caller === undefined) return {}
  return { authInfo: { token: '', clientId: caller, scopes: [...scopes] } }
}

/** Headers by which a client narrows its own tool list. */
export const SELECTION_HEADERS = {
  toolsets: 'x-mcp-toolsets',
  tools: 'x-mcp-tools',
  excludeTools: 'x-mcp-exclude-tools',
  readOnly: 'x-mcp-readonly',
} as const

/** Header by which a client says under which name it takes part in the chat. */
const CHAT_NAME_HEADER = 'x-bellhop-chat-name'

/** The name in that header, of UTF-8 or percent-encoded, since many clients send nothing but ASCII. */
function chatNameIn({ headers }: Request): string | undefined {
  const sent = (headers.get(CHAT_NAME_HEADER) ?? '').trim()
  if (sent === '') return undefined
  const bytes = Buffer.from(sent, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString() : sent
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function selectionOf({ headers }: Request, meant: (name: string) => string): Selection {
  const list = (name: string) => {
    const items = (headers.get(name) ?? '').split(',').map((item) => item.trim())
    const named = items.filter(Boolean)
    return named.length === 0 ? undefined : named
  }
  return {
    toolsets: list(SELECTION_HEADERS.toolsets),
    tools: list(SELECTION_HEADERS.tools)?.map(meant),
    excludeTools: list(SELECTION_HEADERS.excludeTools)?.map(meant),
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
  data?: unknown,
): Response {
  const facts = { ...(data as object | undefined), ...requestIdField('requestId') }
  const error = { code, message, ...(Object.keys(facts).length === 0 ? {} : { data: facts }) }
  return Response.json({ jsonrpc: '2.0', error, id }, { status })
}
