import type { Resumption } from '../../contract/operation.ts'
import type { Store, Work } from '../../store/port.ts'
import type { McpTaskTable } from '../../store/tables/task-tables.ts'
import { RUNNER_LEASE_MS, TASK_RESULT_MAX_BYTES, TASK_ROW_BYTES } from '../limits.ts'
import { keyOf, outstandingOf, type TaskQuestion } from './wire.ts'

type Tx = Parameters<Work<unknown>>[0]

/** What tasks may take, in bytes. */
export interface TaskRoom {
  perPrincipalMaxBytes: number
  maxBytes: number
}

/** A task, and whether the process that runs it has died. */
export interface FoundTask {
  row: McpTaskTable
  isAbandoned: boolean
}

/** What a task begins with. */
export type NewTask = Pick<
  McpTaskTable,
  'id' | 'principal' | 'tool' | 'program' | 'account_id' | 'arguments' | 'resumption' | 'expires_ms'
>

/** A task that waits to be added. */
interface Adding {
  row: McpTaskTable
  room: TaskRoom
  resolve(isAdded: boolean): void
  reject(thrown: unknown): void
}

/** Tasks that are added in one unit of work. */
const BATCH_MAX_COUNT = 50

/** The end of a task: its result, or the error that kept it from having one. */
export type TaskEnd = { status: 'completed' | 'failed'; outcome: string }

const OPEN = ['working', 'input_required'] as const

/** The tasks of a store as one process, the `runner`, keeps them. Throws `unavailable` like the store. */
export class TaskStore {
  readonly #open: () => Promise<Store>
  readonly #now: () => number
  readonly #runner: string
  readonly #adding: Adding[] = []
  #isAdding = false

  constructor(open: () => Promise<Store>, now: () => number, runner: string) {
    this.#open = open
    this.#now = now
    this.#runner = runner
  }

  /** Adds a task that this process runs, and deletes tasks whose time is over; undefined where there is no room. */
  async add(added: NewTask, room: TaskRoom): Promise<McpTaskTable | undefined> {
    const nowMs = this.#now()
    const row: McpTaskTable = {
      ...added,
      status: 'working',
      runner: this.#runner,
      created_ms: nowMs,
      updated_ms: nowMs,
      question: null,
      outcome: null,
      bytes: TASK_RESULT_MAX_BYTES + sizeOf(added.arguments, added.resumption),
    }
    const { promise: isAdded, resolve, reject } = Promise.withResolvers<boolean>()
    this.#adding.push({ row, room, resolve, reject })
    void this.#addAll()
    return (await isAdded) ? row : undefined
  }

  /** Adds those that wait, many in one unit: each looks at the sums of all, so that units at once would undo each other. */
  async #addAll(): Promise<void> {
    if (this.#isAdding) return
    this.#isAdding = true
    while (this.#adding.length > 0) {
      const batch = this.#adding.splice(0, BATCH_MAX_COUNT)
      try {
        const added = await this.#write(async (tx) => this.#addBatch(tx, batch))
        for (const one of batch) one.resolve(added.has(one.row.id))
      } catch (thrown) {
        for (const one of batch) one.reject(thrown)
      }
    }
    this.#isAdding = false
  }

  async #addBatch(tx: Tx, batch: readonly Adding[]): Promise<ReadonlySet<string>> {
    await deleteExpired(tx, this.#now())
    const sums = new Map<string, number>()
    let total = await sumBytes(tx)
    const rows: McpTaskTable[] = []
    for (const { row, room } of batch) {
      const { principal, bytes } = row
      const own = (sums.get(principal) ?? (await sumBytes(tx, principal))) + bytes
      if (own > room.perPrincipalMaxBytes || total + bytes > room.maxBytes) continue
      sums.set(principal, own)
      total += bytes
      rows.push(row)
    }
    if (rows.length === 0) return new Set()
    await this.#lease(tx)
    await tx.insertInto('mcp_task').values(rows).execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** A task of a principal; undefined for all others. */
  async find(principal: string, id: string): Promise<FoundTask | undefined> {
    const { db } = await this.#open()
    const found = await db
      .selectFrom('mcp_task')
      .leftJoin('mcp_runner', 'mcp_runner.id', 'mcp_task.runner')
      .selectAll('mcp_task')
      .select('leased_until_ms')
      .where('mcp_task.id', '=', id)
      .where('principal', '=', principal)
      .where('expires_ms', '>', this.#now())
      .executeTakeFirst()
    if (!found) return undefined
    const { leased_until_ms, ...row } = found
    return { row, isAbandoned: row.status === 'working' && !this.#isAlive(leased_until_ms) }
  }

  /** What to look at of several tasks, to see which have changed and which are abandoned. */
  async survey(
    ids: readonly string[],
  ): Promise<{ id: string; version: string; isAbandoned: boolean }[]> {
    const { db } = await this.#open()
    const rows = await db
      .selectFrom('mcp_task')
      .leftJoin('mcp_runner', 'mcp_runner.id', 'mcp_task.runner')
      .select(['mcp_task.id', 'status', 'updated_ms', 'leased_until_ms'])
      .where('mcp_task.id', 'in', ids)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      version: versionOf(row),
      isAbandoned: row.status === 'working' && !this.#isAlive(row.leased_until_ms),
    }))
  }

  /** Takes a task over from a process that has died; returns whether no other one was faster. */
  async claim({ id, runner }: McpTaskTable): Promise<boolean> {
    return this.#write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('mcp_task')
        .set({ runner: this.#runner })
        .where('id', '=', id)
        .where('status', '=', 'working')
        .where('runner', '=', runner)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await this.#lease(tx)
      return true
    })
  }

  /** Records how another process would go on. */
  async resumeWith(id: string, resumption: Resumption): Promise<void> {
    await this.#update(id, { resumption: JSON.stringify(resumption), arguments: null })
  }

  /** Ends a task that this process runs, unless it is over already. */
  async finish(id: string, { status, outcome }: TaskEnd): Promise<void> {
    const bytes = sizeOf(outcome)
    await this.#update(id, { ...OVER, status, outcome, bytes, updated_ms: this.#now() })
  }

  /** Puts a question to the client; until it is answered, no process has the task. */
  async ask(id: string, question: TaskQuestion, args: string): Promise<void> {
    await this.#update(id, {
      status: 'input_required',
      question: JSON.stringify(question),
      arguments: args,
      runner: '',
      updated_ms: this.#now(),
    })
  }

  /**
   * Takes answers by their keys, as far as they are to something that is asked. Returns the task with its question once all are
   * there: it is this process's then.
   */
  async answer(
    principal: string,
    id: string,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<{ row: McpTaskTable; question: TaskQuestion } | undefined> {
    return this.#write(async (tx) => {
      const row = await tx
        .selectFrom('mcp_task')
        .selectAll()
        .where('id', '=', id)
        .where('principal', '=', principal)
        .where('status', '=', 'input_required')
        .executeTakeFirst()
      if (!row || row.question === null) return undefined
      const taskQuestion = JSON.parse(row.question) as TaskQuestion
      const given = outstandingOf(taskQuestion).flatMap((name) => {
        const key = keyOf(taskQuestion, name)
        return Object.hasOwn(responses, key) ? [[name, responses[key]] as const] : []
      })
      if (given.length === 0) return undefined
      const question = {
        ...taskQuestion,
        answers: { ...taskQuestion.answers, ...Object.fromEntries(given) },
      }
      const isAnswered = outstandingOf(question).length === 0
      const kept = isAnswered ? { ...question, requests: {}, answers: {} } : question
      const change = {
        question: JSON.stringify(kept),
        updated_ms: this.#now(),
        ...(isAnswered ? { status: 'working' as const, runner: this.#runner } : {}),
        ...(isAnswered && !taskQuestion.isRepeatable ? { arguments: null } : {}),
      }
      await tx.updateTable('mcp_task').set(change).where('id', '=', id).execute()
      if (!isAnswered) return undefined
      await this.#lease(tx)
      return { row, question }
    })
  }

  /** Cancels a task; the process that runs it hears of that by `beat`. */
  async cancel(principal: string, id: string): Promise<void> {
    const { runner: _, ...over } = OVER
    await this.#write(async (tx) =>
      tx
        .updateTable('mcp_task')
        .set({ ...over, status: 'cancelled', bytes: TASK_ROW_BYTES, updated_ms: this.#now() })
        .where('id', '=', id)
        .where('principal', '=', principal)
        .where('status', 'in', OPEN)
        .execute(),
    )
  }

  /** Says that this process lives. Returns which of its tasks were cancelled. */
  async beat(): Promise<string[]> {
    return this.#write(async (tx) => {
      await this.#lease(tx)
      const cancelled = await tx
        .selectFrom('mcp_task')
        .select('id')
        .where('runner', '=', this.#runner)
        .where('status', '=', 'cancelled')
        .execute()
      const ids = cancelled.map(({ id }) => id)
      if (ids.length > 0) {
        await tx.updateTable('mcp_task').set({ runner: '' }).where('id', 'in', ids).execute()
      }
      return ids
    })
  }

  /** Deletes tasks whose time is over. */
  async sweep(): Promise<void> {
    await this.#write(async (tx) => deleteExpired(tx, this.#now()))
  }

  /** Leaves the tasks of this process to others at once. */
  async leave(): Promise<void> {
    await this.#write(async (tx) =>
      tx.deleteFrom('mcp_runner').where('id', '=', this.#runner).execute(),
    )
  }

  async #update(id: string, change: Partial<McpTaskTable>): Promise<void> {
    await this.#write(async (tx) =>
      tx
        .updateTable('mcp_task')
        .set(change)
        .where('id', '=', id)
        .where('status', '=', 'working')
        .where('runner', '=', this.#runner)
        .execute(),
    )
  }

  async #lease(tx: Tx): Promise<void> {
    const lease = { leased_until_ms: this.#now() + RUNNER_LEASE_MS }
    await tx
      .insertInto('mcp_runner')
      .values({ id: this.#runner, ...lease })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(lease))
      .execute()
  }

  async #write<T>(work: Work<T>): Promise<T> {
    return (await this.#open()).write(work)
  }

  #isAlive(leasedUntilMs: number | null): boolean {
    return leasedUntilMs !== null && leasedUntilMs > this.#now()
  }
}

/** Columns that a task gives up once it is over: some may be private. */
const OVER = { arguments: null, resumption: null, question: null, runner: '' } as const

/** Differs between two states of a task. */
export function versionOf({
  status,
  updated_ms,
}: Pick<McpTaskTable, 'status' | 'updated_ms'>): string {
  return `${status} ${updated_ms}`
}

function sizeOf(...texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), TASK_ROW_BYTES)
}

async function sumBytes(tx: Tx, principal?: string): Promise<number> {
  const all = tx
    .selectFrom('mcp_task')
    .select(({ fn }) => fn.sum<number | string>('bytes').as('bytes'))
  const some = principal === undefined ? all : all.where('principal', '=', principal)
  // Postgres writes sums as text, and there is none where there are no rows.
  return Number((await some.executeTakeFirst())?.bytes ?? 0)
}

async function deleteExpired(tx: Tx, nowMs: number): Promise<void> {
  await tx.deleteFrom('mcp_task').where('expires_ms', '<=', nowMs).execute()
  await tx
    .deleteFrom('mcp_runner')
    .where('leased_until_ms', '<=', nowMs - RUNNER_LEASE_MS)
    .execute()
}
