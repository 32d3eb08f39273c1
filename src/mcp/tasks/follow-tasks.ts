import { principalOfClient } from '../calls/call-tool.ts'
import type { CallScope } from '../calls/serve-call.ts'
import { peerOfVisit } from '../calls/visit.ts'
import { tasksRequired, type WireTask } from './wire.ts'

/** What a client listens to, until `stop`. */
export interface Following {
  /** Ids of tasks that are there, and the client's. */
  accepted: string[]
  stop(): void
}

/** What a request to listen says of tasks. */
interface TaskListen {
  taskIds: readonly string[]
  /** Whether the client declares the extension. */
  hasTasks: boolean
  /** Whether its user can be asked. */
  canAsk: boolean
  program: string | undefined
}

/** Follows the tasks that a request to listen names. */
export type FollowTasks = (
  listen: TaskListen,
  notify: (task: WireTask) => void,
) => Promise<Following>

/** Nothing is followed where no tasks are served, or none are named. Throws a ProtocolError for clients without the extension. */
export function makeFollowTasks(scope: CallScope): FollowTasks {
  return async (listen, notify) => {
    const { taskIds, program, canAsk } = listen
    const { tasks } = scope.deps
    if (!tasks || taskIds.length === 0) return { accepted: [], stop: () => {} }
    if (!listen.hasTasks) throw tasksRequired()
    const principal = principalOfClient(scope)
    const facts = {
      canAsk,
      answers: undefined,
      state: undefined,
      program,
      peer: peerOfVisit(),
      principal,
      payment: undefined,
    }
    const { makeWorkOf } = await import('./task-calls.ts')
    const workOf = makeWorkOf(scope, undefined, facts, undefined)
    return (await tasks.open()).watch(principal, taskIds, { notify, workOf })
  }
}
