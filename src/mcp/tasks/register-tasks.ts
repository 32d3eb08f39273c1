import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { once } from '../../lib/once.ts'
import { principalOfClient } from '../calls/call-tool.ts'
import { TASK_ANSWERS_MAX_BYTES } from '../limits.ts'
import { handlersOf } from '../request-handlers.ts'
import type { CallHandler, TaskScope } from './task-calls.ts'
import { declaresTasks, TASKS_EXTENSION, tasksRequired } from './wire.ts'

const named = z.object({ taskId: z.string().max(200) })

const anyResult = z.looseObject({})

/** What does calls is loaded by the first one: a start has none. */
const loadCalls = once(async () => import('./task-calls.ts'))

/** Serves the tasks extension (SEP-2663) to clients of 2026-07-28: calls that become tasks, and what is asked of these. */
export function registerTasks(scope: TaskScope): void {
  const { server, deps, client } = scope
  const { tasks } = deps
  if (!tasks || client.era !== 'modern') return
  const { server: low } = server
  low.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} } })
  const principal = () => principalOfClient(scope)
  const call = takeCallHandler(low)
  const workOf = async (context: ServerContext) =>
    (await loadCalls()).workOfRequest(scope, call, context)

  low.setRequestHandler(
    'tasks/get',
    { params: named, result: anyResult },
    async (params, context) => {
      requireDeclared(context)
      return {
        ...(await (await tasks.open()).get(principal(), params.taskId, await workOf(context))),
      }
    },
  )
  low.setRequestHandler(
    'tasks/update',
    { params: named, result: anyResult },
    async (params, context) => {
      requireDeclared(context)
      // The SDK takes answers out of the parameters of any request.
      const responses = boundAnswers(context.mcpReq.inputResponses)
      await (
        await tasks.open()
      ).update(principal(), params.taskId, responses, await workOf(context))
      return {}
    },
  )
  low.setRequestHandler(
    'tasks/cancel',
    { params: named, result: anyResult },
    async (params, context) => {
      requireDeclared(context)
      await (await tasks.open()).cancel(principal(), params.taskId)
      return {}
    },
  )
  handlersOf(low).set('tools/call', async (request, context) =>
    (await loadCalls()).serveTaskCall(scope, tasks, call, request, context),
  )
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
