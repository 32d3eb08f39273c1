import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Account } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { LOCAL_PRINCIPAL, type Principal } from '../../contract/principal.ts'
import type { Question } from '../../contract/result-view.ts'
import { needsAccount } from '../../core/run/linked-file.ts'
import { principalOfCaller, NO_HOST_ACCESS } from '../../core/run/principals.ts'
import { runOperation } from '../../core/run/run.ts'
import type { ServedClient, ServerDeps } from '../server-parts.ts'
import { currentVisit, peerOfVisit } from './visit.ts'

/** Context of calls that a server instance makes by itself. */
export interface ServerScope {
  server: McpServer
  deps: Pick<ServerDeps, 'services' | 'admit' | 'hostAccess' | 'isOpen'>
  client: ServedClient
}

/** The SDK types the envelope of a 2026-07-28 request as an empty object. */
interface RequestEnvelope {
  'io.modelcontextprotocol/clientInfo'?: { name?: unknown; version?: unknown }
}

/** The self-declared name of the client program. */
export function programOf(server: McpServer, context?: ServerContext): string | undefined {
  return saidOfProgram('name', server, context)
}

/** The version that it declares. */
export function programVersionOf(server: McpServer, context?: ServerContext): string | undefined {
  return saidOfProgram('version', server, context)
}

function saidOfProgram(
  what: 'name' | 'version',
  server: McpServer,
  context: ServerContext | undefined,
): string | undefined {
  const envelope: RequestEnvelope | undefined = context?.mcpReq.envelope
  const said =
    envelope?.['io.modelcontextprotocol/clientInfo']?.[what] ??
    server.server.getClientVersion()?.[what]
  return typeof said === 'string' ? said : undefined
}

/**
 * The chat account of a client, whose request is counted; undefined for an anonymous one. Throws
 * `unauthorized` and `rate_limited`.
 */
export async function authenticateClient(
  {
    deps,
    client: { caller, isLocal = false, session, chatName },
  }: Pick<ServerScope, 'deps' | 'client'>,
  program: string | undefined,
): Promise<Account | undefined> {
  const actor = await deps.services.accounts.actorOf({
    caller,
    right: currentVisit()?.right,
    program,
    isLocal,
    isOnMachine: deps.isOpen,
    session,
    chatName,
  })
  if (actor) deps.admit?.(actor)
  return actor
}

/** Who is charged for the request that is being served. */
export function principalOfClient({
  deps: { services, hostAccess = NO_HOST_ACCESS },
  client: { caller, isLocal = false },
}: Pick<ServerScope, 'deps' | 'client'>): Principal {
  if (isLocal) return LOCAL_PRINCIPAL
  return principalOfCaller({ caller, peer: peerOfVisit() }, services.accounts, hostAccess)
}

/** Calls one of the client's tools, like a tool call by the client. */
export async function callOwnTool(
  scope: ServerScope,
  tool: AnyOperation,
  input: Record<string, unknown>,
  context?: ServerContext,
): Promise<Record<string, unknown>> {
  const { services } = scope.deps
  return runOperation(tool, input, {
    services,
    caller: scope.client.caller,
    principal: principalOfClient(scope),
    actor: needsAccount(tool, input, services)
      ? await authenticateClient(scope, programOf(scope.server, context))
      : undefined,
    signal: context?.mcpReq.signal ?? AbortSignal.timeout(ANSWER_MAX_MS),
    progress: () => {},
  })
}

/** Longest time that a list or a completion may take. */
const ANSWER_MAX_MS = 10_000

/** The answers to a question; none when its tool is not offered, or fails. */
export async function loadAnswers<Answer>(
  scope: ServerScope,
  question: Question<Answer>,
  typed = '',
  others: Readonly<Record<string, string>> = {},
): Promise<readonly Answer[]> {
  const { operations, finder } = scope.client
  const isAsked = ({ name }: AnyOperation): boolean => name === question.tool
  const tool = operations.find(isAsked) ?? (await finder?.tools())?.find(isAsked)
  if (!tool) return []
  try {
    return question.answers(await callOwnTool(scope, tool, question.input(typed, others)))
  } catch (thrown) {
    if (thrown instanceof OperationError) return []
    throw thrown
  }
}

/** A completer from the answers to a question: those that contain the typed text. */
export function makeCompleter(scope: ServerScope, question: Question<string>) {
  return async (
    typed: string | undefined,
    context?: { arguments?: Record<string, string> | undefined },
  ): Promise<string[]> => {
    const all = await loadAnswers(scope, question, typed, context?.arguments)
    const typedPart = (typed ?? '').toLowerCase()
    return all.filter((answer) => answer.toLowerCase().includes(typedPart))
  }
}
