import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { OperationError } from '../../contract/errors.ts'
import type { Progress, Resumption } from '../../contract/operation.ts'
import { KNOWN_WEIGHT, type Principal } from '../../contract/principal.ts'
import type { McpTaskTable } from '../../store/tables/task-tables.ts'
import type { Course } from '../calls/course.ts'
import { errorResult } from '../calls/result.ts'
import {
  RUNNER_BEAT_MS,
  TASK_AFTER_MS,
  TASK_ARGUMENTS_MAX_BYTES,
  TASK_RESULT_MAX_BYTES,
  TASK_TTL_MS,
  TASK_WATCH_MS,
  TASKS_MAX_BYTES,
  TASKS_PER_PRINCIPAL_MAX_BYTES,
} from '../limits.ts'
import type { Round, TaskCall, TaskParts, TaskWork, WorkOf } from './parts.ts'
import { TaskStore } from './task-store.ts'
import { Watchers, type Watching } from './watchers.ts'
import {
  type CreatedTask,
  detailedTask,
  type TaskQuestion,
  unknownTask,
  type WireTask,
  wireTask,
} from './wire.ts'

type Outcome = CallToolResult | InputRequiredResult

/** A call that runs in this process. */
class Running implements Course {
  readonly #abort = new AbortController()
  readonly signal = this.#abort.signal
  accountId: number | undefined
  resumption: Resumption | undefined
  message: string | undefined
  /** Told of progress, until the call is a task. */
  report: ((step: Progress) => void) | undefined
  /** Told how the call would go on, once it is a task. */
  keep: ((resumption: Resumption) => void) | undefined

  abort(): void {
    this.#abort.abort()
  }

  // Fields, since calls pass these on by themselves.
  readonly progress = (step: Progress): void => {
    this.message = step.message
    this.report?.(step)
  }

  readonly resumable = (resumption: Resumption): void => {
    this.resumption = resumption
    this.keep?.(resumption)
  }

  readonly actAs = (accountId: number): void => {
    this.accountId = accountId
  }
}

/**
 * Calls that go on after their clients were answered (SEP-2663). Each is a row of the store before anybody hears of it, and is run
 * by one process at a time. When that dies, the next process that is asked for the task goes on: from where it waits, from its
 * beginning where it may be repeated, and else it fails.
 */
export class Tasks {
  readonly #parts: TaskParts
  readonly #store: TaskStore
  readonly #running = new Map<string, Running>()
  readonly #watchers: Watchers
  #beating: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: TaskParts) {
    this.#parts = parts
    const now = () => parts.now().getTime()
    this.#store = new TaskStore(parts.store, now, randomUUID())
    this.#watchers = new Watchers({
      store: this.#store,
      intervalMs: parts.watchMs ?? TASK_WATCH_MS,
      isRunning: (id) => this.#running.has(id),
      get: async (...what) => this.get(...what),
      log: parts.log,
    })
  }

  /** Tasks that run in this process now. */
  get runningCount(): number {
    return this.#running.size
  }

  /**
   * Runs a call. Returns its result, or the task that it became because it took long. Where there is no room for a task, the
   * client waits as without them.
   */
  async run(
    call: TaskCall,
    client: { signal: AbortSignal; progress(step: Progress): void },
  ): Promise<Outcome | CreatedTask> {
    const running = new Running()
    running.report = client.progress
    const leave = () => running.abort()
    if (client.signal.aborted) leave()
    client.signal.addEventListener('abort', leave, { once: true })
    try {
      const work = call.work(call.round, running)
      if (await isOverWithin(work, this.#parts.afterMs ?? TASK_AFTER_MS)) return await work
      const row = await this.#create(call, running)
      if (!row) return await work
      this.#start(row, call, running, work)
      if (client.signal.aborted) await this.cancel(call.principal, row.id)
      return { resultType: 'task', ...wireTask(row, running.message) }
    } finally {
      client.signal.removeEventListener('abort', leave)
    }
  }

  /** A task of a principal, taken over where its process has died. Throws a ProtocolError for all others. */
  async get(principal: Principal, id: string, workOf: WorkOf): Promise<WireTask> {
    const found = await this.#store.find(principal.id, id)
    if (!found) throw unknownTask()
    if (found.isAbandoned && !this.#running.has(id)) await this.#takeOver(found.row, workOf)
    return this.#detailed((await this.#store.find(principal.id, id))?.row ?? found.row)
  }

  /** Takes answers to the questions of a task. Throws a ProtocolError for one that is not there. */
  async update(
    principal: Principal,
    id: string,
    responses: Readonly<Record<string, unknown>>,
    workOf: WorkOf,
  ): Promise<void> {
    const found = await this.#store.find(principal.id, id)
    if (!found) throw unknownTask()
    const answered = await this.#store.answer(principal.id, id, responses)
    if (!answered) return
    const { row, question } = answered
    const { answers, state } = question
    const round = {
      arguments: argumentsOf(row),
      answers,
      ...(state === undefined ? {} : { state }),
    }
    this.#begin(row, round, question.isRepeatable, workOf(row), question.round + 1)
    this.#watchers.changed(id)
  }

  /** Cancels a task; nothing happens to one that is over. Throws a ProtocolError for one that is not there. */
  async cancel(principal: Principal, id: string): Promise<void> {
    const found = await this.#store.find(principal.id, id)
    if (!found) throw unknownTask()
    await this.#store.cancel(principal.id, id)
    this.#running.get(id)?.abort()
    this.#watchers.changed(id)
  }

  /** Follows those of some tasks that are the principal's, until `stop`. */
  async watch(
    principal: Principal,
    ids: readonly string[],
    listener: Pick<Watching, 'notify' | 'workOf'>,
  ): Promise<{ accepted: string[]; stop(): void }> {
    const found = await Promise.all(ids.map(async (id) => this.#store.find(principal.id, id)))
    const rows = found.flatMap((one) => (one ? [one.row] : []))
    const stop = this.#watchers.add({ ...listener, principal }, rows)
    return { accepted: rows.map(({ id }) => id), stop }
  }

  /** Deletes tasks whose time is over. */
  async sweep(): Promise<void> {
    await this.#store.sweep()
  }

  /** Leaves all tasks to other processes. */
  async close(): Promise<void> {
    const hasTasks = this.#running.size > 0
    this.#isClosed = true
    clearInterval(this.#beating)
    this.#watchers.close()
    for (const running of this.#running.values()) running.abort()
    this.#running.clear()
    // Otherwise they wait until this process counts as dead.
    if (hasTasks) await this.#store.leave().catch(() => {})
  }

  async #create(call: TaskCall, running: Running): Promise<McpTaskTable | undefined> {
    const args = JSON.stringify(call.round.arguments)
    if (this.#isClosed || Buffer.byteLength(args) > TASK_ARGUMENTS_MAX_BYTES) return undefined
    const { principal, isRepeatable } = call
    const { accountId, resumption } = running
    const share = principal.weight / KNOWN_WEIGHT
    const room = {
      perPrincipalMaxBytes: TASKS_PER_PRINCIPAL_MAX_BYTES * share,
      maxBytes: TASKS_MAX_BYTES,
      ...this.#parts.room,
    }
    try {
      if (!((await this.#parts.hasRoom?.(TASK_RESULT_MAX_BYTES)) ?? true)) return undefined
      const row = await this.#store.add(
        {
          id: randomBytes(24).toString('base64url'),
          principal: principal.id,
          tool: call.tool,
          program: call.program ?? null,
          account_id: accountId ?? null,
          arguments: isRepeatable && !resumption ? args : null,
          resumption: resumption ? JSON.stringify(resumption) : null,
          expires_ms: this.#parts.now().getTime() + TASK_TTL_MS,
        },
        room,
      )
      // What became known while it was written.
      if (row && running.resumption && running.resumption !== resumption) {
        await this.#store.resumeWith(row.id, running.resumption)
      }
      return row
    } catch (err) {
      this.#parts.log.warn({ err }, 'a call could not become a task')
      return undefined
    }
  }

  /** Goes on with a task that this process has got. */
  #begin(
    row: McpTaskTable,
    round: Round,
    isRepeatable: boolean,
    work: TaskWork | undefined,
    roundNumber: number,
  ): void {
    const running = new Running()
    const call = { isRepeatable, round, roundNumber, work: work ?? notOffered }
    this.#start(row, call, running, call.work(round, running))
  }

  #start(
    { id }: McpTaskTable,
    call: Pick<TaskCall, 'isRepeatable' | 'round'> & { roundNumber?: number },
    running: Running,
    work: Promise<Outcome>,
  ): void {
    running.report = undefined
    running.keep = (resumption) =>
      void this.#store.resumeWith(id, resumption).catch((err: unknown) => {
        this.#parts.log.warn({ err }, 'where a task goes on could not be kept')
      })
    this.#running.set(id, running)
    this.#beating ??= setInterval(() => void this.#beat(), this.#parts.beatMs ?? RUNNER_BEAT_MS)
    this.#beating.unref()
    const { isRepeatable, round, roundNumber = 0 } = call
    void this.#settle(id, { isRepeatable, args: round.arguments, roundNumber }, work)
  }

  /** Keeps the outcome of a task, as soon as the store takes it. */
  async #settle(
    id: string,
    { isRepeatable, args, roundNumber: round }: Settled,
    work: Promise<Outcome>,
  ): Promise<void> {
    const save = await work.then(
      (outcome) => {
        if (!isInputRequiredResult(outcome))
          return async () => this.#store.finish(id, endOf(outcome))
        const { inputRequests: requests = {}, requestState: state } = outcome
        const taskQuestion: TaskQuestion = { round, requests, answers: {}, isRepeatable }
        const question = state === undefined ? taskQuestion : { ...taskQuestion, state }
        return async () => this.#store.ask(id, question, JSON.stringify(args))
      },
      (thrown: unknown) => async () =>
        this.#store.finish(id, { status: 'failed', outcome: failureOf(thrown) }),
    )
    while (!this.#isClosed) {
      try {
        await save()
        break
      } catch (err) {
        this.#parts.log.warn({ err }, 'the outcome of a task could not be kept yet')
        await sleep(this.#parts.beatMs ?? RUNNER_BEAT_MS, undefined, { ref: false })
      }
    }
    if (this.#isClosed) return
    this.#running.delete(id)
    if (this.#running.size === 0) {
      clearInterval(this.#beating)
      this.#beating = undefined
    }
    this.#watchers.changed(id)
  }

  async #takeOver(row: McpTaskTable, workOf: WorkOf): Promise<void> {
    const work = workOf(row)
    if (!work || this.#isClosed || !(await this.#store.claim(row))) return
    const args = resumedArguments(row, this.#parts.now().getTime())
    if (args) this.#begin(row, { arguments: args }, true, work, roundAfter(row))
    else await this.#store.finish(row.id, { status: 'failed', outcome: failureOf(interrupted()) })
  }

  async #beat(): Promise<void> {
    try {
      for (const id of await this.#store.beat()) this.#running.get(id)?.abort()
    } catch (err) {
      this.#parts.log.warn({ err }, 'tasks could not be kept')
    }
  }

  #detailed(row: McpTaskTable): WireTask {
    return detailedTask(
      row,
      row.status === 'working' ? this.#running.get(row.id)?.message : undefined,
    )
  }
}

interface Settled {
  isRepeatable: boolean
  args: Readonly<Record<string, unknown>>
  roundNumber: number
}

/** Whether work is over within a time. Never throws what the work does. */
async function isOverWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const over = () => true
  try {
    return await Promise.race([work.then(over, over), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function argumentsOf(row: McpTaskTable): Record<string, unknown> {
  return JSON.parse(row.arguments ?? '{}') as Record<string, unknown>
}

/** What another process calls to go on; undefined where nothing may be called. */
function resumedArguments(row: McpTaskTable, nowMs: number): Record<string, unknown> | undefined {
  if (row.resumption === null) return row.arguments === null ? undefined : argumentsOf(row)
  const { arguments: args, endsAtMs } = JSON.parse(row.resumption) as Resumption
  if (endsAtMs === undefined) return args
  return { ...args, seconds: Math.max(0, Math.ceil((endsAtMs - nowMs) / 1_000)) }
}

function roundAfter({ question }: McpTaskTable): number {
  return question === null ? 0 : (JSON.parse(question) as TaskQuestion).round + 1
}

function endOf(result: CallToolResult) {
  const outcome = JSON.stringify(result)
  const isTooLarge = Buffer.byteLength(outcome) > TASK_RESULT_MAX_BYTES
  return {
    status: 'completed',
    outcome: isTooLarge ? JSON.stringify(errorResult(resultTooLarge())) : outcome,
  } as const
}

function resultTooLarge(): OperationError {
  return new OperationError('too_large', 'The result is too large to be kept.', {
    hint: 'Ask for less at a time.',
  })
}

/** The error of a task whose call must not be repeated, though nobody knows how far it came. */
function interrupted(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'The server ended during this call, which may or may not have been done, and does not repeat it by itself. Look whether it was done before calling again.',
  )
}

const notOffered: TaskWork = async () => {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The tool of this task is not offered.')
}

/** An error as JSON-RPC has it; what was not meant for clients stays here. */
function failureOf(thrown: unknown): string {
  if (!(thrown instanceof ProtocolError)) {
    return JSON.stringify({ code: ProtocolErrorCode.InternalError, message: 'Internal error' })
  }
  const { code, message, data } = thrown
  return JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })
}
