import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { Principal } from '../../contract/principal.ts'
import type { Log } from '../../lib/log.ts'
import type { Store } from '../../store/port.ts'
import type { McpTaskTable } from '../../store/tables/task-tables.ts'
import type { Course } from '../calls/course.ts'
import type { TaskRoom } from './task-store.ts'

/** What tasks stand on, and times that tests shorten. */
export interface TaskParts {
  store(): Promise<Store>
  now(): Date
  log: Log
  /** Whether the disk has room for so many bytes more. */
  hasRoom?(bytes: number): Promise<boolean>
  room?: Partial<TaskRoom>
  afterMs?: number
  beatMs?: number
  watchMs?: number
}

/** What a call is called with: again with answers to what it asked (multi round trip). */
export interface Round {
  arguments: Readonly<Record<string, unknown>>
  answers?: Record<string, unknown> | undefined
  state?: string | undefined
}

/** Does the work of a call. Must not hold on to the connection that the call came by: it outlives that. */
export type TaskWork = (
  round: Round,
  course: Course,
) => Promise<CallToolResult | InputRequiredResult>

/** A call that may become a task. */
export interface TaskCall {
  principal: Principal
  tool: string
  /** Self-declared name of the client program. */
  program: string | undefined
  /** Whether another process may begin it anew. */
  isRepeatable: boolean
  round: Round
  work: TaskWork
}

/** The work by which a client's request goes on with a task of an earlier one; undefined where its tool is not offered. */
export type WorkOf = (
  task: Pick<McpTaskTable, 'tool' | 'program' | 'account_id'>,
) => TaskWork | undefined
