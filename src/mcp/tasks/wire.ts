import {
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { McpTaskTable, TaskStatus } from '../../store/tables/task-tables.ts'
import { TASK_POLL_MS } from '../limits.ts'

/** Identifier of the extension (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** A task as clients see it; `result`, `error` and `inputRequests` only in the states that have them. */
export interface WireTask {
  taskId: string
  status: TaskStatus
  statusMessage?: string
  createdAt: string
  lastUpdatedAt: string
  ttlMs: number
  pollIntervalMs: number
  inputRequests?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: Record<string, unknown>
}

/** The answer to a call that became a task. */
export interface CreatedTask extends WireTask {
  resultType: 'task'
  [key: string]: unknown
}

/** The question of a task to its client, and the answer. */
export interface TaskQuestion {
  /** How many questions there were before: part of the keys, of which none comes twice. */
  round: number
  /** Questions by the names that the tool gave them. */
  requests: Readonly<Record<string, unknown>>
  answers: Readonly<Record<string, unknown>>
  /** What the tool wants back with the answers. */
  state?: string
  /** Whether the call may be repeated by another process, once the answers were used. */
  isRepeatable: boolean
}

/** The key by which a client answers a request. */
export function keyOf(question: Pick<TaskQuestion, 'round'>, name: string): string {
  return `${name}.${question.round}`
}

/** The names of the requests that were not answered. */
export function outstandingOf({ requests, answers }: TaskQuestion): string[] {
  return Object.keys(requests).filter((name) => !Object.hasOwn(answers, name))
}

/** The part of a task that the answer to its call says. */
export function wireTask(row: McpTaskTable, statusMessage?: string): WireTask {
  return {
    taskId: row.id,
    status: row.status,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt: new Date(row.created_ms).toISOString(),
    lastUpdatedAt: new Date(row.updated_ms).toISOString(),
    ttlMs: row.expires_ms - row.created_ms,
    pollIntervalMs: TASK_POLL_MS,
  }
}

/** A task with what its state has. */
export function detailedTask(row: McpTaskTable, statusMessage?: string): WireTask {
  const task = wireTask(row, statusMessage)
  if (row.status === 'input_required' && row.question !== null) {
    const question = JSON.parse(row.question) as TaskQuestion
    const open = outstandingOf(question).map((name) => [
      keyOf(question, name),
      question.requests[name],
    ])
    return { ...task, inputRequests: Object.fromEntries(open) as Record<string, unknown> }
  }
  if (row.outcome === null) return task
  const outcome = JSON.parse(row.outcome) as Record<string, unknown>
  if (row.status === 'completed') return { ...task, result: outcome }
  return row.status === 'failed' ? { ...task, error: outcome } : task
}

/** The SDK types the envelope of a 2026-07-28 request as an empty object. */
interface RequestEnvelope {
  'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities
}

/** Whether the client of a request, by its `_meta`, takes tasks for answers. */
export function declaresTasks(meta: object | undefined): boolean {
  const envelope: RequestEnvelope | undefined = meta
  const { extensions } = envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {}
  return extensions !== undefined && Object.hasOwn(extensions, TASKS_EXTENSION)
}

/** The error for a request that only clients with the extension may make (-32021). */
export function tasksRequired(): ProtocolError {
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } }
  return new MissingRequiredClientCapabilityError({ requiredCapabilities })
}

/** The error for a task that is not there, and for one of somebody else. */
export function unknownTask(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.')
}
