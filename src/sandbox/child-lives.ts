import type { OperationError } from '../contract/errors.ts'
import type { Isolation } from '../contract/sandbox.ts'
import type { Log } from '../lib/log.ts'
import type { CellStarter } from './cell-starter.ts'
import type { CellEnd } from './cell.ts'
import type { RunningTurn } from './job-turns.ts'
import { START_FAILURES_MAX, type SandboxLimits } from './limits.ts'
import type { Member, Members } from './members.ts'
import { noStart } from './verdict.ts'

/** What children are started with, and who is told of them. */
interface ChildLivesOptions<Running extends RunningTurn> {
  starter: CellStarter
  members: Members<Running>
  limits: Pick<SandboxLimits, 'idleMs'>
  log: Log
  /** Told of what a child sends. */
  onBody(member: Member<Running>, body: Uint8Array): void
  /** Told of a child that has ended by itself. */
  onEnd(member: Member<Running>, end: CellEnd): void
  /** Told when a child has started, or has not. */
  onStarted(): void
  /** Told when children fail to start again and again. */
  onNone(failure: OperationError): void
}

/** The lives of children of a pool: starts them, lets them wait for work, and ends them. */
export class ChildLives<Running extends RunningTurn> {
  readonly #options: ChildLivesOptions<Running>
  #startingCount = 0
  #failures = 0
  /** Why the last child did not start, if so. */
  #failure: unknown
  #closed = false

  constructor(options: ChildLivesOptions<Running>) {
    this.#options = options
  }

  /** How many children start just now. */
  get startingCount(): number {
    return this.#startingCount
  }

  /** How children are isolated here; starts one to find out. Throws `unavailable` when none starts. */
  async isolation(): Promise<Isolation> {
    const { starter } = this.#options
    if (!starter.launch) await this.start([])
    if (!starter.launch) throw noStart(this.#failure)
    return starter.launch.isolation
  }

  /** Starts a child that has loaded the engines of some jobs. */
  async start(loads: readonly string[]): Promise<void> {
    const { members, log, onStarted, onNone } = this.#options
    this.#startingCount += 1
    log.debug({ loads }, 'a sandbox child is started')
    try {
      const member = await this.#newMember(loads)
      log.debug({ childPid: member.cell.pid, loads }, 'a sandbox child is ready')
      this.#failures = 0
      this.#failure = undefined
      if (this.#closed) this.remove(member)
      else this.rest(member)
      if (loads.length > 0) {
        // Not before what waits has it.
        onStarted()
        this.remove(...members.spares)
      }
    } catch (failure) {
      this.#failures += 1
      this.#failure = failure
      log.error({ err: failure }, 'a sandbox child did not start')
      if (this.#failures >= START_FAILURES_MAX) {
        this.#failures = 0
        onNone(noStart(failure))
      }
    } finally {
      this.#startingCount -= 1
    }
    onStarted()
  }

  async #newMember(loads: readonly string[]): Promise<Member<Running>> {
    const { starter, members, onBody, onEnd } = this.#options
    let member: Member<Running> | undefined
    const events = {
      body: (body: Uint8Array): void => {
        if (member) onBody(member, body)
      },
      end: (end: CellEnd): void => {
        if (member) onEnd(member, end)
      },
    }
    process.off('exit', this.#killAll)
    process.on('exit', this.#killAll)
    const cell = await starter.start(events, loads)
    member = members.add(cell, loads)
    return member
  }

  /** Lets a child wait for work, without keeping this process alive. */
  rest(member: Member<Running>): void {
    member.cell.setWorking(false)
    member.idleTimer = setTimeout(() => this.remove(member), this.#options.limits.idleMs).unref()
  }

  /** Ends children. */
  remove(...members: readonly Member<Running>[]): void {
    for (const member of members) {
      clearTimeout(member.idleTimer)
      this.#options.members.delete(member)
      member.cell.kill()
      this.#options.log.debug({ childPid: member.cell.pid }, 'a sandbox child is taken away')
    }
  }

  /** Ends all children, and those that start just now. */
  close(): void {
    this.#closed = true
    process.off('exit', this.#killAll)
    this.#killAll()
  }

  readonly #killAll = (): void => {
    this.remove(...this.#options.members)
  }
}
