import type {
  CallToolResult,
  InputRequiredResult,
  JSONRPCRequest,
  Result,
  ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AnyOperation } from '../../contract/operation.ts'
import { programOf, type ServerScope } from '../calls/call-tool.ts'
import { renameInError } from '../calls/result.ts'
import {
  type CallFacts,
  type CallScope,
  factsOf,
  progressTo,
  serveCall,
} from '../calls/serve-call.ts'
import { currentVisit, serveVisit, type Visit } from '../calls/visit.ts'
import type { ServerDeps } from '../server-parts.ts'
import { namesFor, type ToolNames } from '../tool-names.ts'
import type { Round, TaskWork, WorkOf } from './parts.ts'
import type { TaskService } from './service.ts'
import { declaresTasks, tasksRequired } from './wire.ts'

/** One server instance with its tasks. */
export interface TaskScope extends ServerScope {
  deps: ServerDeps
}

/** Serves a call of a tool as the SDK does. */
export type CallHandler = (
  request: JSONRPCRequest,
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>

const toolCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
})

/** How calls for the client of a request are done; see `makeWorkOf`. */
export function workOfRequest(scope: TaskScope, call: CallHandler, context: ServerContext): WorkOf {
  return makeWorkOf(scope, call, factsOf(scope.server, context, scope), context)
}

/** Serves a call of a tool for a client that may declare tasks: then it becomes one when it takes long. */
export async function serveTaskCall(
  scope: TaskScope,
  tasks: TaskService,
  call: CallHandler,
  request: JSONRPCRequest,
  context: ServerContext,
): Promise<Result> {
  const { success, data } = toolCall.safeParse(request.params)
  if (!success) return call(request, context)
  const { name, arguments: args } = data
  const { server, client } = scope
  if (!declaresTasks(context.mcpReq.envelope)) {
    if (tasks.requires?.(name)) throw tasksRequired()
    return call(request, context)
  }
  const facts = factsOf(server, context, scope)
  const program = programOf(server, context)
  const work = makeWorkOf(
    scope,
    call,
    facts,
    context,
  )({
    tool: name,
    program: program ?? null,
    account_id: null,
  })
  if (!work) return call(request, context)
  const { meant } = namesFor(scope.deps.toolPrefix, client.operations)
  const operation = client.operations.find((one) => one.name === meant(name))
  const { answers, state } = facts
  const round: Round = {
    arguments: args,
    ...(answers === undefined ? {} : { answers }),
    ...(typeof state === 'string' ? { state } : {}),
  }
  const isRepeatable =
    operation !== undefined && (operation.effects.readOnly || operation.effects.idempotent)
  const { principal } = facts
  const opened = await tasks.open()
  return opened.run(
    { principal, tool: name, program, isRepeatable, round, work },
    { signal: context.mcpReq.signal, progress: progressTo(context) },
  )
}

/**
 * How calls for a client are done: those of operations without this server instance, which is large and need not outlive its
 * request; those of tools that a test has added, by it. Sold calls are no tasks: who pays by a header gets the receipt by one.
 */
export function makeWorkOf(
  { deps, client }: CallScope,
  call: CallHandler | undefined,
  facts: CallFacts,
  context: ServerContext | undefined,
): WorkOf {
  const { operations } = client
  const scope = { deps, client: { ...client, operations: [] } }
  const names = namesFor(deps.toolPrefix, operations)
  const visit = currentVisit()
  return ({ tool, program, account_id: accountId }) => {
    const operation = operations.find(({ name }) => name === names.meant(tool))
    if (deps.gate?.prices.has(names.meant(tool))) return undefined
    if (operation) {
      const work = byOperation(operation, scope, names, {
        ...facts,
        program: program ?? undefined,
        accountId,
      })
      return visit ? within(visit, work) : work
    }
    return call && context && byInstance(tool, call, context)
  }
}

// A function of its own: what it returns must not share a scope with the connection.
function byOperation(
  operation: AnyOperation,
  scope: CallScope,
  names: ToolNames,
  facts: CallFacts,
): TaskWork {
  return async ({ arguments: args, answers, state }, course) =>
    renameInError(
      await serveCall(operation, args, scope, { ...facts, answers, state }, course),
      names,
    )
}

/** Has a call go on with the rights of the request that began it: it may run when another one is served. */
function within({ peer, scopes, right, programId }: Visit, work: TaskWork): TaskWork {
  const visit = { peer, scopes, right, programId }
  return async (...what) => serveVisit(visit, async () => work(...what))
}

function byInstance(tool: string, call: CallHandler, context: ServerContext): TaskWork {
  return async ({ arguments: args, answers, state }, { signal }) => {
    const { inputResponses: _, ...mcpReq } = context.mcpReq
    const request = { jsonrpc: '2.0', id: mcpReq.id, method: 'tools/call' } as const
    const taskRequest = {
      ...mcpReq,
      signal,
      requestState: () => state,
      ...(answers === undefined ? {} : { inputResponses: answers }),
    }
    return call({ ...request, params: { name: tool, arguments: { ...args } } }, {
      ...context,
      mcpReq: taskRequest,
    } as ServerContext)
  }
}
