import { type Selectable, sql, type Transaction } from 'kysely'
import type { BackgroundJob } from '../contract/background-job.ts'
import type { CallCourse, CallEnding, FollowCall } from '../contract/call-course.ts'
import { type Limits, limitsInto } from '../contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/durations.ts'
import type { Log } from '../lib/log.ts'
import { PlaceList } from '../lib/place-list.ts'
import { cleanLine } from '../lib/text.ts'
import type { Store } from '../store/port.ts'
import type { LoggedCallTable } from '../store/tables/call-tables.ts'
import type { Schema } from '../store/tables/schema.ts'

/** How long calls wait to be written together, in milliseconds. A process that is killed loses these. */
const WRITE_DELAY_MS = 1_000

/** Calls that are written at a time; of more there are only those that cost money. */
const WRITE_MAX_COUNT = 100

/** Limits of this file that callers may meet, for documents. */
export const CALL_LOG_LIMITS: Limits = []
const limit = limitsInto(CALL_LOG_LIMITS)

export const CALLS_MAX_COUNT = limit(
  20_000,
  'calls',
  'calls of agents that are kept for their owners to see, for 30 days',
  { counts: 'server', over: 'the oldest ones of the person go whose agents made most' },
)
export const ACCOUNT_MAX_COUNT = limit(
  1_000,
  'calls',
  'calls of one agent that are kept for its owner to see',
  { counts: 'chat account', over: 'the oldest ones go' },
)

/** How long calls are kept, in milliseconds. */
const KEPT_MS = 30 * DAY_MS

/** A call that has begun longer ago and has no end was that of a process that died. Milliseconds. */
const RUNNING_MAX_MS = 15 * MINUTE_MS

/** Calls beyond the limit are deleted this often, and after so many calls of a process. */
const TRIM_INTERVAL_MS = HOUR_MS
const TRIM_AFTER_COUNT = 1_000

/** Outcomes that are nobody's failure: a caller who goes away has changed its mind. */
const NO_FAILURES = ['ok', 'cancelled']

/** Longest text of a message, hint or name. */
const TEXT_MAX_CHARS = 500

/** A call that has ended. */
export interface LoggedCall extends CallCourse, CallEnding {}

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

type Row = Selectable<LoggedCallTable>
type NewRow = Omit<Row, 'id'>

/**
 * The calls of agents that took part in the chat or cost money, those that failed, and what agents wait for: of all
 * processes on a store, for a time.
 */
export class CallLog {
  readonly #parts: CallLogParts
  readonly #running = new PlaceList<CallCourse>()
  /** Rows of calls that were under way when others were written. */
  readonly #rows = new Map<CallCourse, number>()
  #ended: LoggedCall[] = []
  #writtenCount = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: CallLogParts) {
    this.#parts = parts
  }

  readonly follow: FollowCall = (course) => {
    const end = this.#running.add(course)
    this.#writeSoon()
    return (ending) => {
      end()
      if (this.#keeps(course, ending)) this.#ended.push({ ...course, ...ending })
      else if (!this.#rows.has(course)) return
      this.#writeSoon()
    }
  }

  /** The latest calls that took part in the chat or cost money, the newest first; of one account where it is named. */
  async calls(maxCount: number, account?: number): Promise<LoggedCall[]> {
    const db = await this.#read()
    let query = db
      .selectFrom('logged_call')
      .selectAll()
      .where('outcome', 'is not', null)
      .where((eb) => eb.or([eb('uses_chat', '=', 1), eb('paid', 'is not', null)]))
    if (account !== undefined) query = query.where('account_id', '=', account)
    return (await query.orderBy('id', 'desc').limit(maxCount).execute()).map(callOf)
  }

  /** The latest calls that failed, the newest first. */
  async failures(maxCount: number): Promise<LoggedCall[]> {
    const db = await this.#read()
    const query = db.selectFrom('logged_call').selectAll().where('outcome', 'not in', NO_FAILURES)
    return (await query.orderBy('id', 'desc').limit(maxCount).execute()).map(callOf)
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
    const nowMs = this.#parts.now().getTime()
    const store = await this.#parts.store()
    const many = await store.db
      .selectFrom('logged_call')
      .select('account_id')
      .where('account_id', 'is not', null)
      .groupBy('account_id')
      .having(({ fn }) => fn.countAll(), '>', ACCOUNT_MAX_COUNT)
      .execute()
    await store.write(async (tx) => {
      const gone = tx.deleteFrom('logged_call')
      await gone
        .where((eb) =>
          eb.or([
            eb('started_ms', '<=', nowMs - KEPT_MS),
            eb.and([eb('outcome', 'is', null), eb('started_ms', '<=', nowMs - RUNNING_MAX_MS)]),
          ]),
        )
        .execute()
      for (const { account_id } of many) {
        const kept = tx
          .selectFrom('logged_call')
          .select('id')
          .where('account_id', '=', account_id)
          .orderBy('id', 'desc')
          .offset(ACCOUNT_MAX_COUNT)
          .limit(1)
        await gone.where('account_id', '=', account_id).where('id', '<=', kept).execute()
      }
      await trimOwners(tx)
    })
  }

  /** Writes what is left, before the store closes. */
  async close(): Promise<void> {
    await this.#write()
  }

  #keeps(course: CallCourse, { outcome }: CallEnding): boolean {
    if (course.paid || (isOfAgent(course) && !course.polls)) return true
    return this.#parts.keepsFailures && !NO_FAILURES.includes(outcome)
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

  async #writeAll(): Promise<void> {
    const ended = this.#ended.splice(0)
    const unpaid = ended.filter(({ paid }) => !paid).slice(0, WRITE_MAX_COUNT)
    const kept = [...ended.filter(({ paid }) => paid), ...unpaid]
    const running = new Set(this.#running)
    const over = [...this.#rows].filter(([course]) => !running.has(course))
    const young = this.#parts.now().getTime() - WRITE_DELAY_MS
    const waiting = [...running]
      .filter((course) => isOfAgent(course) && !this.#rows.has(course))
      .toSorted((a, b) => a.startedMs - b.startedMs)
    const begun = waiting.filter(({ startedMs }) => startedMs <= young).slice(0, WRITE_MAX_COUNT)
    if (waiting.length > begun.length) this.#writeSoon()
    if (kept.length + over.length + begun.length === 0) return
    const store = await this.#parts.store()
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

/** Forgets the oldest calls of those whose agents made most, until there are no more than may be kept. */
async function trimOwners(tx: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ owner_id: number | null; count: number | string }>`
    select coalesce(u.bot_owner_id, c.account_id) as owner_id, count(*) as count
    from logged_call c left join chat_user u on u.id = c.account_id
    group by coalesce(u.bot_owner_id, c.account_id)`.execute(tx)
  const keptCount = evenShare(rows.map(({ count }) => Number(count)))
  for (const { owner_id, count } of rows) {
    if (Number(count) <= keptCount) continue
    const isOwn =
      owner_id === null
        ? sql`account_id is null`
        : sql`(account_id = ${owner_id} or account_id in (select id from chat_user where bot_owner_id = ${owner_id}))`
    await sql`delete from logged_call where ${isOwn} and id <= (
      select id from logged_call where ${isOwn} order by id desc limit 1 offset ${keptCount})`.execute(
      tx,
    )
  }
}

/** How many calls of each owner may stay, where all together are no more than may be kept. */
function evenShare(counts: readonly number[]): number {
  let left = CALLS_MAX_COUNT
  for (const [index, count] of counts.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (counts.length - index))
    if (count > share) return share
    left -= count
  }
  return Infinity
}

function isOfAgent({ usesChat, isAgent, account }: CallCourse): boolean {
  return usesChat && isAgent === true && account !== undefined
}

function rowOfCourse(course: CallCourse): NewRow {
  const { startedMs, surface, operation, usesChat, account, client, paid } = course
  return {
    started_ms: startedMs,
    surface,
    operation,
    uses_chat: Number(usesChat),
    account_id: account ?? null,
    client: shortened(client),
    paid: paid?.join(' ') ?? null,
    outcome: null,
    took_ms: null,
    message: null,
    hint: null,
  }
}

function rowOfCall(call: LoggedCall): NewRow {
  const { outcome, seconds, error } = call
  return {
    ...rowOfCourse(call),
    outcome,
    took_ms: Math.round(seconds * 1_000),
    message: shortened(error?.message),
    hint: shortened(error?.hint),
  }
}

function shortened(text: string | undefined): string | null {
  return text === undefined ? null : cleanLine(text, TEXT_MAX_CHARS)
}

function courseOf({ started_ms, account_id, client, paid, ...row }: Row): CallCourse {
  return {
    surface: row.surface,
    operation: row.operation,
    usesChat: row.uses_chat === 1,
    startedMs: started_ms,
    ...(account_id === null ? {} : { account: account_id }),
    ...(client === null ? {} : { client }),
    ...(paid === null ? {} : { paid: paid.split(' ') }),
  }
}

function callOf(row: Row): LoggedCall {
  const { outcome, took_ms, message, hint } = row
  const error = message === null ? undefined : { message, hint: hint ?? undefined }
  return {
    ...courseOf(row),
    outcome: outcome ?? 'ok',
    seconds: (took_ms ?? 0) / 1_000,
    ...(error ? { error } : {}),
  }
}
