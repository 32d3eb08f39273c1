import type { BackgroundJob } from '../contract/background-job.ts'
import type { CallCourse, CallEnding, FollowCall } from '../contract/call-course.ts'
import { FAULT_CODES } from '../contract/errors.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts'
import type { Log } from '../lib/log.ts'
import { PlaceList } from '../lib/place-list.ts'
import type { Store } from '../store/port.ts'
import { AgentPlaces, CallClaims, isErrand } from './call-claims.ts'
import { callOf, courseOf, type LoggedCall, rowOfCall, rowOfCourse } from './call-rows.ts'
import { RUNNING_MAX_MS, trimCalls } from './call-trim.ts'

/** How long calls wait to be written together, in milliseconds. A process that is killed loses these. */
const WRITE_DELAY_MS = 1_000

/** Calls that are written at a time; of more there are only those that cost money. */
const WRITE_MAX_COUNT = 100

/** Calls beyond the limit are deleted this often, and after so many calls of a process. */
const TRIM_INTERVAL_MS = HOUR_MS
const TRIM_AFTER_COUNT = 1_000

/** Outcomes that are nobody's failure: a caller who goes away has changed its mind. */
const NO_FAILURES = ['ok', 'cancelled']

/** The last call of an account, and those it waits for. */
export interface AccountActivity {
  last: LoggedCall | undefined
  /** Calls under way, the oldest first. */
  running: readonly CallCourse[]
}

/** Dependencies of the log. */
export interface CallLogParts {
  store(): Promise<Store>
  now(): Date
  log: Log
  /** Whether calls that failed are kept too, where they have nothing to do with chat or money. */
  keepsFailures: boolean
}

/**
 * The calls of agents with what they cost and the conversation that they are part of, those that failed, and what agents wait for:
 * of all processes on a store, for a time. Errands of whoever has no account yet wait for the one that a later call makes.
 */
export class CallLog {
  readonly #parts: CallLogParts
  readonly #running = new PlaceList<CallCourse>()
  /** Rows of calls that were under way when others were written. */
  readonly #rows = new Map<CallCourse, number>()
  #ended: LoggedCall[] = []
  readonly #claims = new CallClaims()
  readonly #places: AgentPlaces
  #writtenCount = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: CallLogParts) {
    this.#parts = parts
    this.#places = new AgentPlaces(parts.store)
  }

  readonly follow: FollowCall = (course) => {
    const end = this.#running.add(course)
    this.#writeSoon()
    return (ending) => {
      end()
      this.#ended.push(...this.#claims.claim(course))
      this.#places.note(course)
      const call = { ...course, ...ending }
      if (mayBeClaimed(course)) this.#giveUp(this.#claims.wait(call))
      else if (this.#keeps(course, ending)) this.#ended.push(call)
      else if (!this.#rows.has(course)) return
      this.#writeSoon()
    }
  }

  /** Id of a message of the conversation that a call is part of; undefined where its agent took part in none lately. */
  async placeOf(course: CallCourse): Promise<number | undefined> {
    this.#ended.push(...this.#claims.claim(course))
    return this.#places.find(course)
  }

  /** The latest calls that took part in the chat or cost money, the newest first; of one account where it is named, all but what a
   * person did by the page. */
  async calls(maxCount: number, account?: number): Promise<LoggedCall[]> {
    const db = await this.#read()
    const ended = db.selectFrom('logged_call').selectAll().where('outcome', 'is not', null)
    const query =
      account === undefined
        ? ended.where((eb) => eb.or([eb('uses_chat', '=', 1), eb('paid', 'is not', null)]))
        : ended
            .where('account_id', '=', account)
            .where((eb) => eb.or([eb('way', 'is', null), eb('way', '!=', 'session')]))
    const newest = query.orderBy('started_ms', 'desc').orderBy('id', 'desc').limit(maxCount)
    return (await newest.execute()).map(callOf)
  }

  /** The latest calls that failed, the newest first: by faults of the server, or by what their callers were refused. */
  async failures(maxCount: number, kind: 'faults' | 'refusals'): Promise<LoggedCall[]> {
    const db = await this.#read()
    const failed = db.selectFrom('logged_call').selectAll()
    const query =
      kind === 'faults'
        ? failed.where('outcome', 'in', FAULT_CODES)
        : failed.where('outcome', 'not in', [...NO_FAILURES, ...FAULT_CODES])
    const rows = await query.orderBy('id', 'desc').limit(maxCount).execute()
    const isOfKind = ({ outcome }: CallEnding) =>
      FAULT_CODES.some((code) => code === outcome) === (kind === 'faults')
    const unclaimed = this.#claims.waiting.filter((one) => this.#isFailure(one) && isOfKind(one))
    return [...unclaimed, ...rows.map(callOf)]
      .toSorted((a, b) => b.startedMs - a.startedMs)
      .slice(0, maxCount)
  }

  /** What accounts of the chat do, by user id. */
  async activity(): Promise<Map<number, AccountActivity>> {
    const db = await this.#read()
    const ofAccounts = db.selectFrom('logged_call').where('account_id', 'is not', null)
    const last = ofAccounts.where('outcome', 'is not', null).groupBy('account_id')
    const ended = await db
      .selectFrom('logged_call')
      .selectAll()
      .where(
        'id',
        'in',
        last.select(({ fn }) => fn.max('id').as('id')),
      )
      .execute()
    const running = await ofAccounts
      .selectAll()
      .where('outcome', 'is', null)
      .where('started_ms', '>', this.#parts.now().getTime() - RUNNING_MAX_MS)
      .orderBy('id')
      .execute()
    const found = new Map<number, AccountActivity>()
    for (const row of ended) {
      found.set(Number(row.account_id), { last: callOf(row), running: [] })
    }
    for (const row of running) {
      const id = Number(row.account_id)
      const { last: lastOf, running: before } = found.get(id) ?? { last: undefined, running: [] }
      found.set(id, { last: lastOf, running: [...before, courseOf(row)] })
    }
    return found
  }

  /** Forgets what is old or too much. */
  readonly job: BackgroundJob = {
    name: 'call log',
    intervalMs: TRIM_INTERVAL_MS,
    run: async () => this.trim(),
  }

  /** Forgets calls that were kept long enough, and the oldest where there are too many, of one account or in all. */
  async trim(): Promise<void> {
    await trimCalls(await this.#parts.store(), this.#parts.now().getTime())
  }

  /** Writes what is left, before the store closes. */
  async close(): Promise<void> {
    this.#giveUp(this.#claims.giveUp())
    await this.#write()
  }

  #keeps(course: CallCourse, ending: CallEnding): boolean {
    return course.paid !== undefined || isOfAgent(course) || this.#isFailure(ending)
  }

  #isFailure({ outcome }: CallEnding): boolean {
    return this.#parts.keepsFailures && !NO_FAILURES.includes(outcome)
  }

  /** Keeps of calls that nobody has claimed what is kept of strangers. */
  #giveUp(calls: readonly LoggedCall[]): void {
    this.#ended.push(...calls.filter((call) => this.#keeps(call, call)))
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_DELAY_MS).unref()
  }

  /** Where to read, once what this process knows is written. */
  async #read() {
    await this.#write()
    return (await this.#parts.store()).db
  }

  /** Writes calls, one write after another: while a call is being written, its row is not known yet. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing
      .then(async () => this.#writeAll())
      .catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'calls could not be noted')
      })
    return this.#writing
  }

  /** Notes the conversations of errands, which is looked up once for each agent and minute. */
  async #placeErrands(calls: readonly LoggedCall[]): Promise<void> {
    const found = new Map<string, Promise<number | undefined>>()
    for (const call of calls.filter(isErrand)) {
      const agent = `${call.account} ${call.programId} ${Math.floor(call.startedMs / MINUTE_MS)}`
      const message = await (found.get(agent) ?? this.#places.find(call))
      found.set(agent, Promise.resolve(message))
      if (message !== undefined) call.message = message
    }
  }

  async #writeAll(): Promise<void> {
    const ended = this.#ended.splice(0)
    const unpaid = ended.filter(({ paid }) => !paid).slice(0, WRITE_MAX_COUNT)
    const kept = [...ended.filter(({ paid }) => paid), ...unpaid]
    const running = new Set(this.#running)
    const over = [...this.#rows].filter(([course]) => !running.has(course))
    const young = this.#parts.now().getTime() - WRITE_DELAY_MS
    const waiting = [...running]
      .filter((course) => isWaiting(course) && !this.#rows.has(course))
      .toSorted((a, b) => a.startedMs - b.startedMs)
    const begun = waiting.filter(({ startedMs }) => startedMs <= young).slice(0, WRITE_MAX_COUNT)
    if (waiting.length > begun.length) this.#writeSoon()
    if (kept.length + over.length + begun.length === 0) return
    const store = await this.#parts.store()
    await this.#placeErrands(kept)
    const ids = await store.write(async (tx) => {
      const log = tx.insertInto('logged_call')
      const gone = over.map(([, id]) => id)
      if (gone.length > 0) await tx.deleteFrom('logged_call').where('id', 'in', gone).execute()
      if (kept.length > 0) await log.values(kept.map(rowOfCall)).execute()
      if (begun.length === 0) return []
      return log.values(begun.map(rowOfCourse)).returning('id').execute()
    })
    for (const [course] of over) this.#rows.delete(course)
    for (const [index, course] of begun.entries()) this.#rows.set(course, ids[index]?.id ?? 0)
    this.#writtenCount += kept.length
    if (this.#writtenCount < TRIM_AFTER_COUNT) return
    this.#writtenCount = 0
    await this.trim()
  }
}

function isOfAgent({ isAgent, account, polls }: CallCourse): boolean {
  return isAgent === true && account !== undefined && polls !== true
}

/** Whether a call that runs is shown as what its agent waits for. */
function isWaiting({ usesChat, isAgent, account }: CallCourse): boolean {
  return usesChat && isAgent === true && account !== undefined
}

function mayBeClaimed({ isAgent, account, caller, polls }: CallCourse): boolean {
  return isAgent === true && account === undefined && caller !== undefined && polls !== true
}
