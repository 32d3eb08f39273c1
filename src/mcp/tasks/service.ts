import { once } from '../../lib/once.ts'
import type { TaskParts } from './parts.ts'
import type { Tasks } from './tasks.ts'

/** The tasks of an instance. */
export interface TaskService {
  /** Loads them on first use. */
  open(): Promise<Tasks>
  /** Whether a tool runs as a task only; none of ours does. */
  requires?(tool: string): boolean
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
  return { open, close: async () => opened?.close() }
}
