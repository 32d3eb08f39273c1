import type { OperationError } from '../contract/errors.ts'
import type { Isolation, RunOptions } from '../contract/sandbox.ts'
import type { Log } from '../lib/log.ts'
import type { Load } from '../lib/metrics.ts'
import { CellStarter, type CellStarterOptions } from './cell-starter.ts'
import type { CellEnd } from './cell.ts'
import { JobTurns, type Standing, type RunningTurn, type Turn, turnOf } from './job-turns.ts'
import { START_FAILURES_MAX, type SandboxLimits } from './limits.ts'
import { LOADED_COUNT, Members, type Member } from './members.ts'
import { MemoryWatch, memoryReader, type OverCap } from './memory.ts'
import { packJob, type Parcel } from './parcel.ts'
import {
  cancelledJob,
  endedJob,
  inputTooLarge,
  noRoom,
  settleReply,
  waitedForOwn,
  type JobEnd,
} from './verdict.ts'
import { decodeProgress, decodeReply, type JobProgress } from './wire.ts'

/** Share of the memory of all children over which few are kept without work. */
const CROWDED_SHARE = 0.5
/** Time for which one child is enough for quick jobs after others made room: who needed it often comes again. */
const ROOM_MADE_MS = 10_000
/** Time a job waits for a child that has loaded its engine, before it gets one that has not. */
const ENGINE_WAIT_MS = 150

/** Bounds and observers of a job, and whether it is known to be short. */
export interface JobOptions extends RunOptions {
  isShort?: boolean
}

interface Task extends Turn {
  id: number
  addedMs: number
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
  deadline: NodeJS.Timeout
  /** Progress it has reported. */
  reports: number
}

type Child = Member<Running>

/**
 * Runs jobs by name in isolated children, each job alone in its child: at most `maxRunning` at a time, and some
 * more that are short (`JobTurns`); the rest waits in a bounded queue. Starts nothing until the first job; from then on keeps one spare
 * child ready while not all may work, so that a kill costs the next job nothing; children without work end after `idleMs`.
 */
export class Pool {
  readonly #starter: CellStarter
  readonly #limits: SandboxLimits
  readonly #log: Log
  readonly #memory: MemoryWatch
  readonly #members: Members<Running>
  readonly #turns: JobTurns<Task>
  #queuedBytes = 0
  #starting = 0
  #startFailures = 0
  /** Whether children took much memory when it was looked at. */
  #isCrowded = false
  /** Runs since children without work were last ended for a job that worked alone, while one that stands by is enough. */
  #roomTimer: NodeJS.Timeout | undefined
  #lastId = 0
  #closed = false

  constructor(options: CellStarterOptions) {
    this.#starter = new CellStarter(options)
    this.#limits = options.limits
    this.#log = options.log
    this.#turns = new JobTurns(options.limits)
    this.#members = new Members(options.limits)
    this.#memory = new MemoryWatch(
      memoryReader(process.platform),
      {
        eachMaxBytes: options.limits.rssMaxBytes,
        allMaxBytes: options.limits.allRssMaxBytes,
      },
      {
        pids: () => this.#members.idlePids,
        fit: (rssBytes) => this.#fitMemory(rssBytes),
        makeRoom: () => this.#endIdle(),
      },
    )
  }

  /** Runs one job; see the port for what it throws. */
  async run(job: string, input: unknown, options: JobOptions): Promise<unknown> {
    const { signal } = options
    if (signal.aborted) throw cancelledJob(signal)
    if (this.#closed) throw noRoom('it is shutting down')
    const id = ++this.#lastId
    const parcel = packJob(id, job, input)
    this.#checkSize(parcel)
    if (this.#queuedBytes + parcel.message.byteLength > this.#limits.queueMaxBytes) {
      throw noRoom('too many bytes wait')
    }
    const deadlineMs = options.deadlineMs ?? this.#limits.jobDeadlineMs
    let abort = (): void => {}
    let waitTimer: NodeJS.Timeout | undefined
    let engineTimer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve, reject) => {
        const { progress, results } = options
        const turn = turnOf(job, options, { ...options, bytes: parcel.byteLength })
        const task: Task = {
          ...turn,
          id,
          addedMs: performance.now(),
          parcel,
          deadlineMs,
          progress,
          results,
          resolve,
          reject,
        }
        abort = () => this.#abandon(task, cancelledJob(signal))
        signal.addEventListener('abort', abort, { once: true })
        waitTimer = setTimeout(() => this.#giveUp(task), this.#limits.queueWaitMaxMs)
        engineTimer = setTimeout(() => this.#pump(), ENGINE_WAIT_MS)
        this.#turns.add(task)
        this.#queuedBytes += parcel.message.byteLength
        this.#pump()
        this.#turns.tell(task)
      })
    } finally {
      clearTimeout(waitTimer)
      clearTimeout(engineTimer)
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
    if (!this.#starter.launch) {
      this.#starting += 1
      await this.#startMember([])
    }
    if (!this.#starter.launch) throw noRoom('no parser could be started')
    return this.#starter.launch.isolation
  }

  /** Kills every child and refuses every waiting and running job. */
  close(): void {
    this.#closed = true
    process.off('exit', this.#killAll)
    const ending = noRoom('it is shutting down')
    for (const { task } of this.#members.running) this.#abandon(task, ending)
    this.#refuseWaiting(ending)
    this.#killAll()
  }

  readonly #killAll = (): void => {
    this.#remove(...this.#members)
  }

  #checkSize(parcel: Parcel): void {
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
          !this.#waitsForEngine(next, standing) &&
          this.#members.choose(next.job, standing) !== undefined,
      )
      if (!task) break
      this.#queuedBytes -= task.parcel.message.byteLength
      const standing = this.#turns.standingOf(task, this.#members.running)
      const member = this.#members.choose(task.job, standing)
      if (!member) break
      member.isForHeavy ||= standing === 'heavy'
      this.#dispatch(member, task, standing)
    }
    // The first start is the probe: until it has shown the way, there is no second.
    if (!this.#starter.launch && this.#starting > 0) return
    const { running } = this.#members
    const free = Math.max(0, this.#turns.countPlaces(running) - running.length)
    const waiting = this.#turns.countNext(running, free, (next, standing) =>
      this.#waitsForEngine(next, standing),
    )
    const nowMs = performance.now()
    const loads = this.#members.listEnginesToLoad(nowMs)
    // What waits while a child is idle needs one that is not kept for others.
    const { hasFresh } = this.#members
    const hasMadeRoom = this.#roomTimer !== undefined
    const isCrowded = hasMadeRoom || (this.#isCrowded && running.length > 0)
    const isEnough = isCrowded
      ? hasFresh || this.#members.lastingCount >= (hasMadeRoom ? 1 : LOADED_COUNT)
      : (hasFresh && loads.length === 0) || this.#members.isReady(nowMs)
    const spare = isEnough ? 0 : 1
    const wanted = this.#starter.launch ? Math.min(free, waiting + spare) : 1
    for (let have = this.#starting; have < wanted; have += 1) {
      if (!this.#makeRoom() && have >= waiting) break
      this.#starting += 1
      // What waits begins at once with a child that loads nothing else.
      void this.#startMember(have < waiting ? [] : loads)
    }
  }

  /** Whether a job had better wait for a moment than load its engine, which takes many times as long as a quick job. */
  #waitsForEngine({ job, addedMs }: Task, standing: Standing): boolean {
    const isNew = performance.now() - addedMs < ENGINE_WAIT_MS
    return standing === 'quick' && isNew && this.#members.isEngineBusy(job)
  }

  /** Ends a child without work where as many live as may run together; false where none can be spared. */
  #makeRoom(): boolean {
    const { size, running } = this.#members
    if (size + this.#starting < this.#turns.countPlaces(running)) return true
    const [spare] = this.#members.spares
    if (spare) this.#remove(spare)
    return spare !== undefined
  }

  /** Ends children without work, but for those that have loaded most, while all take much memory. */
  #fitMemory(rssBytes: number): void {
    this.#isCrowded = rssBytes > this.#limits.allRssMaxBytes * CROWDED_SHARE
    if (this.#isCrowded) this.#remove(...this.#members.spares)
  }

  /** Ends children without work but the one that has loaded most; it takes room only where others come with quick jobs. */
  #endIdle(): readonly number[] {
    clearTimeout(this.#roomTimer)
    this.#roomTimer = setTimeout(() => {
      this.#roomTimer = undefined
      this.#pump()
    }, ROOM_MADE_MS).unref()
    this.#remove(...this.#members.sparesBeyond(1))
    return this.#turns.hasQuickOthers(this.#members.running) ? this.#members.idlePids : []
  }

  /** Refuses a task that has waited for too long. */
  #giveUp(task: Task): void {
    const isOwnFault = this.#turns.isOverShare(task.principal, this.#members.running)
    if (!this.#turns.remove(task)) return
    this.#queuedBytes -= task.parcel.message.byteLength
    this.#turns.refusedCount += 1
    task.reject(isOwnFault ? waitedForOwn() : noRoom('no parser became free'))
  }

  #refuseWaiting(error: OperationError): void {
    for (let task = this.#turns.takeAny(); task; task = this.#turns.takeAny()) {
      this.#queuedBytes -= task.parcel.message.byteLength
      task.reject(error)
    }
  }

  #dispatch(member: Child, task: Task, standing: Standing): void {
    try {
      // Not before: whether this machine has only threads is known since the probe.
      this.#checkSize(task.parcel)
    } catch (error) {
      task.reject(error as OperationError)
      return
    }
    clearTimeout(member.idleTimer)
    const { cell } = member
    const deadline = setTimeout(
      () => this.#kill(member, 'deadline', `${task.deadlineMs} ms`),
      task.deadlineMs,
    )
    const { principal, bytes, job } = task
    const startedMs = performance.now()
    // What others ask for is no reason to load it for those with quick jobs.
    if (standing === 'quick') this.#members.noteRun(job, startedMs)
    member.running = { task, principal, job, bytes, deadline, startedMs, reports: 0 }
    if (cell.pid !== undefined) {
      const end: OverCap = (rssBytes, cap) =>
        this.#kill(member, cap === 'each' ? 'memory' : 'crowded', `${rssBytes} bytes`)
      this.#memory.watch(cell.pid, end, standing === 'quick')
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
    if (isSpent || (this.#members.isWorn(member) && this.#members.hasFresh)) this.#remove(member)
    else this.#rest(member)
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

  /** Ends a child and, with it, its job. */
  #kill(member: Child, end: JobEnd, detail: string): void {
    const running = this.#release(member)
    this.#remove(member)
    const ms = running && Math.round(performance.now() - running.startedMs)
    this.#log.warn({ end, detail, job: running?.task.job, ms }, 'sandbox child ended')
    running?.task.reject(endedJob(end, detail))
    this.#pump()
  }

  /** Takes a task back from the queue or, by killing it, from its child. */
  #abandon(task: Task, error: OperationError): void {
    if (this.#turns.remove(task)) this.#queuedBytes -= task.parcel.message.byteLength
    for (const member of this.#members) {
      if (member.running?.task !== task) continue
      this.#release(member)
      this.#remove(member)
    }
    task.reject(error)
    this.#pump()
  }

  /** Takes its job from a child; what it took of a processor, where that is not known, is the time since it began. */
  #release(member: Child, cpuMs?: number): Running | undefined {
    const { running, cell } = member
    member.running = undefined
    if (running) this.#turns.charge(running, cpuMs)
    clearTimeout(running?.deadline)
    if (cell.pid !== undefined) this.#memory.forget(cell.pid)
    return running
  }

  /** Lets a child wait for work, without keeping this process alive. */
  #rest(member: Child): void {
    member.cell.setWorking(false)
    member.idleTimer = setTimeout(() => this.#remove(member), this.#limits.idleMs).unref()
  }

  #remove(...members: readonly Child[]): void {
    for (const member of members) {
      clearTimeout(member.idleTimer)
      this.#members.delete(member)
      member.cell.kill()
      this.#log.debug({ childPid: member.cell.pid }, 'a sandbox child is taken away')
    }
  }

  async #startMember(loads: readonly string[]): Promise<void> {
    this.#log.debug({ loads }, 'a sandbox child is started')
    try {
      const member = await this.#newMember(loads)
      this.#log.debug({ childPid: member.cell.pid, loads }, 'a sandbox child is ready')
      this.#startFailures = 0
      if (this.#closed) this.#remove(member)
      else this.#rest(member)
      if (loads.length > 0) {
        // Not before what waits has it.
        this.#pump()
        this.#remove(...this.#members.spares)
      }
    } catch (failure) {
      this.#startFailures += 1
      this.#log.error({ err: failure }, 'a sandbox child did not start')
      if (this.#startFailures >= START_FAILURES_MAX) {
        this.#startFailures = 0
        this.#refuseWaiting(noRoom('no parser could be started', failure))
      }
    } finally {
      this.#starting -= 1
    }
    if (this.#turns.size > 0 || this.#starter.launch) this.#pump()
  }

  async #newMember(loads: readonly string[]): Promise<Child> {
    let member: Child | undefined
    const events = {
      body: (body: Uint8Array): void => {
        if (member) this.#receive(member, body)
      },
      end: (end: CellEnd): void => {
        if (member) this.#kill(member, end.reason, end.detail)
      },
    }
    process.off('exit', this.#killAll)
    process.on('exit', this.#killAll)
    const cell = await this.#starter.start(events, loads)
    member = this.#members.add(cell, loads)
    return member
  }
}
