import {
  type CallToolResult,
  type InputRequiredResult,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AnyOperation } from '../../contract/operation.ts'
import { principalOfClient, programOf, type ServerScope } from '../call-tool.ts'
import { TASK_ANSWERS_MAX_BYTES } from '../limits.ts'
import { handlersOf } from '../request-handlers.ts'
import { renameInError } from '../result.ts'
import { type CallFacts, type CallScope, factsOf, progressTo, serveCall } from '../serve-call.ts'
import type { ServerDeps } from '../server-parts.ts'
import { namesFor, type ToolNames } from '../tool-names.ts'
import type { Round, TaskWork, WorkOf } from './parts.ts'
import type { TaskService } from './service.ts'
import { declaresTasks, TASKS_EXTENSION, tasksRequired } from './wire.ts'

/** One server instance with its tasks. */
interface TaskScope extends ServerScope {
  deps: ServerDeps
}

type CallHandler = (
  request: JSONRPCRequest,
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>

const named = z.object({ taskId: z.string().max(200) })

const toolCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
})

const anyResult = z.looseObject({})

/** Serves the tasks extension (SEP-2663) to clients of 2026-07-28: calls that become tasks, and what is asked of these. */
export function registerTasks(scope: TaskScope): void {
  const { server, deps, client } = scope
  const { tasks } = deps
  if (!tasks || client.era !== 'modern') return
  const { server: low } = server
  low.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} } })
  const principal = () => principalOfClient(scope)
  const call = takeCallHandler(low)
  const workOf = (context: ServerContext) =>
    makeWorkOf(scope, call, factsOf(server, context, scope), context)

  low.setRequestHandler(
    'tasks/get',
    { params: named, result: anyResult },
    async (asked, context) => {
      requireDeclared(context)
      return { ...(await (await tasks.open()).get(principal(), asked.taskId, workOf(context))) }
    },
  )
  low.setRequestHandler(
    'tasks/update',
    { params: named, result: anyResult },
    async (asked, context) => {
      requireDeclared(context)
      // The SDK takes answers out of the parameters of any request.
      const responses = boundAnswers(context.mcpReq.inputResponses)
      await (await tasks.open()).update(principal(), asked.taskId, responses, workOf(context))
      return {}
    },
  )
  low.setRequestHandler(
    'tasks/cancel',
    { params: named, result: anyResult },
    async (asked, context) => {
      requireDeclared(context)
      await (await tasks.open()).cancel(principal(), asked.taskId)
      return {}
    },
  )
  handlersOf(low).set('tools/call', async (request, context) =>
    serveTaskCall(scope, tasks, call, request, context),
  )
}

async function serveTaskCall(
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
  return ({ tool, program, account_id: accountId }) => {
    const operation = operations.find(({ name }) => name === names.meant(tool))
    if (deps.gate?.prices.has(names.meant(tool))) return undefined
    if (operation) {
      return byOperation(operation, scope, names, {
        ...facts,
        program: program ?? undefined,
        accountId,
      })
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

function byInstance(tool: string, call: CallHandler, context: ServerContext): TaskWork {
  return async ({ arguments: args, answers, state }, { signal }) => {
    const { inputResponses: _, ...mcpReq } = context.mcpReq
    const request = { jsonrpc: '2.0', id: mcpReq.id, method: 'tools/call' } as const
    const asked = {
      ...mcpReq,
      signal,
      requestState: () => state,
      ...(answers === undefined ? {} : { inputResponses: answers }),
    }
    return call({ ...request, params: { name: tool, arguments: { ...args } } }, {
      ...context,
      mcpReq: asked,
    } as ServerContext)
  }
}

/** Throws a ProtocolError for more than a client may answer at once. */
function boundAnswers(answers: Record<string, unknown> = {}): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(answers)) <= TASK_ANSWERS_MAX_BYTES) return answers
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The answers are too long.')
}

function requireDeclared({ mcpReq }: ServerContext): void {
  if (!declaresTasks(mcpReq.envelope)) throw tasksRequired()
}

function takeCallHandler(low: Server): CallHandler {
  const call = handlersOf(low).get('tools/call')
  if (!call) throw new Error('The server has no tools.')
  return call as CallHandler
}
