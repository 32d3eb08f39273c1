import type { BackgroundJob } from '../../contract/background-job.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { once } from '../../lib/once.ts'
import type { TaskParts } from './parts.ts'
import type { Tasks } from './tasks.ts'

/** New tasks make room as well: this is for results that nobody would replace. */
const SWEEP_INTERVAL_MS = HOUR_MS

/** The tasks of an instance. */
export interface TaskService {
  /** Loads them on first use. */
  open(): Promise<Tasks>
  /** Whether a tool runs as a task only; none of ours does. */
  requires?(tool: string): boolean
  /** Deletes those whose time is over. */
  job: BackgroundJob
  /** Leaves them to other processes. */
  close(): Promise<void>
}

/** Promises tasks without loading them: few clients have any. */
export function tasksOnDemand(parts: TaskParts): TaskService {
  let opened: Tasks | undefined
  const open = once(async () => {
    const { Tasks } = await import('./tasks.ts')
    opened = new Tasks(parts)
    return opened
  })
  const job = {
    name: 'tasks',
    intervalMs: SWEEP_INTERVAL_MS,
    run: async () => (await open()).sweep(),
  }
  return { open, job, close: async () => opened?.close() }
}
