import type { OperationError } from '../contract/errors.ts'
import type { Isolation, RunOptions } from '../contract/sandbox.ts'
import type { Log } from '../lib/log.ts'
import type { Load } from '../lib/metrics.ts'
import { CellStarter, type CellStarterOptions } from './cell-starter.ts'
import { ChildLives } from './child-lives.ts'
import { JobTurns, type Standing, type RunningTurn, type Turn, turnOf } from './job-turns.ts'
import type { SandboxLimits } from './limits.ts'
import { Members, type Member } from './members.ts'
import { MemoryWatch, memoryReader, type OverCap } from './memory.ts'
import { afterOwnTime, type Timer } from './processor.ts'
import { Room } from './room.ts'
import { StandingBy } from './standing-by.ts'
import {
  cancelledJob,
  endedJob,
  inputTooLarge,
  noRoom,
  settleReply,
  waitedForOwn,
  TOO_MUCH_MEMORY,
  type JobEnd,
} from './verdict.ts'
import { decodeProgress, decodeReply, type JobProgress, packJob, type Parcel } from './wire.ts'

/** Time a job waits for a child that has loaded its engine, before it gets one that has not. */
const ENGINE_WAIT_MS = 150

/** Bounds and observers of a job, and whether it is known to be short. */
export interface JobOptions extends RunOptions {
  isShort?: boolean
}

interface Task extends Turn {
  id: number
  /** Time since which it waits. */
  addedMs: number
  /** How long it may wait from then on. */
  waitMaxMs: number
  waitTimer: NodeJS.Timeout | undefined
  engineTimer: NodeJS.Timeout | undefined
  /** Memory that it needs to be done once more, after it was ended for that of others. */
  promisedBytes: number | undefined
  parcel: Parcel
  deadlineMs: number
  progress: RunOptions['progress']
  results: RunOptions['results']
  resolve(value: unknown): void
  reject(error: OperationError): void
}

/** A task in a child. */
interface Running extends RunningTurn {
  task: Task
  promisedBytes: number | undefined
  deadline: Timer
  /** Progress it has reported. */
  reports: number
}

type Child = Member<Running>

/**
 * Runs jobs by name in isolated children, each job alone in its child: at most `maxRunning` at a time, and some
 * more that are short (`JobTurns`), as far as there is memory for their children (`Room`); the rest waits in a bounded queue. Starts nothing until the first job; from then on keeps one spare
 * child ready while not all may work, so that a kill costs the next job nothing; children without work end after `idleMs`.
 */
export class Pool {
  readonly #starter: CellStarter
  readonly #limits: SandboxLimits
  readonly #log: Log
  readonly #memory: MemoryWatch
  readonly #members: Members<Running>
  readonly #lives: ChildLives<Running>
  readonly #room: Room<Running>
  readonly #standingBy: StandingBy<Running>
  readonly #turns: JobTurns<Task>
  #queuedBytes = 0
  #lastId = 0
  #closed = false

  constructor(options: CellStarterOptions) {
    const { limits } = options
    this.#starter = new CellStarter(options)
    this.#limits = limits
    this.#log = options.log
    this.#turns = new JobTurns(limits)
    this.#members = new Members(limits)
    this.#lives = new ChildLives({
      starter: this.#starter,
      members: this.#members,
      limits,
      log: options.log,
      onBody: (member, body) => this.#receive(member, body),
      onEnd: (member, { reason, detail }) => this.#kill(member, reason, detail),
      onStarted: () => {
        if (this.#turns.size > 0 || this.#starter.launch) this.#pump()
      },
      onNone: (failure) => this.#rejectWaiting(failure),
    })
    this.#room = new Room(limits, (pid) => this.#memory.sizeOf(pid))
    this.#standingBy = new StandingBy({
      limits,
      members: this.#members,
      turns: this.#turns,
      room: this.#room,
      remove: (...members) => this.#lives.remove(...members),
      onRoom: () => this.#pump(),
    })
    this.#memory = new MemoryWatch(memoryReader(process.platform), limits, this.#standingBy)
  }

  /** Runs one job; see the port for what it throws. */
  async run(job: string, input: unknown, options: JobOptions): Promise<unknown> {
    const { signal } = options
    if (signal.aborted) throw cancelledJob(signal)
    if (this.#closed) throw noRoom('it is shutting down')
    const id = ++this.#lastId
    const parcel = packJob(id, job, input)
    this.#requireSize(parcel)
    if (this.#queuedBytes + parcel.message.byteLength > this.#limits.queueMaxBytes) {
      throw noRoom('too many bytes wait')
    }
    const { deadlineMs = this.#limits.jobDeadlineMs, progress, results } = options
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const task: Task = {
      ...turnOf(job, options, { ...options, bytes: parcel.byteLength }),
      id,
      addedMs: 0,
      waitMaxMs: this.#limits.queueWaitMaxMs,
      waitTimer: undefined,
      engineTimer: undefined,
      promisedBytes: undefined,
      parcel,
      deadlineMs,
      progress,
      results,
      resolve,
      reject,
    }
    const abort = (): void => this.#abandon(task, cancelledJob(signal))
    signal.addEventListener('abort', abort, { once: true })
    try {
      this.#turns.add(task)
      this.#wait(task)
      return await promise
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** Jobs that run, jobs that wait, and those that were refused so far. */
  get load(): Load {
    const { size: waiting, refusedCount: refused } = this.#turns
    return { running: this.#members.running.length, waiting, refused }
  }

  /** Starts a child unless one is ready or starting. */
  prepare(): void {
    this.#pump()
  }

  /** How children are isolated here; starts one to find out. Throws `unavailable` when none starts. */
  async isolation(): Promise<Isolation> {
    return this.#lives.isolation()
  }

  /** Kills every child and refuses every waiting and running job. */
  close(): void {
    this.#closed = true
    const ending = noRoom('it is shutting down')
    for (const { task } of this.#members.running) this.#abandon(task, ending)
    this.#rejectWaiting(ending)
    this.#lives.close()
  }

  #requireSize(parcel: Parcel): void {
    const isolated = this.#starter.launch?.kind !== 'thread'
    const maxBytes = isolated ? this.#limits.inputMaxBytes : this.#limits.threadInputMaxBytes
    if (parcel.byteLength > maxBytes) throw inputTooLarge(parcel.byteLength, maxBytes, isolated)
  }

  /** Gives waiting tasks to idle children, and keeps enough of them for those that may run beside these, and one spare. */
  #pump(): void {
    if (this.#closed) return
    while (this.#members.hasIdle) {
      const task = this.#turns.take(
        this.#members.running,
        (next, standing) =>
          !this.#waits(next, standing) && this.#members.choose(next.job, standing) !== undefined,
      )
      if (!task) break
      this.#endWait(task)
      const standing = this.#turns.standingOf(task, this.#members.running)
      const member = this.#members.choose(task.job, standing)
      if (!member) break
      member.isForHeavy ||= standing === 'heavy'
      this.#dispatch(member, task, standing)
    }
    // The first start is the probe: until it has shown the way, there is no second.
    if (!this.#starter.launch && this.#lives.startingCount > 0) return
    const { running } = this.#members
    const free = Math.max(0, this.#turns.countPlaces(running) - running.length)
    const waiting = this.#turns.countNext(running, free, (next, standing) =>
      this.#waits(next, standing),
    )
    const nowMs = performance.now()
    const loads = this.#members.listEnginesToLoad(nowMs)
    const spare = this.#standingBy.countWanted(loads, nowMs)
    const target = this.#starter.launch ? Math.min(free, waiting + spare) : 1
    for (let have = this.#lives.startingCount; have < target; have += 1) {
      const isAwaited = have < waiting
      if (!this.#standingBy.giveWay(this.#lives.startingCount, { isAwaited })) break
      // What waits begins at once with a child that loads nothing else.
      void this.#lives.start(isAwaited ? [] : loads)
    }
  }

  /** Lets a job wait for its turn, the first time or once more. */
  #wait(task: Task): void {
    task.addedMs = performance.now()
    task.waitTimer = setTimeout(() => this.#giveUp(task), task.waitMaxMs)
    task.engineTimer = setTimeout(() => this.#pump(), ENGINE_WAIT_MS)
    this.#queuedBytes += task.parcel.message.byteLength
    this.#pump()
    this.#turns.reportPlace(task)
  }

  /** Remembers that a job no longer waits. */
  #endWait(task: Task): void {
    clearTimeout(task.waitTimer)
    clearTimeout(task.engineTimer)
    task.waitMaxMs = Math.max(0, task.waitMaxMs - (performance.now() - task.addedMs))
    this.#queuedBytes -= task.parcel.message.byteLength
  }

  /**
   * Whether a job has to wait for the memory that it was promised, or had better wait for a moment than load its engine, which takes many
   * times as long as a quick job.
   */
  #waits(task: Task, standing: Standing): boolean {
    if (!this.#room.hasForJob(task, this.#members)) return true
    const isNew = performance.now() - task.addedMs < ENGINE_WAIT_MS
    return standing === 'quick' && isNew && this.#members.isEngineBusy(task.job)
  }

  /** Refuses a task that has waited for too long, unless it waits for nobody but its own principal. */
  #giveUp(task: Task): void {
    const { running } = this.#members
    if (running.length === 0 && this.#lives.startingCount > 0) {
      // Nobody has what it waits for: it gets the child that starts, or hears why none does.
      task.waitTimer = setTimeout(() => this.#giveUp(task), this.#limits.startDeadlineMs)
      return
    }
    if (this.#turns.isAlone(task.principal, running)) {
      // It stands in nobody's way, and on a busy machine its own documents take their time: its call says how long it may.
      task.waitTimer = setTimeout(() => this.#giveUp(task), this.#limits.queueWaitMaxMs)
      return
    }
    const isOwnFault = this.#turns.isOverShare(task.principal, running)
    if (!this.#turns.remove(task)) return
    this.#endWait(task)
    this.#turns.refusedCount += 1
    const reason = task.promisedBytes === undefined ? 'no parser became free' : TOO_MUCH_MEMORY
    task.reject(isOwnFault ? waitedForOwn() : noRoom(reason))
  }

  #rejectWaiting(error: OperationError): void {
    for (let task = this.#turns.takeAny(); task; task = this.#turns.takeAny()) {
      this.#endWait(task)
      task.reject(error)
    }
  }

  #dispatch(member: Child, task: Task, standing: Standing): void {
    try {
      // Not before: whether this machine has only threads is known since the probe.
      this.#requireSize(task.parcel)
    } catch (error) {
      task.reject(error as OperationError)
      return
    }
    clearTimeout(member.idleTimer)
    const { cell } = member
    const deadline = afterOwnTime(cell.pid, task.deadlineMs, () =>
      this.#kill(member, 'deadline', `${task.deadlineMs} ms`),
    )
    const { principal, bytes, job, promisedBytes } = task
    const startedMs = performance.now()
    // What others ask for is no reason to load it for those with quick jobs.
    if (standing === 'quick') this.#members.noteRun(job, startedMs)
    member.running = { task, principal, job, bytes, promisedBytes, deadline, startedMs, reports: 0 }
    if (cell.pid !== undefined) {
      this.#memory.watch(cell.pid, (...over) => this.#endLarge(member, task, ...over), {
        isQuick: standing === 'quick',
        promisedBytes: promisedBytes ?? this.#limits.childUsualBytes,
      })
    }
    cell.setWorking(true)
    if (standing === 'heavy') cell.yieldToOthers()
    cell.send(task.parcel)
  }

  #receive(member: Child, body: Uint8Array): void {
    const { running } = member
    const progress = decodeProgress(body)
    if (running && progress?.id === running.task.id) {
      this.#hear(member, running, progress)
      return
    }
    const reply = decodeReply(body)
    if (!running || reply?.id !== running.task.id) {
      this.#kill(member, 'malformed', 'not the reply to its job')
      return
    }
    this.#release(member, reply.cpuMs)
    member.jobsDone += 1
    member.loaded.add(running.task.job)
    const isSlowed = member.cell.isSlow && !member.isForHeavy
    const isSpent = isSlowed || reply.rssBytes > this.#limits.recycleRssBytes
    if (isSpent || (this.#members.isWorn(member) && this.#members.hasFresh))
      this.#lives.remove(member)
    else this.#lives.rest(member)
    try {
      const { results, resolve } = running.task
      if (reply.kind === 'value' && results?.tryGrow(body.byteLength) === false) {
        throw noRoom('it holds too many results')
      }
      resolve(settleReply(reply))
    } catch (error) {
      const failure = error as OperationError
      if (reply.kind === 'threw') {
        const level = failure.code === 'internal' ? 'error' : 'warn'
        this.#log[level]({ err: failure, job: running.task.job }, 'sandbox job threw')
      }
      running.task.reject(failure)
    }
    this.#pump()
  }

  #hear(member: Child, running: Running, { done, total }: JobProgress): void {
    running.reports += 1
    if (running.reports > this.#limits.progressMaxCount) {
      this.#kill(member, 'malformed', 'too much progress')
    } else running.task.progress?.(done, total)
  }

  /** Ends a child that takes too much memory. Its job is done once more where it was for that of others. */
  #endLarge(member: Child, task: Task, ...[bytes, cap]: Parameters<OverCap>): void {
    const detail = `${bytes} bytes`
    if (cap === 'each') return this.#kill(member, 'memory', detail)
    const isAlone = this.#turns.isAlone(task.principal, this.#members.running)
    // It had all room but that of one child.
    if (task.promisedBytes !== undefined)
      return this.#kill(member, isAlone ? 'memory' : 'crowded', detail)
    task.promisedBytes = this.#room.promise(bytes, isAlone)
    this.#endChild(member, 'crowded', detail)
    this.#turns.putBack(task)
    this.#wait(task)
  }

  /** Ends a child and, with it, its job. */
  #kill(member: Child, end: JobEnd, detail: string): void {
    const running = this.#endChild(member, end, detail)
    running?.task.reject(endedJob(end, detail))
    this.#pump()
  }

  #endChild(member: Child, end: JobEnd, detail: string): Running | undefined {
    const running = this.#release(member)
    if (running) this.#turns.noteEnded(running)
    this.#lives.remove(member)
    const ms = running && Math.round(performance.now() - running.startedMs)
    this.#log.warn({ end, detail, job: running?.task.job, ms }, 'sandbox child ended')
    return running
  }

  /** Takes a task back from the queue or, by killing it, from its child. */
  #abandon(task: Task, error: OperationError): void {
    if (this.#turns.remove(task)) this.#endWait(task)
    for (const member of this.#members) {
      if (member.running?.task !== task) continue
      this.#release(member)
      this.#lives.remove(member)
    }
    task.reject(error)
    this.#pump()
  }

  /** Takes its job from a child; what it took of a processor, where that is not known, is the time since it began. */
  #release(member: Child, cpuMs?: number): Running | undefined {
    const { running, cell } = member
    member.running = undefined
    if (running) this.#turns.charge(running, cpuMs)
    running?.deadline.clear()
    if (cell.pid !== undefined) this.#memory.forget(cell.pid)
    return running
  }
}
