import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import type { Course } from '../../src/mcp/calls/course.ts'
import { RUNNER_LEASE_MS, TASK_TTL_MS } from '../../src/mcp/limits.ts'
import type { Round, TaskCall, TaskParts, TaskWork } from '../../src/mcp/tasks/parts.ts'
import { Tasks } from '../../src/mcp/tasks/tasks.ts'
import type { WireTask } from '../../src/mcp/tasks/wire.ts'
import type { Store } from '../../src/store/port.ts'
import { quietLog, type StoreBackend } from './store-backend.ts'

const AFTER_MS = 20

/** A result that is a text. */
export const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** Work that goes on until `end` is called, or it is ended; notes how it was called. */
export function pending() {
  const ended = Promise.withResolvers<ReturnType<typeof said>>()
  const rounds: Round[] = []
  const courses: Course[] = []
  const work: TaskWork = async (round, course) => {
    rounds.push(round)
    courses.push(course)
    const left = new Promise<never>((_, reject) => {
      course.signal.addEventListener('abort', () => reject(new Error('left')))
    })
    return Promise.race([ended.promise, left])
  }
  return { work, rounds, courses, end: (text: string) => ended.resolve(said(text)) }
}

/** A call of work, by the owner of this machine. */
export function callOf(work: TaskWork, differences: Partial<TaskCall> = {}): TaskCall {
  const round = { arguments: { question: 'Ship it?' } }
  const principal = LOCAL_PRINCIPAL
  const call = { principal, tool: 'ask', program: 'tests', isRepeatable: false, round, work }
  return { ...call, ...differences }
}

/** A client that waits. */
export const client = () => ({ signal: new AbortController().signal, progress: () => {} })
/** Work of nobody. */
export const never = () => undefined

/** Processes that share the tasks of a new store, and the clock of all. */
export function taskProcesses({ newLocation, open }: StoreBackend) {
  let store: Store
  const clock = { ms: 0 }
  let opened: Tasks[] = []
  /** When processes died. */
  const dead = new Map<Tasks, number>()
  beforeAll(async () => {
    store = await open(newLocation())
  })
  afterAll(async () => store.close())
  beforeEach(async () => {
    clock.ms = Date.parse('2026-01-02T03:04:05Z')
    await store.write(async (tx) => tx.deleteFrom('mcp_task').execute())
    return async () => {
      await Promise.all(opened.map(async (one) => one.close()))
      opened = []
    }
  })

  /** The tasks of one more process. */
  function startProcess(parts: Partial<TaskParts> = {}): Tasks {
    const tasks: Tasks = new Tasks({
      store: async () => {
        if (dead.has(tasks)) throw new Error('dead')
        return store
      },
      now: () => new Date(dead.get(tasks) ?? clock.ms),
      log: quietLog,
      afterMs: AFTER_MS,
      beatMs: 20,
      watchMs: 20,
      ...parts,
    })
    opened.push(tasks)
    return tasks
  }

  /** A call that has become a task of a process. */
  async function begin(process: Tasks, call: TaskCall): Promise<string> {
    const created = await process.run(call, client())
    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: TASK_TTL_MS })
    return (created as unknown as WireTask).taskId
  }

  /** Lets calls that have begun become tasks, if they do: one that begins after them has. */
  const outwait = async () => begin(startProcess(), callOf(pending().work))

  /** Ends a process as a kill does: nothing comes of it any more, and the others learn that by its silence. */
  function kill(process: Tasks): void {
    dead.set(process, clock.ms)
    clock.ms += RUNNER_LEASE_MS + 1
  }

  const get = async (process: Tasks, id: string, workOf = never as () => TaskWork | undefined) =>
    process.get(LOCAL_PRINCIPAL, id, workOf)

  const finished = async (process: Tasks, id: string): Promise<WireTask> =>
    vi.waitFor(async () => {
      const task = await get(process, id)
      expect(task.status).not.toBe('working')
      return task
    })

  /** Waits until a call is a task. */
  const hasTask = async () => vi.waitFor(async () => expect(await countRows()).toBeGreaterThan(0))

  const rows = async () => store.db.selectFrom('mcp_task').selectAll().execute()

  const countRows = async (): Promise<number> => (await rows()).length

  return { clock, startProcess, begin, outwait, kill, get, finished, hasTask, countRows, rows }
}
